//! Walking over the fields of a value by name.

use super::fields::{Fields, pattern};
use super::{Cx, names};
use crate::model::{Arity, Content, FieldKind, Kind, Mark, Op, Port, Sequence, Union, Wire};
use proc_macro2::{Ident, TokenStream};
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
        Wire::Item(Kind::Enum, _) => {
            quote!(FieldValue::Enum { name: #value.name(), number: #value.number() })
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
            None => quote!(FieldValue::Unsigned(u64::from(#value))),
        },
    }
}

/// Statements that visit fields held in locals of the borrowed type.
fn visits(fields: &Fields<'_, '_>) -> TokenStream {
    let visits = fields.fields.iter().filter(|field| field.visible()).map(|field| {
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

/// `let f_name = self.name;` for every member; everything borrowed is `Copy`.
fn copies(fields: &Fields<'_, '_>) -> TokenStream {
    let lets = fields.fields.iter().filter(|field| field.visible()).map(|field| {
        let name = names::snake(&field.docs.name);
        let local = names::local(&field.docs.name);
        quote!(let #local = self.#name;)
    });
    quote!(#(#lets)*)
}

fn elided(ty: &TokenStream) -> TokenStream {
    let text = ty.to_string().replace("'a", "'_");
    text.parse().unwrap_or_else(|_| ty.clone())
}

pub(super) fn record(
    _cx: &Cx<'_>,
    fields: &Fields<'_, '_>,
    ty: &TokenStream,
    name: &str,
) -> TokenStream {
    let ty = elided(ty);
    let copies = copies(fields);
    let visits = visits(fields);
    quote! {
        impl Reflect for #ty {
            fn item_name(&self) -> &'static str {
                #name
            }

            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                #copies
                #visits
            }
        }
    }
}

pub(super) fn union(
    cx: &Cx<'_>,
    item: &Union,
    name: &Ident,
    lifetime: &TokenStream,
) -> TokenStream {
    let ty = elided(&quote!(#name #lifetime));
    let arms = item.variants.iter().map(|variant| {
        let ident = names::camel(&variant.docs.name);
        let fields = Fields {
            cx,
            fields: &variant.fields,
            item: &variant.docs.name,
            gate: &variant.docs.gate,
        };
        let bindings = fields.bindings();
        let visits = visits(&fields);
        if bindings.is_empty() {
            return quote!(Self::#ident => {});
        }
        quote!(Self::#ident { #(#bindings),* } => { #visits })
    });
    let labels = item.variants.iter().map(|variant| {
        let pattern = pattern(variant);
        let label = &variant.docs.label;
        quote!(Self::#pattern => #label,)
    });
    let (opaque, opaque_label) = if item.opaque {
        (
            quote! {
                Self::Opaque { tag, bytes } => {
                    visit("tag", FieldValue::Unsigned(tag));
                    visit("bytes", FieldValue::Bytes(bytes));
                }
            },
            quote!(Self::Opaque { .. } => "opaque",),
        )
    } else {
        (quote!(), quote!())
    };
    quote! {
        impl Reflect for #ty {
            fn item_name(&self) -> &'static str {
                match self { #(#labels)* #opaque_label }
            }

            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                match *self { #(#arms)* #opaque }
            }
        }
    }
}

/// An operation: its results, whose types stand in `table` and which may be absent where they are gated,
/// its attributes and its operands.
pub(super) fn op(
    op: &Op,
    attributes: &Fields<'_, '_>,
    table: &str,
    gated: impl Fn(&Port) -> bool,
    ty: &TokenStream,
) -> TokenStream {
    let ty = elided(ty);
    let copies = copies(attributes);
    let visits = visits(attributes);
    let results = op.results.iter().map(|port| {
        let name = &port.docs.name;
        let field = names::snake(name);
        let one = quote! {
            FieldValue::Result { value: result.value, table: #table, ty: result.ty.0 }
        };
        if port.arity == Arity::Variadic {
            quote!(visit(#name, FieldValue::List(self.#field.len(), &|each| {
                for result in self.#field.iter() { each(#one); }
            }));)
        } else if gated(port) {
            quote!(match self.#field {
                Some(result) => visit(#name, #one),
                None => visit(#name, FieldValue::Absent),
            })
        } else {
            quote!({ let result = self.#field; visit(#name, #one); })
        }
    });
    let operands = op.operands.iter().map(|port| {
        let name = &port.docs.name;
        let field = names::snake(name);
        match port.arity {
            Arity::Variadic => {
                quote!(visit(#name, FieldValue::List(self.#field.len(), &|each| {
                    for value in self.#field.iter() { each(FieldValue::Value(value)); }
                }));)
            }
            Arity::Optional => quote!(match self.#field {
                Some(value) => visit(#name, FieldValue::Value(value)),
                None => visit(#name, FieldValue::Absent),
            }),
            Arity::One => quote!(visit(#name, FieldValue::Value(self.#field));),
        }
    });
    let label = &op.docs.label;
    quote! {
        impl Reflect for #ty {
            fn item_name(&self) -> &'static str {
                #label
            }

            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                #(#results)*
                #copies
                #visits
                #(#operands)*
            }
        }
    }
}
