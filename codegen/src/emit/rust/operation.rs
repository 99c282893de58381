//! An operation: its struct and its parts.

use super::documentation::document;
use super::fields::Fields;
use super::frame::{Frame, lifetime};
use super::versions::{brief, condition, docs_of_form, item_gate, part_docs, refusal};
use super::{Cx, Family, names, reflect};
use crate::model::{Arity, Field, Gate, Op, Operations, Port, VarintKind};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The operations that can occur in bodies.
pub(super) fn instructions<'m>(cx: &Cx<'m>) -> impl Iterator<Item = &'m Op> {
    cx.model.ops.iter().filter(|op| !op.section_form)
}

/// A constraint, with its name replaced by its set of types.
pub(super) fn resolved<'m>(cx: &Cx<'m>, constraint: &'m str) -> &'m str {
    cx.model
        .constraints
        .iter()
        .find(|item| item.docs.name == constraint)
        .map_or(constraint, |item| item.is.as_str())
}

pub(super) struct OpEmitter<'c, 'm> {
    pub(super) cx: &'c Cx<'m>,
    pub(super) op: &'c Op,
    pub(super) operations: &'c Operations,
}

impl<'c, 'm> OpEmitter<'c, 'm> {
    pub(super) fn ident(&self) -> Ident {
        names::camel(&self.op.docs.name)
    }

    pub(super) fn attributes(&self) -> Fields<'c, 'm> {
        Fields::new(self.cx, &self.op.docs, &self.op.attributes)
    }

    /// Whether one `Copy` struct serves both families.
    pub(super) fn plain(&self) -> bool {
        !self.borrows() && self.op.regions.is_empty()
    }

    /// Whether the borrowed struct has a part of variable length, which borrows from the input.
    pub(super) fn borrows(&self) -> bool {
        let variadic = |ports: &[Port]| ports.iter().any(|port| port.arity == Arity::Variadic);
        variadic(&self.op.results)
            || variadic(&self.op.operands)
            || !self.cx.plain_fields(&self.op.attributes)
    }

    pub(super) fn ty(&self) -> Ident {
        self.cx.table_id(self.operations.types)
    }

    /// The condition under which a result or operand exists, if some versions of the operation lack it.
    pub(super) fn gated(&self, port: &Port) -> Option<TokenStream> {
        condition(self.cx, &port.docs.gate, &self.op.docs.gate)
    }

    /// The error for a result or operand that the version does not have.
    pub(super) fn port_refusal(&self, port: &Port) -> TokenStream {
        let item = format!("{}.{}", self.op.docs.name, port.docs.name);
        refusal(self.cx, &item, &port.docs.gate)
    }

