//! Visits of the fields of a value by name.

use super::fields::{Fields, pattern};
use super::frame::Frame;
use super::{Cx, enums, names, templates};
use crate::model::{Arity, Content, FieldKind, Kind, Mark, Op, Port, Sequence, Union, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// An expression of type `FieldValue` for `value`, a place of the borrowed type.
fn field_value(cx: &Cx<'_>, wire: &Wire, value: &TokenStream) -> TokenStream {
    match wire {
        Wire::Integer(integer) => cx.integer_value(*integer, value),
        Wire::Bool => quote!(FieldValue::Bool(#value)),
        Wire::Index(table) => {
            let table = &cx.model.tables[*table].name;
            quote!(FieldValue::Ref { table: #table, index: #value.0 })
        }
        Wire::Optional(inner, mark) => {
            let some = if *mark == Mark::PlusOne { quote!(id) } else { quote!(some) };
            let inner = field_value(cx, inner, &some);
            quote!(match #value { Some(#some) => #inner, None => FieldValue::Absent })
        }
        Wire::Sequence(Sequence { element, .. }) => {
            let element = field_value(cx, element, &quote!(element));
            quote!(FieldValue::List(#value.len(), &|each| {
                for element in #value.iter() { each(#element); }
            }))
        }
        Wire::OffsetTable { .. } => quote!(FieldValue::Unsigned(#value.len() as u64)),
        Wire::Bytes(_, content) => match content {
            Content::Raw => quote!(FieldValue::Bytes(#value)),
            Content::Text => quote!(FieldValue::Text(&format_args!("{:?}", #value))),
            Content::Value(_) => quote!(FieldValue::Item(&#value)),
        },
        Wire::Item(Kind::Enum, index) => {
            let member = quote!(FieldValue::Enum { name: #value.name(), number: #value.number() });
            let number = quote!(FieldValue::Unsigned(#value.number()));
            enums::spelled(cx, &cx.model.enums[*index], value, member, &number)
        }
        Wire::Item(Kind::Record | Kind::Union, _) => quote!(FieldValue::Item(&#value)),
        Wire::Indirect(inner) => field_value(cx, inner, &quote!(#value.get())),
        Wire::Codec(index, _)
            if cx.model.codecs[*index].borrowed || cx.model.codecs[*index].derived =>
        {
            quote!(FieldValue::Text(&#value))
        }
        Wire::Codec(index, _) => match cx.model.codecs[*index].integer() {
            Some(integer) => cx.integer_value(integer, value),
            None => quote!(FieldValue::Spelled(u64::from(#value), &#value)),
        },
    }
}

/// Statements that visit fields, from locals of the borrowed type.
fn visits(fields: &Fields<'_, '_>) -> TokenStream {
    let visits = fields.visible().map(|field| {
        let name = &field.docs.name;
        let local = names::local(name);
        match &field.kind {
            FieldKind::Value(wire) | FieldKind::Part(wire, _) => {
                let value = field_value(fields.cx, wire, &quote!(#local));
                quote!(visit(#name, #value);)
            }
            FieldKind::Optional(wire, _) => {
                let value = field_value(fields.cx, wire, &quote!(#local));
                quote! {
                    match #local {
                        Some(#local) => visit(#name, #value),
                        None => visit(#name, FieldValue::Absent),
                    }
                }
            }
            _ => quote!(visit(#name, FieldValue::Bool(#local));),
        }
    });
    quote!(#(#visits)*)
}

/// A record or the payload of a section, under its spelling in listings.
pub(super) fn record(frame: &Frame<'_, '_>, label: &str, fields: &Fields<'_, '_>) -> TokenStream {
    let (copies, visits) = (fields.copies(), visits(fields));
    frame.reflect(&quote!(#label), &quote!(#copies #visits), None)
}

pub(super) fn union(frame: &Frame<'_, '_>, item: &Union) -> TokenStream {
    let arms = item.variants.iter().map(|variant| {
        let fields = Fields::new(frame.cx, &variant.docs, &variant.fields);
        let (pattern, visits) =
            (fields.variant(&names::camel(&variant.docs.name)), visits(&fields));
        quote!(#pattern => { #visits })
    });
    let labels = item.variants.iter().map(|variant| {
        let pattern = pattern(variant);
        let label = &variant.docs.label;
        quote!(Self::#pattern => #label,)
    });
    let opaque_label = item.opaque.then(|| quote!(Self::Opaque { .. } => "opaque",));
    let opaque = item.opaque.then(|| {
        quote! {
            Self::Opaque { tag, bytes } => {
                visit("tag", FieldValue::Unsigned(tag));
                visit("bytes", FieldValue::Bytes(bytes));
            }
        }
    });
    frame.reflect(
        &quote!(match self { #(#labels)* #opaque_label }),
        &quote!(match *self { #(#arms)* #opaque }),
        Some(templates::method(frame, item)),
    )
}

/// An operation: its results, attributes and operands. The types of results are in `table`, and gated results can be absent.
pub(super) fn op(
    frame: &Frame<'_, '_>,
    op: &Op,
    attributes: &Fields<'_, '_>,
    table: &str,
    gated: impl Fn(&Port) -> bool,
) -> TokenStream {
    let (copies, visits) = (attributes.copies(), visits(attributes));
    let group = |port: &Port, absent: bool, one: &dyn Fn(TokenStream) -> TokenStream| {
        let name = &port.docs.name;
        let field = names::snake(name);
        let (known, whole) = (one(quote!(value)), one(quote!(self.#field)));
        match (port.arity, absent) {
            (Arity::Variadic, _) => quote! {
                visit(#name, FieldValue::List(self.#field.len(), &|each| {
                    for value in self.#field.iter() { each(#known); }
                }));
            },
            (_, true) => quote!(match self.#field {
                Some(value) => visit(#name, #known),
                None => visit(#name, FieldValue::Absent),
            }),
            (_, false) => quote!(visit(#name, #whole);),
        }
    };
    let results = op.results.iter().map(|port| {
        group(port, gated(port), &|result| {
            quote!(FieldValue::Result { value: #result.value, table: #table, ty: #result.ty.0 })
        })
    });
    let operands = op.operands.iter().map(|port| {
        let optional = port.arity == Arity::Optional;
        group(port, optional, &|value| quote!(FieldValue::Value(#value)))
    });
    let label = &op.docs.label;
    frame.reflect(&quote!(#label), &quote!(#(#results)* #copies #visits #(#operands)*), None)
}
