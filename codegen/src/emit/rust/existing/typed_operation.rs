//! Operations with all that they have.

use super::{Existing, place};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// A struct that is an operation with all that it has.
#[derive(Clone, Debug)]
pub struct TypedOperation {
    /// Path of the `bytespec` crate.
    pub runtime: TokenStream,
    /// The struct.
    pub name: Ident,
    /// The dialect.
    pub dialect: TokenStream,
    /// The operation, without its dialect.
    pub operation: String,
    /// The fields that are operands, results, regions, successors or attributes, in order.
    pub parts: Vec<OperationPart>,
    /// The field that is the properties, and its type.
    pub properties: Option<(Ident, TokenStream)>,
}

/// A field of an operation.
#[derive(Clone, Debug)]
pub struct OperationPart {
    /// The field.
    pub field: Ident,
    /// Its type.
    pub ty: TokenStream,
    /// What it is called.
    pub name: String,
    /// The operands whose type a result has: their name, and the type of that field.
    pub type_of: Option<(String, TokenStream)>,
}

/// Emits what reads an operation with all that it has, and makes one.
#[must_use]
pub fn typed_operation(item: &TypedOperation) -> TokenStream {
    let TypedOperation { runtime, name, dialect, operation, parts, properties } = item;
    let attributes = Existing::attributes();
    let rows = parts.iter().map(|OperationPart { ty, name, type_of, .. }| {
        let place = place(ty);
        let type_of = match type_of {
            Some((of, _)) => quote!(::core::option::Option::Some(#of)),
            None => quote!(::core::option::Option::None),
        };
        quote_spanned! {place=>
            #runtime::dialect::OpGroup {
                group: #runtime::signatures::Group::new(
                    #name,
                    <#ty as #runtime::dialect::OpField>::COUNT,
                ),
                kind: <#ty as #runtime::dialect::OpField>::KIND,
                type_of: #type_of,
            }
        }
    });
    let reads = parts.iter().enumerate().map(|(at, OperationPart { field, ty, .. })| {
        let at = Literal::usize_unsuffixed(at);
        quote!(#field: #runtime::dialect::field::<Self, #ty>(parts, #at)?)
    });
    let writes = parts.iter().map(|OperationPart { field, ty, .. }| {
        quote!(<#ty as #runtime::dialect::OpField>::to_parts(&self.#field))
    });
    let read_properties = properties
        .iter()
        .map(|(field, ty)| quote!(#field: #runtime::dialect::operation_properties::<#ty>(parts)?));
    let write_properties = properties.iter().map(|(field, ty)| {
        quote! {
            fn to_properties(
                &self,
            ) -> ::std::vec::Vec<(&'static ::core::primitive::str, #runtime::dialect::PropertyValue)> {
                <#ty as #runtime::dialect::OpProperties>::to_properties(&self.#field)
            }
        }
    });
    let checks = parts.iter().filter_map(|part| {
        let (_, of) = part.type_of.as_ref()?;
        let (ty, place) = (&part.ty, place(&part.ty));
        let kinds = [
            (ty, "Result", "only a result has a type to be said"),
            (of, "Operand", "the type is that of an operand"),
        ];
        let checks = kinds.map(|(ty, kind, message)| {
            let kind = format_ident!("{kind}");
            quote_spanned! {place=>
                const _: () = ::core::assert!(
                    ::core::matches!(
                        <#ty as #runtime::dialect::OpField>::KIND,
                        #runtime::dialect::OpPartKind::#kind,
                    ),
                    #message,
                );
            }
        });
        Some(quote!(#(#checks)*))
    });
    let same = properties.iter().map(|(_, ty)| {
        let place = place(ty);
        quote_spanned! {place=>
            const _: () = ::core::assert!(
                #runtime::dialect::index_of(
                    &[<#ty as #runtime::dialect::OpProperties>::OPERATION],
                    #operation,
                ) == 0,
                "the properties are those of another operation",
            );
        }
    });
    quote! {
        #attributes
        impl #runtime::dialect::Operation for #name {
            type Dialect = #dialect;
            const OPERATION: &'static ::core::primitive::str = #operation;
            const PARTS: &'static [#runtime::dialect::OpGroup] = &[#(#rows),*];

            #[allow(unused_variables)]
            fn from_parts(
                parts: &mut dyn #runtime::dialect::OpParts,
            ) -> #runtime::error::Result<Self> {
                ::core::result::Result::Ok(Self { #(#reads,)* #(#read_properties,)* })
            }

            fn to_parts(&self) -> ::std::vec::Vec<::std::vec::Vec<#runtime::dialect::OpPart>> {
                ::std::vec![#(#writes),*]
            }

            #(#write_properties)*
        }

        #(#same)*
        #(#checks)*
    }
}
