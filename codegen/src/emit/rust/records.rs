//! Records.

use super::documentation::document;
use super::fields::Fields;
use super::versions::{brief, condition, docs_of_form, item_gate};
use super::{Cx, Family, names, reflect};
use crate::ast::Test;
use crate::model::{Content, Docs, Field, FieldKind, PresenceHow, Record, Sequence, Until, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// The records that are owned or plain, the borrowed ones, and those to write from slices.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream, TokenStream) {
    let mut owned = TokenStream::new();
    let mut views = TokenStream::new();
    let mut parts = TokenStream::new();
    for (item, &plain) in cx.model.records.iter().zip(&cx.plain_records) {
        owned.extend(record(cx, item, Family::Owned, plain));
        owned.extend(since(cx, item));
        if !plain {
            views.extend(record(cx, item, Family::View, plain));
            if has_parts(cx, item) {
                parts.extend(from_parts(cx, item));
            }
        }
    }
    if !parts.is_empty() {
        parts = quote! {
            /// The same items with their lists in slices, to write what is kept in another form.
            pub mod parts {
                #[allow(unused_imports, clippy::wildcard_imports)]
                use super::*;
                #parts
            }
        };
    }
    (owned, views, parts)
}

/// The first version that has a record.
fn since(cx: &Cx<'_>, item: &Record) -> TokenStream {
    if item.docs.gate.since == 0 {
        return quote!();
    }
    let name = names::camel(&item.docs.name);
    let version = names::version(&cx.model.versions[item.docs.gate.since].docs.name);
    quote! {
        impl #name {
            /// The first version that has it.
            pub const SINCE: Version = Version::#version;
        }
    }
}

/// Whether everything of variable length in a record is bytes or a list of what has a fixed shape.
fn has_parts(cx: &Cx<'_>, item: &Record) -> bool {
    item.fields.iter().filter_map(Field::wire).all(|wire| match wire {
        Wire::Sequence(Sequence { element, until: Until::Count(None) }) => cx.plain(element),
        Wire::Bytes(_, content) => !matches!(content, Content::Value(_)),
        wire => cx.plain(wire),
    })
}

