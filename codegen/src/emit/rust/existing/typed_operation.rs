//! Operations with all of their parts.

use super::super::operation_text::{Parts, level};
use super::{Existing, place};
use crate::operation_text::{Piece, Test, shows_others, values};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// A struct that is an operation with all of its parts.
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
    /// One line of documentation.
    pub summary: String,
    /// The fields that are operands, results, regions, successors or attributes, in order.
    pub parts: Vec<OperationPart>,
    /// The field with the properties, and its type.
    pub properties: Option<(Ident, TokenStream)>,
    /// Its syntax in text.
    pub text: Option<OperationText>,
}

/// The syntax of an operation in text.
#[derive(Clone, Debug)]
pub struct OperationText {
    /// The template. A name that is no part is a property.
    pub pieces: Vec<Piece>,
    /// The kind of each part, as the text requires it.
    pub kinds: Vec<PartKind>,
    /// Properties that must not be attributes, because of the text after them.
    pub plain: Vec<String>,
    /// The position of the template, for errors of the compiler.
    pub place: Span,
}

/// The kind of a field of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// An operand.
    Operand,
    /// A result.
    Result,
    /// A region.
    Region,
    /// A successor.
    Successor,
    /// An attribute that is not a property.
    Attribute,
}

/// A field of an operation.
#[derive(Clone, Debug)]
pub struct OperationPart {
    /// The field.
    pub field: Ident,
    /// Its type.
    pub ty: TokenStream,
    /// Its name.
    pub name: String,
    /// The operand that determines the type of a result: its name, and the type of its field.
    pub type_of: Option<(String, TokenStream)>,
}