    pub(super) fn result_type(&self, port: &Port, family: Family) -> TokenStream {
        let ty = self.ty();
        match (port.arity, family) {
            (Arity::Variadic, Family::View) => quote!(TypedValues<'a, #ty>),
            (Arity::Variadic, Family::Owned | Family::Parts) => quote!(ThinVec<ResultValue>),
            _ if self.gated(port).is_some() => quote!(Option<ResultValue>),
            _ => quote!(ResultValue),
        }
    }

    pub(super) fn operand_type(&self, port: &Port, family: Family) -> TokenStream {
        match (port.arity, family) {
            (Arity::Variadic, Family::View) => match self.cx.model.varint {
                VarintKind::Leb128 | VarintKind::Bounded => quote!(Values<'a>),
                VarintKind::Prefix => quote!(Values<'a, true>),
            },
            (Arity::Variadic, Family::Owned | Family::Parts) => quote!(ValueList),
            (Arity::Optional, _) => quote!(Option<Value>),
            (Arity::One, _) => quote!(Value),
        }
    }

    pub(super) fn members(&self, family: Family) -> Vec<TokenStream> {
        let port = |port: &Port, ty: TokenStream| {
            let mut docs = match family {
                Family::Owned => part_docs(self.cx, &port.docs),
                Family::View | Family::Parts => brief(&port.docs),
            };
            if family == Family::Owned && !port.constraint.is_empty() {
                docs.extend(document(&format!("\nType: `{}`.", port.constraint)));
            }
            let name = names::snake(&port.docs.name);
            quote!(#docs pub #name: #ty)
        };
        let results = self.op.results.iter().map(|p| port(p, self.result_type(p, family)));
        let operands = self.op.operands.iter().map(|p| port(p, self.operand_type(p, family)));
        let regions = self.op.regions.iter().map(|region| {
            let docs = part_docs(self.cx, &region.docs);
            let name = names::snake(&region.docs.name);
            quote!(#docs pub #name: RegionId)
        });
        let mut members: Vec<TokenStream> = results.collect();
        members.extend(self.attributes().members(family, true));
        members.extend(operands);
        if family == Family::Owned {
            members.extend(regions);
        }
        members
    }

    pub(super) fn structure(&self, family: Family) -> TokenStream {
        let name = self.ident();
        let plain = self.plain();
        let members = self.members(family);
        if self.cx.declarations {
            return quote!(pub struct #name { #(#members,)* });
        }
        let op_docs = docs_of_form(self.cx, &self.op.docs, family);
        let opcode = document(&format!(
            "\nOpcode {:#x}. Spelled `{}` in listings.",
            self.op.opcode, self.op.docs.label
        ));
        let (derive, lifetime) = match family {
            Family::View => (quote!(Clone, Copy, Debug, PartialEq), lifetime(self.borrows())),
            Family::Owned if plain => (quote!(Clone, Copy, Debug, PartialEq), quote!()),
            Family::Owned | Family::Parts => (quote!(Clone, Debug, PartialEq), quote!()),
        };
        let (read, read_parts) =
            (plain || family == Family::View).then(|| self.reader(&lifetime)).unzip();
        let (write, write_parts) = (family == Family::Owned).then(|| self.writer()).unzip();
        let (read_parts, write_parts) = (read_parts.flatten(), write_parts.flatten());
        let access = (family == Family::Owned).then(|| self.access());
        let to_owned = (plain || family == Family::View).then(|| self.to_owned());
        let reflect = (plain || family == Family::View).then(|| {
            let frame = Frame { cx: self.cx, name: name.clone(), family, plain: !self.borrows() };
            reflect::op(&frame, self.op, &self.attributes())
        });
        quote! {
            #op_docs
            #opcode
            #[derive(#derive)]
            pub struct #name #lifetime {
                #(#members,)*
            }
            impl #lifetime #name #lifetime {
                #read
                #write
                #to_owned
            }
            #read_parts
            #write_parts
            #access
            #reflect
        }
    }

    /// `name: f_name` for results and operands, with those of the attributes in between.
    pub(super) fn bindings(&self, attributes: Vec<TokenStream>) -> Vec<TokenStream> {
        let bind = |port: &Port| {
            let (field, local) = (names::snake(&port.docs.name), names::local(&port.docs.name));
            quote!(#field: #local)
        };
        let results = self.op.results.iter().map(bind);
        results.chain(attributes).chain(self.op.operands.iter().map(bind)).collect()
    }

    /// The function that reads the operation in a version that has it.
    pub(super) fn read_known(&self) -> Ident {
        let gated = !item_gate(self.cx, &self.op.docs, true).is_empty();
        names::ident(if gated { "read_known" } else { "read" })
    }

    /// The number of results that always exist, plus the gated ones of this version.
    pub(super) fn fixed_results(&self) -> TokenStream {
        let mut open = 0u32;
        let mut gated = Vec::new();
        for port in self.op.results.iter().filter(|port| port.arity != Arity::Variadic) {
            match self.gated(port) {
                None => open += 1,
                Some(condition) => gated.push(condition),
            }
        }
        quote!(#open #(+ u32::from(#gated))*)
    }

    /// The bits that attributes and operands claim.
    pub(super) fn claimed(&self) -> impl Iterator<Item = (u32, Gate)> {
        let operands = self.op.operands.iter();
        let operands = operands.filter_map(|port| Some((port.bit?, port.docs.gate.clone())));
        self.op.attributes.iter().flat_map(Field::claims).chain(operands)
    }

    pub(super) fn flags_condition(&self) -> Option<TokenStream> {
        let gate = Gate { since: self.op.flags?, ..Gate::default() };
        condition(self.cx, &gate, &self.op.docs.gate)
    }

    /// Access to every result, operand and region without knowledge of the kind.
    fn access(&self) -> TokenStream {
        let (name, ty, runtime) = (self.ident(), self.ty(), &self.cx.options.runtime);
        let results = self.op.results.iter().map(|port| {
            let field = names::snake(&port.docs.name);
            match (port.arity, self.gated(port)) {
                (Arity::Variadic, _) => quote!(results #field),
                (_, Some(here)) => quote!(gated_result #field if #here),
                (_, None) => quote!(result #field),
            }
        });
        let operands = self.op.operands.iter().map(|port| {
            let field = names::snake(&port.docs.name);
            match port.arity {
                Arity::One => quote!(operand #field),
                Arity::Optional => quote!(optional_operand #field),
                Arity::Variadic => quote!(operands #field),
            }
        });
        let regions = self.op.regions.iter().map(|region| {
            let field = names::snake(&region.docs.name);
            quote!(region #field)
        });
        let parts = results.chain(operands).chain(regions);
        quote!(#runtime::operation_parts!(#name, #ty, Version, |version| #(#parts),*);)
    }

    /// The conversion from the borrowed struct to the owned one; an `Adopt` renames the values.
    pub(super) fn to_owned(&self) -> TokenStream {
        let (name, ty) = (self.ident(), self.ty());
        let owned = if self.plain() { quote!(#name) } else { quote!(super::super::ops::#name) };
        let adopted = |port: &Port, absent: bool, value: TokenStream| {
            let field = names::snake(&port.docs.name);
            let adopted = match (port.arity, absent) {
                (Arity::Variadic, _) => {
                    quote!(self.#field.iter().map(|#value| adopt.#value(#value)).collect())
                }
                (_, true) => quote!(self.#field.map(|#value| adopt.#value(#value))),
                (_, false) => quote!(adopt.#value(self.#field)),
            };
            quote!(#field: #adopted)
        };
        let operands = self.op.operands.iter();
        let operands =
            operands.map(|port| adopted(port, port.arity == Arity::Optional, quote!(value)));
        let results = self.op.results.iter();
        let results = results.map(|port| adopted(port, self.gated(port).is_some(), quote!(result)));
        let regions = self.op.regions.iter().map(|region| {
            let field = names::snake(&region.docs.name);
            quote!(#field: adopt.region())
        });
        let attributes = self.attributes();
        let (lets, others) = match self.plain() {
            true => (quote!(), quote!(..*self)),
            false => {
                let owned = attributes.owned_bindings();
                (attributes.copies(), quote!(#(#owned),*))
            }
        };
        quote! {
            /// Converts the operation into an owned one. `adopt` maps its values.
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables, clippy::wrong_self_convention)]
            pub fn to_owned<A_: values::Adopt<#ty>>(&self, adopt: &mut A_) -> #owned {
                #lets
                #owned { #(#operands,)* #(#results,)* #(#regions,)* #others }
            }
        }
    }
}
