//! Properties of operations.

use super::Existing;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

/// A struct with the properties of an operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Path of the `bytespec` crate.
    pub runtime: TokenStream,
    /// The struct.
    pub name: Ident,
    /// The dialect.
    pub dialect: TokenStream,
    /// The operation, without its dialect.
    pub operation: String,
    /// For each field in wire order: its name, its type and the property.
    pub fields: Vec<(Ident, TokenStream, String)>,
}

/// Emits the layout of an operation's properties, and the code that reads and sets them.
#[must_use]
pub fn operation(item: &Operation) -> TokenStream {
    let Operation { runtime, name, dialect, operation, fields } = item;
    let attributes = Existing::attributes();
    let rows = fields.iter().map(|(_, ty, property)| {
        let place = super::place(ty);
        quote_spanned! {place=>
            #runtime::properties::Field::new(
                #property,
                <#ty as #runtime::dialect::PropertyType>::KIND,
            )
        }
    });
    let reads = fields.iter().map(|(field, ty, property)| {
        quote! {
            #field: #runtime::error::Context::field(
                <#ty as #runtime::dialect::PropertyType>::from_property(get(#property)),
                #property,
            )?
        }
    });
    let writes = fields.iter().map(|(field, ty, property)| {
        quote! {
            (#property, <#ty as #runtime::dialect::PropertyType>::to_property(&self.#field))
        }
    });
    quote! {
        #attributes
        impl #runtime::dialect::OpProperties for #name {
            type Dialect = #dialect;
            const OPERATION: &'static ::core::primitive::str = #operation;
            const LAYOUT: &'static [#runtime::properties::Field] = &[#(#rows),*];

            #[allow(unused_variables)]
            fn from_properties(
                get: &mut dyn ::core::ops::FnMut(
                    &::core::primitive::str,
                ) -> ::core::option::Option<#runtime::dialect::PropertyValue>,
            ) -> #runtime::error::Result<Self> {
                ::core::result::Result::Ok(Self { #(#reads),* })
            }

            fn to_properties(
                &self,
            ) -> ::std::vec::Vec<(&'static ::core::primitive::str, #runtime::dialect::PropertyValue)> {
                ::std::vec![#(#writes),*]
            }
        }

        #attributes
        impl #runtime::dialect::DialectOperation for #name {
            const OPERATION: &'static ::core::primitive::str = #operation;
            const LAYOUT: &'static [#runtime::properties::Field] =
                <Self as #runtime::dialect::OpProperties>::LAYOUT;
        }
    }
}
