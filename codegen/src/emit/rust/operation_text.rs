//! Text of operations: the templates of derived operations as tables, and code that shows attributes and constructs operations.

use super::operation::{OpEmitter, instructions};
use super::{Cx, names};
use crate::model::{Arity, Default, Field, FieldKind, Kind, Op, Operations, Wire};
use crate::operation_text::{OTHERS, Piece, Test, Word};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// The attributes that are members, in the order of `OpInfo::attributes`.
pub(super) fn attributes(op: &Op) -> impl Iterator<Item = &Field> {
    op.attributes.iter().filter(|field| field.visible())
}

/// The name of an item of the schema.
pub(super) fn item<'m>(cx: &Cx<'m>, wire: &Wire) -> &'m str {
    match wire {
        Wire::Item(Kind::Union, index) => &cx.model.unions[*index].docs.name,
        Wire::Item(Kind::Record, index) => &cx.model.records[*index].docs.name,
        Wire::Indirect(inner) => item(cx, inner),
        _ => "",
    }
}

/// The meaning of names in a template.
pub(super) struct Parts<'p> {
    /// Path of the runtime.
    pub(super) runtime: &'p TokenStream,
    /// The part with a name.
    pub(super) part: &'p dyn Fn(&str) -> TokenStream,
    /// The condition of a test.
    pub(super) test: &'p dyn Fn(&Test) -> TokenStream,
}