/// Emits the code that reads and constructs an operation with all of its parts.
#[must_use]
pub fn typed_operation(item: &TypedOperation) -> TokenStream {
    let TypedOperation { runtime, name, dialect, operation, summary, parts, properties, text } =
        item;
    let attributes = Existing::attributes();
    let rows = parts.iter().map(|part| group(item, part));
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
    let checks = parts.iter().filter_map(|part| type_checks(item, part));
    let same = properties.iter().map(|(_, ty)| same_operation(item, ty));
    let layout = match properties {
        Some((_, ty)) => quote!(<#ty as #runtime::dialect::OpProperties>::LAYOUT),
        None => quote!(&[]),
    };
    let (table, text_checks) = match text {
        Some(text) => (table(item, text), text_checks(item, text)),
        None => (quote!(::core::option::Option::None), quote!()),
    };
    quote! {
        #attributes
        impl #runtime::dialect::DialectOperation for #name {
            const OPERATION: &'static ::core::primitive::str = #operation;
            const LAYOUT: &'static [#runtime::properties::Field] = #layout;
            const TEXT: ::core::option::Option<&'static #runtime::dialect::OpText> = #table;
            const PARTS: ::core::option::Option<&'static [#runtime::dialect::OpGroup]> =
                ::core::option::Option::Some(<Self as #runtime::dialect::Operation>::PARTS);
            const SUMMARY: ::core::option::Option<&'static ::core::primitive::str> =
                ::core::option::Option::Some(#summary);
        }

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
        #text_checks
    }
}

/// The row of a part in the table of an operation's parts.
fn group(item: &TypedOperation, part: &OperationPart) -> TokenStream {
    let (TypedOperation { runtime, .. }, OperationPart { ty, name, type_of, .. }) = (item, part);
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
}

/// A compile-time error for a type of a part without types, and for a type that is not that of an operand.
fn type_checks(item: &TypedOperation, part: &OperationPart) -> Option<TokenStream> {
    let TypedOperation { runtime, text, .. } = item;
    let (_, of) = part.type_of.as_ref()?;
    let (ty, place) = (&part.ty, place(&part.ty));
    // A text needs the types of operands, too.
    let (own, message): (&[&str], &str) = match text {
        Some(_) => (&["Operand", "Result"], "only operands and results have types"),
        None => (&["Result"], "only results have types"),
    };
    let kinds = [(ty, own, message), (of, &["Operand"], "expected the name of an operand")];
    let checks = kinds.map(|(ty, kinds, message)| {
        let kinds = kinds.iter().map(|kind| format_ident!("{kind}"));
        quote_spanned! {place=>
            const _: () = ::core::assert!(
                ::core::matches!(
                    <#ty as #runtime::dialect::OpField>::KIND,
                    #(#runtime::dialect::OpPartKind::#kinds)|*,
                ),
                #message,
            );
        }
    });
    Some(quote!(#(#checks)*))
}

/// A compile-time error for properties of another operation.
fn same_operation(item: &TypedOperation, properties: &TokenStream) -> TokenStream {
    let TypedOperation { runtime, operation, .. } = item;
    let place = place(properties);
    quote_spanned! {place=>
        const _: () = ::core::assert!(
            #runtime::versions::index_of(
                &[<#properties as #runtime::dialect::OpProperties>::OPERATION],
                #operation,
            ) == 0,
            "the properties are those of another operation",
        );
    }
}

/// The template of an operation as a table.
fn table(item: &TypedOperation, text: &OperationText) -> TokenStream {
    let TypedOperation { runtime, .. } = item;
    let part = |name: &str| part(item, text, name);
    let test = |test: &Test| {
        let (negated, part) = (test.negated, part(&test.part));
        let of = quote!(#runtime::operation_text::Subject::HasContent(#part));
        quote!(#runtime::operation_text::Test { negated: #negated, of: #of })
    };
    let pieces = level(&Parts { runtime, part: &part, test: &test }, &text.pieces);
    quote! {
        ::core::option::Option::Some(&#runtime::dialect::OpText {
            parts: <Self as #runtime::dialect::Operation>::PARTS,
            layout: <Self as #runtime::dialect::DialectOperation>::LAYOUT,
            pieces: #pieces,
        })
    }
}

/// The part or property with a name in the text of an operation.
fn part(item: &TypedOperation, text: &OperationText, name: &str) -> TokenStream {
    let TypedOperation { runtime, parts, .. } = item;
    let found = parts.iter().zip(&text.kinds).find(|(part, _)| part.name == name);
    let Some((_, kind)) = found else {
        return quote!(#runtime::operation_text::Part::Property(#name));
    };
    let mut of_kind = parts.iter().zip(&text.kinds).filter(|(_, other)| *other == kind);
    // The name was checked before.
    let index = of_kind.position(|(part, _)| part.name == name);
    let index = index.map(Literal::usize_unsuffixed);
    let kind = format_ident!("{kind:?}");
    quote!(#runtime::operation_text::Part::#kind(#index))
}

/// A compile-time error for a text of an operation with other properties or parts than the struct has.
fn text_checks(item: &TypedOperation, text: &OperationText) -> TokenStream {
    let TypedOperation { runtime, name, parts, .. } = item;
    let place = text.place;
    let layout = quote!(<#name as #runtime::dialect::DialectOperation>::LAYOUT);
    let kinds = parts.iter().zip(&text.kinds).map(|(part, kind)| {
        let (ty, place) = (&part.ty, super::place(&part.ty));
        let (name, ident) = (&part.name, format_ident!("{kind:?}"));
        let message = format!("the text uses `{name}` as a part of another kind");
        quote_spanned! {place=>
            const _: () = ::core::assert!(
                ::core::matches!(
                    <#ty as #runtime::dialect::OpField>::KIND,
                    #runtime::dialect::OpPartKind::#ident,
                ),
                #message,
            );
        }
    });
    let mut shown = Vec::new();
    values(&text.pieces, &mut shown);
    shown.retain(|name| parts.iter().all(|part| part.name != *name));
    let known = shown.iter().map(|name| {
        let message = format!("the properties of the operation have no `{name}`");
        quote_spanned! {place=>
            const _: () = ::core::assert!(#runtime::dialect::has_property(#layout, #name), #message);
        }
    });
    let plain = text.plain.iter().map(|name| {
        let message = format!(
            "the property `{name}` is an attribute, whose text can continue with `:` or `<`: put another token after it"
        );
        quote_spanned! {place=>
            const _: () = ::core::assert!(#runtime::dialect::is_plain_property(#layout, #name), #message);
        }
    });
    let message =
        "the text does not contain every property: show each of them, or add `{{dictionary *}}`";
    let all = (!shows_others(&text.pieces)).then(|| {
        quote_spanned! {place=>
            const _: () = ::core::assert!(
                #runtime::dialect::shows_every_property(#layout, &[#(#shown),*]),
                #message,
            );
        }
    });
    quote!(#(#kinds)* #(#known)* #(#plain)* #all)
}
