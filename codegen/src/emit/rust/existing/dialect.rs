//! Dialects.

use super::{Existing, Table};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// A struct that represents a dialect.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// Path of the `bytespec` crate.
    pub runtime: TokenStream,
    /// The struct.
    pub name: Ident,
    /// The name, spelled as in the file.
    pub label: String,
    /// The position of the name, for errors of the compiler.
    pub place: Span,
    /// One line of documentation.
    pub summary: String,
    /// The versions, oldest first.
    pub versions: Vec<String>,
    /// The number of varints in the record of a version.
    pub record: usize,
    /// The text before the version in the name of a producer; empty if the record states the version.
    pub producer: String,
    /// The entries of the attribute table: types whose lifetime is `'__a`.
    pub attributes: Vec<TokenStream>,
    /// The entries of the type table: types whose lifetime is `'__a`.
    pub types: Vec<TokenStream>,
    /// The operations, or their properties.
    pub operations: Vec<TokenStream>,
}

/// The same type with the lifetime `'static`.
fn is_static(tokens: TokenStream) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(ident) if ident == "__a" => {
                TokenTree::Ident(Ident::new("static", ident.span()))
            }
            TokenTree::Group(group) => {
                TokenTree::Group(Group::new(group.delimiter(), is_static(group.stream())))
            }
            token => token,
        })
        .collect()
}

/// Emits the implementation of a dialect for a struct, and its description.
#[must_use]
pub fn dialect(item: &Dialect) -> TokenStream {
    let Dialect { runtime, label, .. } = item;
    let message = format!("the library describes the dialect {label}: choose another name");
    let described = quote_spanned! {item.place=>
        const _: () = ::core::assert!(!#runtime::dialect::is_described(#label), #message);
    };
    let implementation = implementation(item);
    let [attributes, types] = item.tables().map(|(table, types)| checks(runtime, table, types));
    quote!(#described #implementation #attributes #types)
}

impl Dialect {
    fn tables(&self) -> [(Table, &[TokenStream]); 2] {
        [(Table::Attribute, &self.attributes), (Table::Type, &self.types)]
    }
}

/// The traits of a dialect, without compile-time checks.
pub(super) fn implementation(item: &Dialect) -> TokenStream {
    let Dialect { runtime, name, label, summary, versions, record, producer, .. } = item;
    let impl_attributes = Existing::attributes();
    let list = |types: &[TokenStream]| {
        types.iter().rev().fold(quote!(()), |rest, ty| quote!((#ty, #rest)))
    };
    let (attributes, types) = (list(&item.attributes), list(&item.types));
    let operations = item.operations.iter().map(|ty| {
        let place = super::place(ty);
        quote_spanned!(place=> #runtime::dialect::ListedOperation::of::<#ty>())
    });
    let listed = quote!(<Self as #runtime::export::DescribeDialect>::OPERATIONS);
    let [attribute_items, type_items] = item.tables().map(|(table, types)| {
        let function = format_ident!("{}_entries", table.name().to_lowercase());
        let entries = types.iter().map(|ty| {
            let ty = is_static(ty.clone());
            quote!(<#ty as #runtime::export::DescribeEntry>::union)
        });
        quote! {
            fn #function() -> ::std::vec::Vec<#runtime::export::DescribeUnion> {
                ::std::vec![#(#entries as #runtime::export::DescribeUnion),*]
            }
        }
    });
    quote! {
        #impl_attributes
        impl #runtime::dialect::DeclaredVersions for #name {
            const DIALECT: &'static ::core::primitive::str = #label;
            const VERSIONS: &'static [&'static ::core::primitive::str] = &[#(#versions),*];
            const RECORD: ::core::primitive::usize = #record;
            const PRODUCER: &'static ::core::primitive::str = #producer;
        }

        #impl_attributes
        impl #runtime::dialect::Dialect for #name {
            const NAME: &'static ::core::primitive::str = #label;
            type Version = #runtime::dialect::Numbered<#name>;
            type Attributes<'__a> = #attributes;
            type Types<'__a> = #types;

            fn property_layout(
                operation: &::core::primitive::str,
            ) -> ::core::option::Option<&'static [#runtime::properties::Field]> {
                #runtime::dialect::find_layout(#listed, operation)
            }

            fn operation_text(
                operation: &::core::primitive::str,
            ) -> ::core::option::Option<&'static #runtime::dialect::OpText> {
                #runtime::dialect::find_text(#listed, operation)
            }
        }

        #impl_attributes
        impl #runtime::export::DescribeDialect for #name {
            const SUMMARY: &'static ::core::primitive::str = #summary;
            const OPERATIONS: &'static [#runtime::dialect::ListedOperation] = &[#(#operations),*];
            #attribute_items
            #type_items
        }
    }
}

/// Compile-time errors for entries of another table, and for codes that two entries have.
fn checks(runtime: &TokenStream, table: Table, types: &[TokenStream]) -> TokenStream {
    let name = format_ident!("{}", table.name());
    let what = table.name().to_lowercase();
    let types: Vec<_> = types.iter().cloned().map(is_static).collect();
    let of_table = types.iter().map(|ty| {
        let place = super::place(ty);
        let message = format!("expected an entry of the {what} table, found one of the other table");
        quote_spanned! {place=>
            const _: () = ::core::assert!(
                #runtime::dialect::in_table(
                    <<#ty as #runtime::dialect::Entry<'static>>::Id as #runtime::dialect::Index>::TABLE,
                    #runtime::dialect::Table::#name,
                ),
                #message,
            );
        }
    });
    let place = types.last().map_or_else(Span::call_site, super::place);
    let message = format!("two of the {what}s of the dialect have the same code");
    let distinct = (types.len() > 1).then(|| {
        quote_spanned! {place=>
            const _: () = ::core::assert!(
                #runtime::dialect::codes_are_distinct(&[
                    #(<#types as #runtime::dialect::Entry<'static>>::CODES),*
                ]),
                #message,
            );
        }
    });
    quote!(#(#of_table)* #distinct)
}
