//! Values that extend to the end of the bytes. A macro does not know whether the type of a field has such values. The compiler
//! determines it, and assertions reject anything after such a value.

use super::super::fields::Fields;
use super::{Coding, Custom, Existing, place};
use crate::model::{Extent, Wire};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Existing {
    /// A constant condition: whether the last field extends to the end of the bytes. None if it never does.
    pub(super) fn is_open(&self, fields: &Fields<'_, '_>) -> Option<TokenStream> {
        match fields.visible().last()?.wire()? {
            Wire::Bytes(Extent::Rest, _) => Some(quote!(true)),
            wire => match self.coding(wire)? {
                Custom { ty, coding: Coding::Type, .. } => Some(self.is_open_type(ty)),
                _ => None,
            },
        }
    }

    /// Assertions that no field and no element follows a value that extends to the end of the bytes.
    pub(super) fn refuse_open(&self, fields: &Fields<'_, '_>) -> Vec<TokenStream> {
        let mut assertions = Vec::new();
        let mut fields = fields.visible().peekable();
        while let Some(field) = fields.next() {
            let Some(wire) = field.wire() else { continue };
            let name = &field.docs.name;
            let (types, message) = match self.coding(wire) {
                Some(Custom { coding: Coding::Part(part), .. }) => {
                    let message = format!("a part of `{name}` extends to the end of the bytes");
                    (part.types(), message)
                }
                Some(Custom { ty, coding: Coding::Type, .. }) if fields.peek().is_some() => {
                    let must = "it must come last";
                    (vec![ty], format!("`{name}` extends to the end of the bytes: {must}"))
                }
                _ => continue,
            };
            assertions.extend(types.into_iter().map(|ty| {
                let is_open = self.is_open_type(ty);
                quote_spanned! {place(ty)=>
                    const { ::core::assert!(!#is_open, #message) };
                }
            }));
        }
        assertions
    }

    /// The codec of the type of a field.
    fn coding(&self, wire: &Wire) -> Option<&Custom> {
        let Wire::Codec(index, _) = wire else { return None };
        self.codecs.get(*index)
    }

    /// The constant of a type that states whether it extends to the end.
    pub(super) fn is_open_type(&self, ty: &TokenStream) -> TokenStream {
        let (runtime, context) = (&self.runtime, self.writing_of_a_field());
        quote!(<#ty as #runtime::wire::ToWire<#context>>::IS_OPEN)
    }
}
