//! Records.

use super::documentation::document;
use super::fields::Fields;
use super::frame::Frame;
use super::versions::{brief, condition, docs_of_form};
use super::{Cx, Family, kinds, names, references, reflect};
use crate::ast::Test;
use crate::model::{Content, Field, FieldKind, PresenceHow, Record, Sequence, Until, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// The owned or plain records, the borrowed ones, and those that are written from slices.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream, TokenStream) {
    let mut owned = TokenStream::new();
    let mut views = TokenStream::new();
    let mut parts = TokenStream::new();
    for (index, (item, &plain)) in cx.model.records.iter().zip(&cx.plain_records).enumerate() {
        owned.extend(record(cx, index, Family::Owned));
        owned.extend(since(cx, item));
        if !plain {
            views.extend(record(cx, index, Family::View));
            if has_parts(cx, item) {
                parts.extend(from_parts(cx, item));
            }
        }
    }
    if !parts.is_empty() {
        parts = quote! {
            /// Records whose lists are slices, for writing data that is stored in another form.
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
            /// The first version with this record.
            pub const SINCE: Version = Version::#version;
        }
    }
}

/// Whether each part of variable length in a record is bytes or a list of elements of a fixed shape.
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
    let fields = Fields::new(cx, &item.docs, &item.fields);
    let members = fields.members(Family::Parts, true);
    if cx.declarations {
        return quote!(pub struct #name { #(#members,)* });
    }
    let writer = Frame { cx, name: name.clone(), family: Family::Parts, plain: false };
    let writer = write(&writer, item, &fields);
    quote! {
        #item_docs
        #[derive(Clone, Copy, Debug)]
        pub struct #name<'s> {
            #(#members,)*
        }
        #writer
    }
}

fn record(cx: &Cx<'_>, index: usize, family: Family) -> TokenStream {
    let item = &cx.model.records[index];
    let name = names::camel(&item.docs.name);
    let frame = Frame { cx, name: name.clone(), family, plain: cx.plain_records[index] };
    let fields = Fields::new(cx, &item.docs, &item.fields);
    let members = fields.members(family, true);
    if cx.declarations {
        let follows = (family == Family::Owned).then(|| follows(cx, item));
        return quote!(pub struct #name { #(#members,)* } #follows);
    }
    let item_docs = docs_of_form(cx, &item.docs, family);
    let (derive, lifetime) = (frame.derive(), frame.lifetime());
    let read = frame.is_read().then(|| reader(&frame, item, &fields, cx.recursive_records[index]));
    let write = (family == Family::Owned).then(|| {
        let (follows, write) = (follows(cx, item), write(&frame, item, &fields));
        quote!(#follows #write)
    });
    let to_owned = (family == Family::View).then(|| {
        let (locals, bindings) = (fields.copies(), fields.owned_bindings());
        frame.to_owned(&quote!(#locals super::#name { #(#bindings),* }))
    });
    let reflect =
        reflect::is_reflected(&frame).then(|| reflect::record(&frame, &item.docs.label, &fields));
    let kinds = kinds::record(&frame, index, item);
    let references = (family == Family::Owned).then(|| references::record(cx, item)).flatten();
    quote! {
        #item_docs
        #derive
        pub struct #name #lifetime {
            #(#members,)*
        }
        #references
        #read
        #write
        #to_owned
        #reflect
        #kinds
    }
}

fn reader(
    frame: &Frame<'_, '_>,
    item: &Record,
    fields: &Fields<'_, '_>,
    recursive: bool,
) -> TokenStream {
    let enter = recursive.then(|| quote!(cursor.enter()?;));
    let leave = recursive.then(|| quote!(cursor.leave();));
    let (read, late, bindings) = (fields.read(), fields.late_defaults(), fields.bindings());
    let words = quote! {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
    };
    let body = quote!(#enter #read #late #leave Ok(Self { #(#bindings),* }));
    let (reader, decode) = (frame.reader(&item.docs, &words, &body), frame.decode());
    quote!(#reader #decode)
}

/// For each optional field whose presence is a Boolean field in some versions: the method that returns these versions.
fn follows(cx: &Cx<'_>, item: &Record) -> TokenStream {
    let name = names::camel(&item.docs.name);
    let methods = item.fields.iter().flat_map(|field| {
        let FieldKind::Optional(_, presence) = &field.kind else { return Vec::new() };
        let ways = presence.iter().filter_map(|way| {
            let PresenceHow::When(Test { field: when, member: None }) = &way.how else {
                return None;
            };
            let stated = item.fields.iter().find(|field| field.docs.name == *when)?;
            if !matches!(stated.kind, FieldKind::Value(Wire::Bool) | FieldKind::Unit { .. }) {
                return None;
            }
            let method = names::prefixed("", &format!("{}_follows_{when}", field.docs.name));
            let condition = condition(cx, &way.gate, &item.docs.gate).unwrap_or(quote!(true));
            let doc = document(&format!(
                "Whether, in a version, `{}` is present exactly if `{when}` is true.",
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

fn write(frame: &Frame<'_, '_>, item: &Record, fields: &Fields<'_, '_>) -> TokenStream {
    let (self_locals, write) = (fields.self_locals(), fields.write());
    let words = quote!(#[doc = " Writes the fields in order."]);
    frame.writer(&item.docs, &words, &quote!(#self_locals #write Ok(())))
}