/// Pieces of a template as a table.
pub(super) fn level(parts: &Parts<'_>, pieces: &[Piece]) -> TokenStream {
    let pieces = pieces.iter().map(|piece| emit_piece(parts, piece));
    quote!(&[#(#pieces),*])
}

fn emit_piece(names: &Parts<'_>, piece: &Piece) -> TokenStream {
    let Parts { runtime, part, test } = *names;
    let kind = quote!(#runtime::operation_text::Piece);
    match piece {
        Piece::Literal(text) => quote!(#kind::Literal(#text)),
        Piece::Line => quote!(#kind::Line),
        Piece::Comma => quote!(#kind::Comma),
        Piece::AnyOrder(inner) => {
            let inner = level(names, inner);
            quote!(#kind::AnyOrder(#inner))
        }
        Piece::If(any, inner) => {
            let any = any.iter().map(|all| {
                let tests = all.iter().map(test);
                quote!(&[#(#tests),*])
            });
            let inner = level(names, inner);
            quote!(#kind::If(&[#(#any),*], #inner))
        }
        Piece::Part { word, of, separator } => {
            let parts: Vec<TokenStream> = of.iter().map(|name| part(name)).collect();
            let first = parts.first();
            // The rules ensure that there is a number: without it the code does not compile.
            let number = |index: usize| {
                let number = of.get(index).and_then(|text| text.parse().ok());
                number.map(proc_macro2::Literal::u32_unsuffixed)
            };
            match word {
                Word::Value => quote!(#kind::Value(#first, #separator)),
                Word::Type => quote!(#kind::Type(#first)),
                Word::Types => quote!(#kind::Types(#first)),
                Word::FirstType => quote!(#kind::FirstType(&[#(#parts),*])),
                Word::FullType => quote!(#kind::FullType(#first)),
                Word::FullResults => quote!(#kind::FullResults(#first)),
                Word::Symbol => quote!(#kind::Symbol(#first)),
                Word::Elements => match parts.get(1) {
                    Some(ty) => quote!(#kind::Elements(#first, Some(#ty))),
                    None => quote!(#kind::Elements(#first, None)),
                },
                Word::Mixed => {
                    let (result, field) = of[0].split_once('.').unwrap_or((&of[0], ""));
                    let (result, operands) = (part(result), &parts[1]);
                    quote!(#kind::Mixed(#result, #field, #operands))
                }
                Word::Argument => {
                    let (number, operand) = (number(1), &parts[2]);
                    quote!(#kind::Argument(#first, #number, #operand))
                }
                Word::Assigned => {
                    let (number, operands) = (number(1), &parts[2]);
                    quote!(#kind::Assigned(#first, #number, #operands))
                }
                Word::Parameters => match parts.get(1) {
                    Some(attributes) => quote!(#kind::Parameters(#first, Some(#attributes))),
                    None => quote!(#kind::Parameters(#first, None)),
                },
                Word::Expressions => quote!(#kind::Expressions(#first, #separator)),
                Word::Dictionary if of == &[OTHERS] => quote!(#kind::Dictionary(&[])),
                Word::Dictionary => quote!(#kind::Dictionary(&[#(#parts),*])),
            }
        }
    }
}

/// The implementations of the host's traits that texts of operations need besides the kinds.
pub(super) fn emit(cx: &Cx<'_>, operations: &Operations, of_sections: &TokenStream) -> TokenStream {
    let Some(host) = cx.options.host.as_ref().filter(|_| cx.has_text()) else { return quote!() };
    let emitters: Vec<OpEmitter<'_, '_>> =
        instructions(cx).map(|op| OpEmitter { cx, op, operations }).collect();
    let shows = emitters.iter().map(|emitter| {
        let ident = emitter.ident();
        let arms = attributes(emitter.op).enumerate().map(|(index, field)| {
            let member = names::snake(&field.docs.name);
            quote!(#index => #host::text::Show::show(&op.#member),)
        });
        quote!(Op::#ident(op) => match position { #(#arms)* _ => None },)
    });
    let makes = emitters.iter().map(|emitter| make(emitter));
    let mut members = BTreeSet::new();
    let sections = cx.model.ops.iter().filter(|op| op.section_form && !op.text.is_empty());
    let fields = instructions(cx).chain(sections).flat_map(attributes);
    for field in fields {
        let wire = match &field.kind {
            FieldKind::Optional(wire, _) => Some(wire),
            _ => field.wire(),
        };
        if let Some(Wire::Item(Kind::Enum, index)) = wire {
            members.insert(*index);
        }
    }
    let members = members.into_iter().map(|index| {
        let label = &cx.model.enums[index].docs.name;
        let name = names::camel(label);
        quote! {
            impl #host::text::Show for #name {
                fn show(&self) -> Option<#host::text::Given> {
                    Some(#host::text::Given::Member(self.name()))
                }
            }

            impl #host::text::Take for #name {
                fn take(given: #host::text::Given) -> Result<Self> {
                    let #host::text::Given::Member(member) = given else { return Err(given.misfit(#label)) };
                    let found = #name::ALL.iter().find(|found| found.name() == member);
                    found.copied().ok_or_else(|| #host::text::Given::Member(member).misfit(#label))
                }
            }
        }
    });
    quote! {
        #of_sections

        impl #host::text::ShowAttribute for Op {
            fn attribute(&self, position: usize) -> Option<#host::text::Given> {
                match self { #(#shows)* }
            }
        }

        impl #host::text::Assemble for Op {
            fn assemble(kind: OpKind, parts: &mut #host::text::Parts) -> Result<Op> {
                match kind { #(#makes)* }
            }
        }

        #(#members)*
    }
}

/// The arm that constructs an operation from its parts, in the order of its members.
fn make(emitter: &OpEmitter<'_, '_>) -> TokenStream {
    let op = emitter.op;
    let ident = emitter.ident();
    let fields = emitter.attributes();
    let results = op.results.iter().map(|port| {
        let member = names::snake(&port.docs.name);
        match port.arity {
            Arity::Variadic => quote!(#member: parts.results()),
            _ if emitter.gated(port).is_some() => quote!(#member: parts.optional_result()),
            _ => quote!(#member: parts.result()?),
        }
    });
    let attributes = attributes(op).map(|field| {
        let member = names::snake(&field.docs.name);
        let name = &field.docs.name;
        match (&field.kind, &field.default) {
            (FieldKind::Value(_) | FieldKind::Part(..), Some(Default::FalseTimes(other))) => {
                let group = op.operands.iter().position(|port| port.docs.name == *other);
                let group = group.unwrap_or(usize::MAX);
                quote!(#member: match parts.attribute()? {
                    Some(value) => value,
                    None => vec![false; parts.group_len(#group)].into(),
                })
            }
            (FieldKind::Value(_) | FieldKind::Part(..), Some(_)) => {
                let default = fields.default_owned(field);
                quote!(#member: match parts.attribute()? { Some(value) => value, None => #default })
            }
            (FieldKind::Value(_) | FieldKind::Part(..), None) => {
                quote!(#member: parts.required(#name)?)
            }
            _ => quote!(#member: parts.attribute()?.unwrap_or_default()),
        }
    });
    let operands = op.operands.iter().map(|port| {
        let member = names::snake(&port.docs.name);
        match port.arity {
            Arity::Variadic => quote!(#member: parts.operands()),
            Arity::Optional => quote!(#member: parts.optional_operand()),
            Arity::One => quote!(#member: parts.operand()?),
        }
    });
    let regions = op.regions.iter().map(|region| {
        let member = names::snake(&region.docs.name);
        quote!(#member: parts.region()?)
    });
    let members: Vec<TokenStream> =
        results.chain(attributes).chain(operands).chain(regions).collect();
    quote!(OpKind::#ident => Ok(Op::#ident(ops::#ident { #(#members),* })),)
}
