//! Methods that visit the references in an entry that are restricted to kinds of entries.

use super::fields::Fields;
use super::frame::{Frame, elided};
use super::{Cx, names};
use crate::model::{Field, FieldKind, Kind, Kinds, Model, Record, Sequence, Union, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// Whether some entries of the format have such references.
pub(super) fn is_wanted(cx: &Cx<'_>) -> bool {
    cx.model.unions.iter().any(|item| union_has_kinds(cx, item))
}

/// Whether some reference in an entry of a union is restricted to kinds of entries.
pub(super) fn union_has_kinds(cx: &Cx<'_>, item: &Union) -> bool {
    let mut fields = item.variants.iter().flat_map(|variant| &variant.fields);
    item.entries.is_some() && fields.any(|field| cx.has_kinds(field))
}

impl Cx<'_> {
    fn has_kinds(&self, field: &Field) -> bool {
        field.kinds.is_some() || field.wire().is_some_and(|wire| self.holds_kinds(wire))
    }

    /// Whether values of a shape contain records with such references.
    fn holds_kinds(&self, wire: &Wire) -> bool {
        match wire {
            Wire::Optional(inner, _) | Wire::Sequence(Sequence { element: inner, .. }) => {
                self.holds_kinds(inner)
            }
            Wire::Item(Kind::Record, index) => self.record_has_kinds(*index),
            _ => false,
        }
    }

    fn record_has_kinds(&self, index: usize) -> bool {
        let fields = &self.model.records[index].fields;
        !self.recursive_records[index] && fields.iter().any(|field| self.has_kinds(field))
    }

    /// An expression of type `Result<()>` that visits the references in `value`; none without references.
    fn kinds(
        &self,
        wire: &Wire,
        value: &TokenStream,
        kinds: Option<&Kinds>,
    ) -> Option<TokenStream> {
        Some(match wire {
            Wire::Index(table) => {
                let (table, kinds) = (&self.model.tables[*table].name, self.constant(kinds?));
                quote!(check(#table, #value.0, #kinds))
            }
            Wire::Optional(inner, _) => {
                let inner = self.kinds(inner, &quote!(some), kinds)?;
                quote!(match #value { Some(some) => #inner, None => Ok(()) })
            }
            Wire::Sequence(Sequence { element, .. }) => {
                let each = self.kinds(element, &quote!(element), kinds)?;
                quote!(#value.iter().zip(0u64..).try_for_each(|(element, index)| (#each).index(index)))
            }
            Wire::Item(Kind::Record, index) => match self.model.records[*index].fields.as_slice() {
                [field] if kinds.is_some() => {
                    let inside = names::snake(&field.docs.name);
                    self.kinds(field.wire()?, &quote!(#value.#inside), kinds)?
                }
                _ if self.record_has_kinds(*index) => quote!(#value.kinds(check)),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The place of a restriction in the table of all.
    fn constant(&self, kinds: &Kinds) -> TokenStream {
        let place = self.restrictions.iter().position(|other| *other == kinds);
        quote!(&reference_kinds::ALL[#place])
    }
}

/// Every restriction of a reference, once.
pub(super) fn restrictions(model: &Model) -> Vec<&Kinds> {
    let of_records = model.records.iter().flat_map(|item| &item.fields);
    let variants = model.unions.iter().flat_map(|item| &item.variants);
    let fields = of_records.chain(variants.flat_map(|variant| &variant.fields));
    let mut all: Vec<&Kinds> = Vec::new();
    for kinds in fields.filter_map(|field| field.kinds.as_ref()) {
        if !all.contains(&kinds) {
            all.push(kinds);
        }
    }
    all
}

/// The table of all restrictions.
pub(super) fn table(cx: &Cx<'_>) -> Option<TokenStream> {
    let all = &cx.restrictions;
    if !is_wanted(cx) || all.is_empty() {
        return None;
    }
    let runtime = &cx.options.runtime;
    let count = all.len();
    let rows = all.iter().map(|kinds| {
        let variants = kinds.variants.iter().map(|(dialect, name)| quote!((#dialect, #name)));
        let names: Vec<String> = kinds.names.iter().map(|name| format!("`{name}`")).collect();
        let expected = match names.as_slice() {
            [name] => format!("of the kind {name}"),
            names => format!("of a kind of {}", names.join(", ")),
        };
        let open = kinds.open;
        quote!(Kinds { variants: &[#(#variants),*], open: #open, expected: #expected })
    });
    Some(quote! {
        mod reference_kinds {
            use #runtime::reflect::Kinds;
            pub(super) static ALL: [Kinds; #count] = [#(#rows),*];
        }
    })
}

/// Statements that visit the references in fields, from locals of the borrowed type.
fn visits(fields: &Fields<'_, '_>) -> TokenStream {
    let visits = fields.visible().filter_map(|field| {
        let (name, local) = (&field.docs.name, names::local(&field.docs.name));
        let kinds = field.kinds.as_ref();
        let visit = match &field.kind {
            FieldKind::Value(wire) | FieldKind::Part(wire, _) => {
                fields.cx.kinds(wire, &quote!(#local), kinds)?
            }
            FieldKind::Optional(wire, _) => {
                let inner = fields.cx.kinds(wire, &quote!(present), kinds)?;
                quote!(match #local { Some(present) => #inner, None => Ok(()) })
            }
            _ => return None,
        };
        Some(quote!((#visit).field(#name)?;))
    });
    quote!(#(#visits)*)
}

/// The method of a borrowed type.
pub(super) fn method(frame: &Frame<'_, '_>, body: &TokenStream) -> TokenStream {
    let (name, lifetime) = (&frame.name, elided(&frame.lifetime()));
    let runtime = &frame.cx.options.runtime;
    quote! {
        impl #name #lifetime {
            /// Calls `check` for each reference that is restricted to kinds of entries, in order, with the table, the index and
            /// the kinds.
            ///
            /// # Errors
            /// The first error of `check`, with the path of the reference.
            #[allow(unused_variables)]
            pub fn kinds(
                &self,
                check: &mut dyn FnMut(&'static str, u32, &'static #runtime::reflect::Kinds) -> Result<()>,
            ) -> Result<()> {
                #body
            }
        }
    }
}

pub(super) fn record(frame: &Frame<'_, '_>, index: usize, item: &Record) -> Option<TokenStream> {
    let cx = frame.cx;
    if !frame.is_read() || !is_wanted(cx) || !cx.record_has_kinds(index) {
        return None;
    }
    let fields = Fields::new(cx, &item.docs, &item.fields);
    let (copies, visits) = (fields.copies(), visits(&fields));
    Some(method(frame, &quote!(#copies #visits Ok(()))))
}

pub(super) fn union(frame: &Frame<'_, '_>, item: &Union) -> Option<TokenStream> {
    let cx = frame.cx;
    if !frame.is_read() || !union_has_kinds(cx, item) {
        return None;
    }
    let has_kinds = |field: &Field| cx.has_kinds(field);
    let variants = item.variants.iter().filter(|variant| variant.fields.iter().any(has_kinds));
    let arms = variants.map(|variant| {
        let fields = Fields::new(cx, &variant.docs, &variant.fields);
        let (pattern, visits) =
            (fields.variant(&names::camel(&variant.docs.name)), visits(&fields));
        let name = &variant.docs.name;
        quote! {
            #pattern => {
                let mut shown = || -> Result<()> { #visits Ok(()) };
                shown().item(#name)
            }
        }
    });
    Some(method(frame, &quote!(match *self { #(#arms)* _ => Ok(()) })))
}
