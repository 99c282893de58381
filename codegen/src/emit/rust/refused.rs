//! Values that a field rejects: numbers, and empty strings.

use super::fields::Fields;
use super::names;
use crate::model::{Field, Wire};
use proc_macro2::TokenStream;
use quote::quote;

impl Fields<'_, '_> {
    /// Statements that refuse a rejected value of a field, which was read at `at` into its local; none if the field rejects
    /// nothing.
    pub(super) fn refused_read(&self, field: &Field, wire: &Wire) -> Option<TokenStream> {
        let name = &field.docs.name;
        let local = names::local(name);
        // Only a host can look up strings.
        if field.nonempty && self.cx.options.host.is_some() {
            return Some(match wire {
                Wire::Optional(..) => quote! {
                    if let Some(id) = #local { cx.check_nonempty(id, at).field(#name)?; }
                },
                _ => quote!(cx.check_nonempty(#local, at).field(#name)?;),
            });
        }
        let reject = reject(field)?;
        let runtime = &self.cx.options.runtime;
        Some(match wire.element() {
            Some(_) => quote! {
                for (index, element) in #local.iter().enumerate() {
                    if ::core::matches!(element, #reject) {
                        let at = #local.position(index);
                        return Err(#runtime::values::rejected(at, element.into()))
                            .index(index as u64).field(#name);
                    }
                }
            },
            None => quote! {
                if ::core::matches!(#local, #reject) {
                    return Err(#runtime::values::rejected(at, #local.into())).field(#name);
                }
            },
        })
    }

    /// Statements that refuse to write a rejected value of a field, to which its local refers.
    pub(super) fn refused_write(&self, field: &Field, wire: &Wire) -> Option<TokenStream> {
        let name = &field.docs.name;
        let local = names::local(name);
        if field.nonempty && self.cx.options.host.is_some() {
            return Some(match wire {
                Wire::Optional(..) => quote! {
                    if let Some(id) = *#local { cx.check_nonempty(id).field(#name)?; }
                },
                _ => quote!(cx.check_nonempty(*#local).field(#name)?;),
            });
        }
        let reject = reject(field)?;
        let runtime = &self.cx.options.runtime;
        Some(match wire.element() {
            Some(_) => quote! {
                for (index, element) in #local.iter().enumerate() {
                    if ::core::matches!(*element, #reject) {
                        return Err(#runtime::values::unwritable((*element).into()))
                            .index(index as u64).field(#name);
                    }
                }
            },
            None => quote! {
                if ::core::matches!(*#local, #reject) {
                    return Err(#runtime::values::unwritable((*#local).into())).field(#name);
                }
            },
        })
    }
}

/// The numbers that a field rejects, as a pattern.
fn reject(field: &Field) -> Option<TokenStream> {
    let reject = field.reject.iter().map(|value| proc_macro2::Literal::i128_unsuffixed(*value));
    (!field.reject.is_empty()).then(|| quote!(#(#reject)|*))
}
