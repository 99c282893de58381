//! Records.

use super::fields::Fields;
use super::versions::{condition, docs};
use super::{Cx, Family, names, reflect};
use crate::ast::Test;
use crate::model::{FieldKind, PresenceHow, Record, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// The records that are owned or plain, and the borrowed ones.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream) {
    let mut owned = TokenStream::new();
    let mut views = TokenStream::new();
    for (item, &plain) in cx.model.records.iter().zip(&cx.plain_records) {
        owned.extend(record(cx, item, Family::Owned, plain));
        if !plain {
            views.extend(record(cx, item, Family::View, plain));
        }
    }
    (owned, views)
}

fn record(cx: &Cx<'_>, item: &Record, family: Family, plain: bool) -> TokenStream {
    let name = names::camel(&item.docs.name);
    let item_docs = docs(cx, &item.docs);
    let fields = Fields { cx, fields: &item.fields, item: &item.docs.name, gate: &item.docs.gate };
    let members = fields.members(family, true);
    let (derive, lifetime) = match family {
        Family::View => (quote!(Clone, Copy, Debug, PartialEq), quote!(<'a>)),
        Family::Owned if plain => (quote!(Clone, Copy, Debug, PartialEq, Eq, Hash), quote!()),
        Family::Owned => (quote!(Clone, Debug, PartialEq), quote!()),
    };
    let read = (plain || family == Family::View).then(|| reader(cx, &fields, &name, &lifetime));
    let write = (family == Family::Owned).then(|| {
        let follows = follows(cx, item, &name);
        let writer = writer(cx, &fields, &name);
        quote!(#follows #writer)
    });
    let to_owned = (family == Family::View).then(|| {
        let bindings = fields.owned_bindings();
        let self_locals =
            item.fields.iter().filter(|field| super::fields::visible(field)).map(|f| {
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

/// The reader and the writer of a record of fixed shape.
pub(super) fn implement(cx: &Cx<'_>, item: &Record) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let fields = Fields { cx, fields: &item.fields, item: &item.docs.name, gate: &item.docs.gate };
    let read = reader(cx, &fields, &name, &quote!());
    let write = writer(cx, &fields, &name);
    let encode = cx.encode(&name, quote!(self));
    quote!(#read #write #encode)
}

fn reader(
    cx: &Cx<'_>,
    fields: &Fields<'_, '_>,
    name: &proc_macro2::Ident,
    lifetime: &TokenStream,
) -> TokenStream {
    let context = cx.read_context();
    let read = fields.read();
    let late = fields.late_defaults();
    let bindings = fields.bindings();
    let generics = if lifetime.is_empty() { quote!() } else { quote!(<'a>) };
    let method_generics = if lifetime.is_empty() { quote!(<'a>) } else { quote!() };
    let runtime = &cx.options.runtime;
    let version = cx.version();
    let imports = cx.imports();
    let attributes = cx.impl_attributes();
    quote! {
        #attributes
        impl #generics #name #lifetime {
            /// Reads the fields in order.
            ///
            /// # Errors
            /// The first field that cannot be read, with its offset.
            #[allow(unused_variables)]
            pub fn read #method_generics(
                cursor: &mut #runtime::wire::Cursor<'a>,
                cx: &#context,
            ) -> #runtime::error::Result<Self> {
                #imports
                #version
                let start = cursor.position();
                #read
                #late
                Ok(Self { #(#bindings),* })
            }
        }

        #attributes
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
            let doc = format!(
                "Whether `{}` is there exactly when `{when}` is true, in a version.",
                field.docs.name
            );
            Some(quote! {
                #[doc = #doc]
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

fn writer(cx: &Cx<'_>, fields: &Fields<'_, '_>, name: &proc_macro2::Ident) -> TokenStream {
    let context = cx.write_context();
    let self_locals = fields.self_locals();
    let write = fields.write();
    let runtime = &cx.options.runtime;
    let version = cx.version();
    let imports = cx.imports();
    let attributes = cx.impl_attributes();
    quote! {
        #attributes
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
                #imports
                #version
                #self_locals
                #write
                Ok(())
            }
        }
    }
}
