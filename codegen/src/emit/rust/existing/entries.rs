//! Makes a union an entry of a table of its dialect.

use super::super::Cx;
use super::{Existing, Generics, texts};
use crate::model::Union;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::BTreeSet;

/// The implementation of an entry of a dialect for a type.
pub(super) fn implement(
    cx: &Cx<'_>,
    existing: &Existing,
    item: &Union,
    name: &Ident,
) -> TokenStream {
    let (Some(table), Some(dialect)) = (existing.table, &existing.dialect) else {
        return quote!();
    };
    let Existing { runtime, generics, .. } = existing;
    let Generics { declared, bounds, types, .. } = generics;
    let id = format_ident!("{}Id", table.name());
    let codes = codes(item);
    let key = format!("{}s", table.name().to_lowercase());
    let message = format!("the dialect does not list `{name}`: add it to its `{key}(...)`");
    let listed = quote_spanned! {existing.span=>
        const LISTED: () = ::core::assert!(#runtime::dialect::listed::<Self>(), #message);
    };
    let lifetime = existing.lifetime();
    let ty = existing.item(name);
    let attributes = Existing::attributes();
    let version = quote!(<#dialect as #runtime::dialect::Dialect>::Version);
    let width = width(existing, item);
    let text = text(existing, &lifetime);
    let templates = texts::implement(cx, existing, item);
    let spell = existing.display.then(|| {
        quote! {
            fn spell(&self, f: &mut dyn ::core::fmt::Write) -> ::core::fmt::Result {
                ::core::fmt::Write::write_fmt(f, ::core::format_args!("{}", self))
            }
        }
    });
    quote! {
        #attributes
        impl<#lifetime, #declared> #runtime::dialect::Entry<#lifetime> for #ty
        where
            #bounds
            #(#types: ::core::fmt::Debug
                + for<'__c> #runtime::wire::FromWire<
                    #lifetime,
                    #runtime::dialect::In<'__c, #dialect>,
                >
                + for<'__w, '__m> #runtime::wire::ToWire<
                    #runtime::dialect::Out<'__w, '__m, #dialect>,
                >,)*
        {
            type Dialect = #dialect;
            type Id = #runtime::dialect::#id;
            #codes
            #listed

            #[inline]
            fn read(
                cursor: &mut #runtime::wire::Cursor<#lifetime>,
                cx: &#runtime::dialect::Reading<'_, #version>,
            ) -> #runtime::error::Result<Self> {
                #runtime::wire::FromWire::from_wire(cursor, cx)
            }

            #[inline]
            fn write(
                &self,
                writer: &mut #runtime::wire::Writer,
                cx: &mut #runtime::dialect::Writing<'_, '_, #version>,
            ) -> #runtime::error::Result<()> {
                #runtime::wire::ToWire::to_wire(self, writer, cx)
            }

            #width
            #text
            #templates
            #spell
        }
    }
}

/// The constants with the codes that an entry has, and with its former codes.
fn codes(item: &Union) -> TokenStream {
    let codes: BTreeSet<u64> = item.variants.iter().map(|variant| variant.tag).collect();
    let codes = codes.iter().map(|code| Literal::u64_unsuffixed(*code));
    let dead = item.reserved.iter().filter(|reserved| !reserved.was.is_empty()).map(|reserved| {
        let (code, was) = (Literal::i128_unsuffixed(reserved.number), &reserved.was);
        quote!((#code, #was))
    });
    quote! {
        const CODES: &'static [::core::primitive::u64] = &[#(#codes),*];
        const DEAD: &'static [(::core::primitive::u64, &'static ::core::primitive::str)] =
            &[#(#dead),*];
    }
}

/// The method that returns the width of the numbers of a type.
fn width(existing: &Existing, item: &Union) -> TokenStream {
    let arms = existing.shapes.iter().filter_map(|shape| {
        let (form, _) = shape.forms.first()?;
        let variant = item.variants.iter().find(|variant| variant.docs.name == *form)?;
        let Some((_, crate::ast::Literal::Int(width))) = variant.traits.first() else {
            return None;
        };
        let width = u64::try_from(*width).ok()?;
        let pattern = shape.braces(&[quote!(..)]);
        Some(quote!(#pattern => #width,))
    });
    let arms: Vec<_> = arms.collect();
    if arms.is_empty() {
        return quote!();
    }
    quote! {
        fn width(&self) -> ::core::option::Option<::core::primitive::u64> {
            ::core::option::Option::Some(match self {
                #(#arms)*
                #[allow(unreachable_patterns)]
                _ => return ::core::option::Option::None,
            })
        }
    }
}

/// The conversions between an entry that is text and the variant that contains the text.
fn text(existing: &Existing, lifetime: &TokenStream) -> TokenStream {
    let Some(shape) = existing.shapes.iter().find(|shape| shape.text) else { return quote!() };
    let members: Vec<_> = shape.fields.iter().map(|field| &field.member).collect();
    let value = shape.braces(&[quote!(#(#members: ::core::convert::Into::into(text)),*)]);
    let pattern = shape.braces(&[quote!(#(#members: text),*)]);
    quote! {
        fn from_text(text: &#lifetime ::core::primitive::str) -> ::core::option::Option<Self> {
            ::core::option::Option::Some(#value)
        }

        fn as_text(&self) -> ::core::option::Option<&::core::primitive::str> {
            match self {
                #pattern => ::core::option::Option::Some(::core::convert::AsRef::as_ref(text)),
                #[allow(unreachable_patterns)]
                _ => ::core::option::Option::None,
            }
        }
    }
}
