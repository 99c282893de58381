//! Methods that visit the references to tables in a value, for changes: a value that is moved into another file must refer to the
//! tables of that file.

use super::fields::Fields;
use super::operation::OpEmitter;
use super::{Cx, names};
use crate::model::{Content, FieldKind, Kind, Record, Sequence, Union, Wire};
use proc_macro2::TokenStream;
use quote::quote;

impl Cx<'_> {
    /// Statements that visit the references in `value`, a place behind a mutable reference; none without references.
    fn references(&self, wire: &Wire, value: &TokenStream) -> Option<TokenStream> {
        match wire {
            Wire::Index(table) => {
                let table = &self.model.tables[*table].name;
                Some(quote!(visit(#table, &mut #value.0)?;))
            }
            Wire::Optional(element, _) | Wire::Sequence(Sequence { element, .. }) => {
                let each = self.references(element, &quote!(element))?;
                Some(quote!(for element in #value.iter_mut() { #each }))
            }
            Wire::Item(Kind::Record | Kind::Union, _) => {
                Some(quote!(#value.references_mut(visit)?;))
            }
            // An owned value that is stored as bytes cannot be changed without a context.
            Wire::Bytes(_, Content::Value(inner)) => {
                self.references(inner, value)?;
                let runtime = &self.options.runtime;
                Some(quote! {
                    if !#value.is_empty() {
                        return Err(#runtime::values::hidden_references());
                    }
                })
            }
            Wire::Indirect(inner) => self.references(inner, value),
            _ => None,
        }
    }

    /// The method that visits the references in a type of this name, in formats with operations.
    fn references_method(
        &self,
        name: &proc_macro2::Ident,
        body: &TokenStream,
    ) -> Option<TokenStream> {
        self.model.operations.as_ref()?;
        Some(quote! {
            impl #name {
                /// Calls `visit` for every reference to a table, in order, with the name of the table and the index, which can be
                /// changed.
                ///
                /// # Errors
                /// The first error of `visit`.
                #[allow(unused_variables, clippy::match_single_binding)]
                pub fn references_mut(
                    &mut self,
                    visit: &mut dyn FnMut(&'static str, &mut u32) -> Result<()>,
                ) -> Result<()> {
                    #body
                    Ok(())
                }
            }
        })
    }
}

/// Statements that visit the references in fields, from locals that are mutable references.
fn visits(fields: &Fields<'_, '_>) -> TokenStream {
    let visits = fields.visible().filter_map(|field| {
        let local = names::local(&field.docs.name);
        match &field.kind {
            FieldKind::Value(wire) => fields.cx.references(wire, &quote!(#local)),
            FieldKind::Optional(wire, _) => {
                let each = fields.cx.references(wire, &quote!(element))?;
                Some(quote!(for element in #local.iter_mut() { #each }))
            }
            _ => None,
        }
    });
    quote!(#(#visits)*)
}

/// Statements that bind the fields of a struct to locals and visit the references in them.
fn of_structure(fields: &Fields<'_, '_>, structure: &TokenStream) -> TokenStream {
    let locals = fields.visible().map(|field| {
        let (local, name) = (names::local(&field.docs.name), names::snake(&field.docs.name));
        quote!(let #local = &mut #structure.#name;)
    });
    let visits = visits(fields);
    quote!(#(#locals)* #visits)
}

pub(super) fn record(cx: &Cx<'_>, item: &Record) -> Option<TokenStream> {
    let fields = Fields::new(cx, &item.docs, &item.fields);
    cx.references_method(&names::camel(&item.docs.name), &of_structure(&fields, &quote!(self)))
}

pub(super) fn union(cx: &Cx<'_>, item: &Union) -> Option<TokenStream> {
    let arms = item.variants.iter().map(|variant| {
        let fields = Fields::new(cx, &variant.docs, &variant.fields);
        let (pattern, visits) =
            (fields.variant(&names::camel(&variant.docs.name)), visits(&fields));
        quote!(#pattern => { #visits })
    });
    let opaque = item.opaque.then(|| quote!(Self::Opaque { .. } => {}));
    cx.references_method(&names::camel(&item.docs.name), &quote!(match self { #(#arms)* #opaque }))
}

/// The references in all operations: the types of their results, and their attributes.
pub(super) fn operations(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> Option<TokenStream> {
    let table = &cx.model.tables[cx.model.operations.as_ref()?.types].name;
    let arms = ops.iter().map(|op| {
        let (ident, visits) = (op.ident(), of_structure(&op.attributes(), &quote!(op)));
        quote!(Self::#ident(op) => { #visits })
    });
    let body = quote! {
        let mut done = Ok(());
        self.each_result_mut(|result| {
            if done.is_ok() {
                done = visit(#table, &mut result.ty.0);
            }
        });
        done?;
        match self { #(#arms)* }
    };
    cx.references_method(&quote::format_ident!("Op"), &body)
}
