//! Values that reach to the end of the bytes. A macro does not see whether a type of a field has such values: the compiler finds
//! that out, and refuses what would follow them.

use super::super::fields::Fields;
use super::{Custom, Existing, place};
use crate::model::{Extent, Sequence, Wire};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Existing {
    /// A condition of constants: the last of the fields reaches to the end of the bytes. None where it never does.
    pub(super) fn is_open(&self, fields: &Fields<'_, '_>) -> Option<TokenStream> {
        match fields.visible().last()?.wire()? {
            Wire::Bytes(Extent::Rest, _) => Some(quote!(true)),
            wire => self.is_open_type(wire).map(|(_, is_open)| is_open),
        }
    }

    /// Assertions that nothing stands behind what reaches to the end of the bytes: neither a field nor an element.
    pub(super) fn refuse_open(&self, fields: &Fields<'_, '_>) -> Vec<TokenStream> {
        let mut assertions = Vec::new();
        let mut fields = fields.visible().peekable();
        while let Some(field) = fields.next() {
            let Some(wire) = field.wire() else { continue };
            let element = elements(wire);
            if element.is_none() && fields.peek().is_none() {
                continue;
            }
            let Some((ty, is_open)) = self.is_open_type(element.unwrap_or(wire)) else { continue };
            let name = &field.docs.name;
            let message = match element {
                Some(_) => format!("an element of `{name}` reaches to the end of the bytes"),
                None => format!("`{name}` reaches to the end of the bytes: it must stand last"),
            };
            assertions.push(quote_spanned! {place(ty)=>
                const { ::core::assert!(!#is_open, #message) };
            });
        }
        assertions
    }

    /// A type that knows itself how it is written, and the constant that says whether it reaches to the end.
    fn is_open_type(&self, wire: &Wire) -> Option<(&TokenStream, TokenStream)> {
        let Wire::Codec(index, _) = wire else { return None };
        let Custom { ty, with: None } = self.codecs.get(*index)? else { return None };
        let runtime = &self.runtime;
        let context = self.writing(&match self.format {
            Some(_) => quote!('_),
            None => quote!('_, '_),
        });
        Some((ty, quote!(<#ty as #runtime::wire::ToWire<#context>>::IS_OPEN)))
    }
}

/// What a list, or a list of lists, is made of.
fn elements(wire: &Wire) -> Option<&Wire> {
    let Wire::Sequence(Sequence { element, .. }) = wire else { return None };
    elements(element).or(Some(element))
}
