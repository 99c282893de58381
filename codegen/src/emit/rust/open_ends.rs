//! Values that take all remaining bytes, so that nothing can follow them.

use super::fields::Fields;
use super::names;
use crate::model::{Content, Field, FieldKind, Kind, Model, Wire};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The greatest depth to which items are searched. An item that contains itself has an open end at any depth.
const MAX_DEPTH: usize = 8;

/// The items that can have an open end.
#[derive(Default)]
pub(super) struct OpenEnds {
    records: Vec<bool>,
    unions: Vec<bool>,
}

impl OpenEnds {
    pub(super) fn of(model: &Model) -> Self {
        let opaque = model.unions.iter().map(|item| item.opaque);
        let (records, unions) = (vec![false; model.records.len()], opaque.collect());
        let mut open = OpenEnds { records, unions };
        loop {
            let mut is_done = true;
            for (at, item) in model.records.iter().enumerate() {
                if !open.records[at] && open.any(&item.fields) {
                    (open.records[at], is_done) = (true, false);
                }
            }
            for (at, item) in model.unions.iter().enumerate() {
                if !open.unions[at] && item.variants.iter().any(|of| open.any(&of.fields)) {
                    (open.unions[at], is_done) = (true, false);
                }
            }
            if is_done {
                return open;
            }
        }
    }

    pub(super) fn record(&self, index: usize) -> bool {
        self.records[index]
    }

    pub(super) fn union(&self, index: usize) -> bool {
        self.unions[index]
    }

    fn any(&self, fields: &[Field]) -> bool {
        fields.iter().filter_map(Field::wire).any(|wire| self.wire(wire))
    }

    fn wire(&self, wire: &Wire) -> bool {
        match wire {
            Wire::Bytes(_, Content::Value(_)) => false,
            Wire::Indirect(inner) => self.wire(inner),
            Wire::Item(Kind::Record, index) => self.records[*index],
            Wire::Item(Kind::Union, index) => self.unions[*index],
            wire => wire.takes_rest(),
        }
    }
}

/// A condition on the owned fields, to which their locals refer: whether a field that takes all bytes is present. None without
/// such fields.
pub(super) fn of_fields(fields: &Fields<'_, '_>) -> Option<TokenStream> {
    fields_end_open(fields, 0)
}

fn fields_end_open(fields: &Fields<'_, '_>, depth: usize) -> Option<TokenStream> {
    let open = fields.visible().filter_map(|field| {
        let local = names::local(&field.docs.name);
        let optional = matches!(field.kind, FieldKind::Optional(..));
        let inner = if optional { format_ident!("some_{depth}") } else { local.clone() };
        let mut open = wire_ends_open(fields, field.wire()?, &quote!(#inner), depth)?;
        if optional {
            open = quote!(#local.as_ref().is_some_and(|#inner| #open));
        }
        Some(match fields.condition(&field.docs.gate) {
            Some(condition) => quote!((#condition && #open)),
            None => open,
        })
    });
    let open: Vec<TokenStream> = open.collect();
    (!open.is_empty()).then(|| quote!(#(#open)||*))
}

/// A condition on a value, to which `place` refers.
fn wire_ends_open(
    around: &Fields<'_, '_>,
    wire: &Wire,
    place: &TokenStream,
    depth: usize,
) -> Option<TokenStream> {
    let cx = around.cx;
    match wire {
        wire if !cx.open_ends.wire(wire) => None,
        wire if wire.takes_rest() => Some(quote!(true)),
        Wire::Indirect(inner) => wire_ends_open(around, inner, &quote!((&**#place)), depth),
        Wire::Item(Kind::Record, index) if depth < MAX_DEPTH => {
            let item = &cx.model.records[*index];
            let fields = Fields::new(cx, &item.docs, &item.fields);
            let open = fields_end_open(&fields, depth + 1)?;
            let name = names::camel(&item.docs.name);
            let bindings = fields.bindings();
            Some(quote!({ let #name { #(#bindings,)* } = #place; #open }))
        }
        Wire::Item(Kind::Union, index) if depth < MAX_DEPTH => {
            let item = &cx.model.unions[*index];
            let name = names::camel(&item.docs.name);
            let arms = item.variants.iter().filter_map(|variant| {
                let fields = super::unions::fields(cx, variant);
                let open = fields_end_open(&fields, depth + 1)?;
                let (ident, bindings) = (names::camel(&variant.docs.name), fields.bindings());
                Some(quote!(#name::#ident { #(#bindings,)* } => #open,))
            });
            let mut arms: Vec<TokenStream> = arms.collect();
            if item.opaque {
                arms.push(quote!(#name::Opaque { .. } => true,));
            }
            (!arms.is_empty()).then(|| quote!(match #place { #(#arms)* _ => false }))
        }
        _ => None,
    }
}