fn from_parts(cx: &Cx<'_>, item: &Record) -> TokenStream {
    let name = names::camel(&item.docs.name);
    let item_docs = brief(&item.docs);
    let fields = Fields { cx, fields: &item.fields, item: &item.docs.name, gate: &item.docs.gate };
    let members = fields.members(Family::Parts, true);
    let writer = writer(cx, &item.docs, &fields, &quote!(#name<'_>));
    quote! {
        #item_docs
        #[derive(Clone, Copy, Debug)]
        pub struct #name<'s> {
            #(#members,)*
        }
        #writer
    }
}

fn record(cx: &Cx<'_>, item: &Record, family: Family, plain: bool) -> TokenStream {
    let name = names::camel(&item.docs.name);
    let item_docs = docs_of_form(cx, &item.docs, family);
    let fields = Fields { cx, fields: &item.fields, item: &item.docs.name, gate: &item.docs.gate };
    let members = fields.members(family, true);
    let (derive, lifetime) = match family {
        Family::View => (quote!(Clone, Copy, Debug, PartialEq), quote!(<'a>)),
        Family::Owned if plain => (quote!(Clone, Copy, Debug, PartialEq, Eq, Hash), quote!()),
        Family::Owned | Family::Parts => (quote!(Clone, Debug, PartialEq), quote!()),
    };
    let read =
        (plain || family == Family::View).then(|| reader(cx, item, &fields, &name, &lifetime));
    let write = (family == Family::Owned).then(|| {
        let follows = follows(cx, item, &name);
        let writer = writer(cx, &item.docs, &fields, &quote!(#name));
        quote!(#follows #writer)
    });
    let to_owned = (family == Family::View).then(|| {
        let bindings = fields.owned_bindings();
        let self_locals = item.fields.iter().filter(|field| field.visible()).map(|f| {
            let name = names::snake(&f.docs.name);
            let local = names::local(&f.docs.name);
            quote!(let #local = self.#name;)
        });
        quote! {
            impl #name<'_> {
                /// The same value, owned.
                #[must_use]
                #[allow(clippy::wrong_self_convention)]
                pub fn to_owned(&self) -> super::#name {
                    #(#self_locals)*
                    super::#name { #(#bindings),* }
                }
            }
        }
    });
    let reflect = (plain || family == Family::View)
        .then(|| reflect::record(cx, &fields, &quote!(#name #lifetime), &item.docs.name));
    quote! {
        #item_docs
        #[derive(#derive)]
        pub struct #name #lifetime {
            #(#members,)*
        }
        #read
        #write
        #to_owned
        #reflect
    }
}

fn reader(
    cx: &Cx<'_>,
    item: &Record,
    fields: &Fields<'_, '_>,
    name: &proc_macro2::Ident,
    lifetime: &TokenStream,
) -> TokenStream {
    let context = cx.read_context();
    let gate = item_gate(cx, &item.docs, true);
    let at = cx.model.records.iter().position(|other| std::ptr::eq(other, item));
    let recursive = at.is_some_and(|at| cx.recursive_records[at]);
    let enter = recursive.then(|| quote!(cursor.enter()?;));
    let leave = recursive.then(|| quote!(cursor.leave();));
    let read = fields.read();
    let late = fields.late_defaults();
    let bindings = fields.bindings();
    let generics = if lifetime.is_empty() { quote!() } else { quote!(<'a>) };
    let method_generics = if lifetime.is_empty() { quote!(<'a>) } else { quote!() };
    let runtime = &cx.options.runtime;
    let version = cx.version();
    quote! {
        impl #generics #name #lifetime {
            /// Reads the fields in order.
            ///
            /// # Errors
            /// A record that the version does not have, or the first field that cannot be read, with
            /// its offset.
            #[allow(unused_variables)]
            pub fn read #method_generics(
                cursor: &mut #runtime::wire::Cursor<'a>,
                cx: &#context,
            ) -> #runtime::error::Result<Self> {
                #version
                let start = cursor.position();
                #gate
                #enter
                #read
                #late
                #leave
                Ok(Self { #(#bindings),* })
            }
        }

        impl<'a> #runtime::wire::Decode<'a> for #name #lifetime {
            type Value = #name #lifetime;
            type Context = #context;

            fn decode(
                cursor: &mut #runtime::wire::Cursor<'a>,
                cx: &#context,
            ) -> #runtime::error::Result<Self> {
                Self::read(cursor, cx)
            }
        }
    }
}

/// For an optional field whose presence follows a boolean field in some versions: in which.
fn follows(cx: &Cx<'_>, item: &Record, name: &proc_macro2::Ident) -> TokenStream {
    let methods = item.fields.iter().flat_map(|field| {
        let FieldKind::Optional(_, presence) = &field.kind else { return Vec::new() };
        let ways = presence.iter().filter_map(|way| {
            let PresenceHow::When(Test { field: when, member: None }) = &way.how else {
                return None;
            };
            let told = item.fields.iter().find(|field| field.docs.name == *when)?;
            if !matches!(told.kind, FieldKind::Value(Wire::Bool) | FieldKind::Unit { .. }) {
                return None;
            }
            let method = names::prefixed("", &format!("{}_follows_{when}", field.docs.name));
            let condition = condition(cx, &way.gate, &item.docs.gate).unwrap_or(quote!(true));
            let doc = document(&format!(
                "Whether `{}` is there exactly when `{when}` is true, in a version.",
                field.docs.name
            ));
            Some(quote! {
                #doc
                #[must_use]
                pub fn #method(version: Version) -> bool {
                    #condition
                }
            })
        });
        ways.collect()
    });
    let methods: Vec<TokenStream> = methods.collect();
    if methods.is_empty() { quote!() } else { quote!(impl #name { #(#methods)* }) }
}

fn writer(cx: &Cx<'_>, docs: &Docs, fields: &Fields<'_, '_>, name: &TokenStream) -> TokenStream {
    let gate = item_gate(cx, docs, false);
    let context = cx.write_context();
    let self_locals = fields.self_locals();
    let write = fields.write();
    let runtime = &cx.options.runtime;
    let version = cx.version();
    quote! {
        impl #name {
            /// Writes the fields in order.
            ///
            /// # Errors
            /// A value that the version cannot carry.
            #[allow(unused_variables)]
            pub fn write(
                &self,
                writer: &mut #runtime::wire::Writer,
                cx: &mut #context,
            ) -> #runtime::error::Result<()> {
                #version
                #gate
                #self_locals
                #write
                Ok(())
            }
        }
    }
}
