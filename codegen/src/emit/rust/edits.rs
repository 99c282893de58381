//! Edits of owned values by the path of a part. Proofs use them to make inconsistent values.

use super::fields::Fields;
use super::operation::{OpEmitter, instructions};
use super::samples::Subject;
use super::{Cx, names, unions};
use crate::model::{Field, Op, Wire};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The parts of a type or a variant that can be edited.
#[derive(Default)]
struct Members {
    /// The member names in the type.
    members: Vec<Ident>,
    /// The parts, of which each has the name of the member.
    parts: Vec<TokenStream>,
}

impl Members {
    /// Adds a part. If its inside cannot be edited, it is exchanged as a whole.
    fn push(&mut self, name: &str, inside: bool) {
        let member = names::snake(name);
        let place = if inside { quote!(Inside) } else { quote!(Whole) };
        self.parts.push(quote!((#name, edits::Place::#place(#member))));
        self.members.push(member);
    }

    fn fields<'f>(&mut self, cx: &Cx<'_>, fields: impl Iterator<Item = &'f Field>) {
        for field in fields {
            let host = field.wire().is_some_and(|wire| of_host(cx, wire));
            self.push(&field.docs.name, !host);
        }
    }

    /// The arm of a `match` over `self`, for the type or the variant at `path`.
    fn arm(&self, path: &TokenStream) -> TokenStream {
        let Members { members, parts } = self;
        quote!(#path { #(#members,)* .. } => vec![#(#parts),*],)
    }
}

/// Whether a value of this shape contains a type of the host, whose parts are unknown.
fn of_host(cx: &Cx<'_>, wire: &Wire) -> bool {
    match wire {
        Wire::Codec(index, _) => cx.model.codecs[*index].integer().is_none(),
        wire => wire.inner().is_some_and(|inner| of_host(cx, inner)),
    }
}

fn implemented(ty: &TokenStream, arms: &[TokenStream]) -> TokenStream {
    quote! {
        impl edits::Edit for #ty {
            fn parts(&mut self) -> Vec<(&'static str, edits::Place<'_>)> {
                match self {
                    #(#arms)*
                    _ => Vec::new(),
                }
            }
        }
    }
}

fn operation(cx: &Cx<'_>, op: &Op) -> Members {
    let mut members = Members::default();
    op.results.iter().for_each(|port| members.push(&port.docs.name, true));
    members.fields(cx, op.attributes.iter().filter(|field| field.visible()));
    op.operands.iter().for_each(|port| members.push(&port.docs.name, true));
    members
}

/// The implementations of the trait for edits, for each type of the format.
fn types(cx: &Cx<'_>) -> TokenStream {
    let mut types = TokenStream::new();
    for table in 0..cx.model.tables.len() {
        let id = cx.table_id(table);
        types.extend(quote! {
            impl edits::Edit for #id {
                fn edit_inside(
                    &mut self,
                    _: Option<&mut Self>,
                    path: &[edits::Part<'_>],
                    change: edits::Change,
                ) -> bool {
                    edits::Edit::edit_at(&mut self.0, None, path, change)
                }
            }
        });
    }
    for item in &cx.model.enums {
        let name = names::camel(&item.docs.name);
        types.extend(quote!(impl edits::Edit for #name {}));
    }
    let of = |docs, fields| {
        let mut members = Members::default();
        members.fields(cx, Fields::new(cx, docs, fields).visible());
        members
    };
    for item in &cx.model.records {
        let name = names::camel(&item.docs.name);
        let arm = of(&item.docs, &item.fields).arm(&quote!(Self));
        types.extend(implemented(&quote!(#name), &[arm]));
    }
    for item in &cx.model.unions {
        let name = names::camel(&item.docs.name);
        let arms = item.variants.iter().map(|variant| {
            let mut members = Members::default();
            members.fields(cx, unions::fields(cx, variant).visible());
            let ident = names::camel(&variant.docs.name);
            members.arm(&quote!(Self::#ident))
        });
        types.extend(implemented(&quote!(#name), &arms.collect::<Vec<_>>()));
    }
    for item in cx.model.sections.iter().filter(|section| !section.fields.is_empty()) {
        let name = format_ident!("{}Section", names::camel(&item.docs.name));
        let arm = of(&item.docs, &item.fields).arm(&quote!(Self));
        types.extend(implemented(&quote!(#name), &[arm]));
    }
    let Some(operations) = &cx.model.operations else { return types };
    let mut arms = Vec::new();
    for op in instructions(cx) {
        let ident = OpEmitter { cx, op, operations }.ident();
        let arm = operation(cx, op).arm(&quote!(Self));
        types.extend(implemented(&quote!(ops::#ident), &[arm]));
        arms.push(quote! {
            Self::#ident(op) => edits::Edit::parts(op),
        });
    }
    if !arms.is_empty() {
        types.extend(implemented(&quote!(Op), &arms));
    }
    types
}

/// A function that edits a value of each item and writes it.
pub(super) fn emit(cx: &Cx<'_>, subjects: &[Subject<'_>]) -> TokenStream {
    if !cx.options.edits {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let (read_context, write_context) = (cx.read_context(), cx.write_context());
    let types = types(cx);
    let edited = |value: &dyn Fn(usize) -> TokenStream| {
        let (own, other) = (value(0), value(1));
        quote! {
            let (mut value, mut other) = (#own, #other);
            if !edits::Edit::edit_at(&mut value, Some(&mut other), path, change) {
                return Ok(None);
            }
            value.write(&mut writer, out)?;
        }
    };
    let arms = subjects.iter().filter(|subject| !subject.owned.is_empty());
    let arms = arms.map(|Subject { kind, name, owned, .. }| {
        let edited = edited(&|at| {
            quote!({
                let (cursor, cx) = (&mut Cursor::new(bytes[#at]), contexts[#at]);
                #owned
            })
        });
        quote!((#kind, #name) => { #edited })
    });
    let operations = instructions(cx).next().map(|_| {
        let edited = edited(&|at| {
            quote! {
                view::Op::read(&mut Cursor::new(bytes[#at]), contexts[#at], VALUES)?
                    .0
                    .to_owned(&mut values::Same::default())
            }
        });
        quote!(("operation", _) => { #edited })
    });
    quote! {
        use #runtime::edit as edits;

        #types

        /// Reads two values of an item of [`ITEMS`], changes the part of the first at `path`, and writes the first. Some changes
        /// use the same part of the second value. None if the change does not apply to the part.
        ///
        /// # Errors
        /// Bytes that are not such an item, and a value that `out` cannot encode.
        pub fn edited<'a>(
            item: (&str, &str),
            bytes: [&'a [u8]; 2],
            contexts: [&#read_context; 2],
            out: &mut #write_context,
            path: &[edits::Part<'_>],
            change: edits::Change,
        ) -> Result<Option<Vec<u8>>> {
            let mut writer = Writer::new();
            match item {
                #(#arms)*
                #operations
                _ => return Ok(None),
            }
            Ok(Some(writer.into_bytes()))
        }
    }
}
