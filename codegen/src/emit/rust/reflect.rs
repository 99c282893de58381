//! Visits of the fields of a value by name.

use super::fields::Fields;
use super::frame::Frame;
use super::{Cx, names, templates};
use crate::model::{Field, FieldKind, Op, Port, Union, Wire};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// An expression for a reference to a `ReflectField`: `value` is its place.
fn reflected(cx: &Cx<'_>, field: &Field, value: &TokenStream) -> TokenStream {
    let Some(Wire::Codec(index, _)) = field.wire() else { return quote!(&#value) };
    let (runtime, codec) = (&cx.options.runtime, &cx.model.codecs[*index]);
    let form = match codec.borrowed || codec.derived {
        true => quote!(#runtime::reflect::Displayed),
        false if codec.integer().is_some() => return quote!(&#value),
        false => quote!(#runtime::reflect::Numbered),
    };
    match field.kind {
        FieldKind::Optional(..) => quote!(&#value.map(#form)),
        _ => quote!(&#form(#value)),
    }
}

/// Statements that visit fields; `place` gives the place of each.
fn visits(fields: &Fields<'_, '_>, place: impl Fn(&str) -> TokenStream) -> TokenStream {
    let visits = fields.visible().map(|field| {
        let name = &field.docs.name;
        let value = reflected(fields.cx, field, &place(name));
        quote!(visit.field(#name, #value);)
    });
    quote!(#(#visits)*)
}

/// The place of a field in a struct.
fn member(name: &str) -> TokenStream {
    let member = names::snake(name);
    quote!(self.#member)
}

/// Whether a form of an item is reflected: what is read, and in formats with texts of operations also what is owned, which their
/// printers print.
pub(super) fn is_reflected(frame: &Frame<'_, '_>) -> bool {
    frame.is_read() || frame.cx.has_text()
}

/// A record or the payload of a section, under its spelling in listings.
pub(super) fn record(frame: &Frame<'_, '_>, label: &str, fields: &Fields<'_, '_>) -> TokenStream {
    frame.reflect(&quote!(#label), &visits(fields, member), None)
}

pub(super) fn union(frame: &Frame<'_, '_>, item: &Union) -> TokenStream {
    let arms = item.variants.iter().map(|variant| {
        let fields = Fields::new(frame.cx, &variant.docs, &variant.fields);
        let local = |name: &str| {
            let local = names::local(name);
            if frame.is_read() { local.into_token_stream() } else { quote!((*#local)) }
        };
        let visits = visits(&fields, local);
        let pattern = fields.variant(&names::camel(&variant.docs.name));
        quote!(#pattern => { #visits })
    });
    let (this, tag) = match frame.is_read() {
        true => (quote!(*self), quote!(tag)),
        false => (quote!(self), quote!(*tag)),
    };
    let opaque = item.opaque.then(|| {
        quote! {
            Self::Opaque { tag, bytes } => {
                visit("tag", FieldValue::Unsigned(#tag));
                visit("bytes", FieldValue::Bytes(bytes));
            }
        }
    });
    frame.reflect(
        &quote!(self.label()),
        &quote!(match #this { #(#arms)* #opaque }),
        Some(templates::method(frame)),
    )
}

/// An operation: its results, attributes and operands.
pub(super) fn op(frame: &Frame<'_, '_>, op: &Op, attributes: &Fields<'_, '_>) -> TokenStream {
    let port = |port: &Port| {
        let (name, value) = (&port.docs.name, member(&port.docs.name));
        quote!(visit.field(#name, &#value);)
    };
    let (results, operands) = (op.results.iter().map(port), op.operands.iter().map(port));
    let attributes = visits(attributes, member);
    let label = &op.docs.label;
    frame.reflect(&quote!(#label), &quote!(#(#results)* #attributes #(#operands)*), None)
}
