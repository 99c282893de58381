//! Describes an item in the schema language.

use super::super::integers::primitive;
use super::{Coding, Custom, Existing, Generics};
use crate::emit::yaml;
use crate::model::{Enum, Model, Wire};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

pub(super) fn implement(model: &Model, existing: &Existing) -> TokenStream {
    let runtime = &existing.runtime;
    let enums = model.enums.iter().map(|item| {
        let text = yaml::enumeration(model, item);
        let fill = fill(model, existing, &text);
        let literal = literal(existing, item);
        let describe = describe(existing, &item.docs.name, &fixed(model, existing), &fill);
        quote!(#describe #literal)
    });
    let records = model.records.iter().map(|item| {
        let text = yaml::record(model, item);
        let name = &item.docs.name;
        let fill = existing.record_of_all_versions(model, item, fill(model, existing, &text));
        describe(existing, name, &fixed(model, existing), &fill)
    });
    let unions = model.unions.iter().map(|item| {
        let name = &item.docs.name;
        let head = yaml::union(model, item);
        let reserved = yaml::reserved_numbers(&item.reserved, "tag");
        let variants = yaml::variants(model, item);
        let fill = existing.with_versions(fill(model, existing, &variants));
        let full_name = full_name(existing, name);
        let (generics, ty, bounds) = header(existing, name);
        let attributes = Existing::attributes();
        let fixed = fixed(model, existing);
        quote! {
            #attributes
            impl<#generics> #runtime::export::DescribeEntry for #ty where #bounds {
                fn union(schema: &mut #runtime::export::Schema) -> #runtime::export::Union {
                    #fixed
                    let name = #full_name;
                    let variants = #fill;
                    #runtime::export::Union::new(name, #head, #reserved, variants)
                }
            }

            #attributes
            impl<#generics> #runtime::export::Describe for #ty where #bounds {
                fn describe(schema: &mut #runtime::export::Schema) -> ::std::string::String {
                    let name = #full_name;
                    schema.union(name, <Self as #runtime::export::DescribeEntry>::union)
                }
            }
        }
    });
    quote!(#(#enums)* #(#records)* #(#unions)*)
}

/// The parameters, the type and the bounds of an implementation.
fn header(existing: &Existing, name: &str) -> (TokenStream, TokenStream, TokenStream) {
    let Generics { lifetime, declared, bounds, types, .. } = &existing.generics;
    let runtime = &existing.runtime;
    let mut ident = super::names::ident(name);
    ident.set_span(existing.span);
    let lifetime = lifetime.iter();
    (
        quote!(#(#lifetime,)* #declared),
        existing.item(&ident),
        quote!(#bounds #(#types: #runtime::export::Describe,)*),
    )
}

/// The name in the schema. For a generic item it includes the parameters.
fn full_name(existing: &Existing, name: &str) -> TokenStream {
    let runtime = &existing.runtime;
    let Generics { types, constants, .. } = &existing.generics;
    quote! {
        {
            let parameters = [
                #(<#types as #runtime::export::Describe>::describe(schema),)*
                #(::std::string::ToString::to_string(&#constants),)*
            ];
            #runtime::export::full_name(#name, &parameters)
        }
    }
}

/// The statement that sets the varint of an item, if the item fixes one.
fn fixed(model: &Model, existing: &Existing) -> TokenStream {
    if !existing.varint || existing.dialect.is_some() {
        return quote!();
    }
    let prefix = model.varint == crate::model::VarintKind::Prefix;
    quote!(schema.varint(#prefix);)
}

fn describe(
    existing: &Existing,
    name: &str,
    fixed: &TokenStream,
    fill: &TokenStream,
) -> TokenStream {
    let runtime = &existing.runtime;
    let attributes = Existing::attributes();
    let full_name = full_name(existing, name);
    let (generics, ty, bounds) = header(existing, name);
    quote! {
        #attributes
        impl<#generics> #runtime::export::Describe for #ty where #bounds {
            fn describe(schema: &mut #runtime::export::Schema) -> ::std::string::String {
                let name = #full_name;
                schema.item(::core::clone::Clone::clone(&name), |schema| {
                    #fixed
                    #fill
                })
            }
        }
    }
}

/// Makes the name of an enum's member a literal.
fn literal(existing: &Existing, item: &Enum) -> TokenStream {
    let runtime = &existing.runtime;
    let attributes = Existing::attributes();
    let members = item.members.iter().map(|member| {
        let name = &member.docs.name;
        let ident = super::names::ident(name);
        quote!(Self::#ident => #name)
    });
    // The schema language cannot express such a default, and `check` reports it.
    let other = existing.other.iter();
    let other = other.map(
        |other| quote!(Self::#other(number) => return ::std::string::ToString::to_string(number)),
    );
    let members = members.chain(other);
    let (generics, ty, bounds) = header(existing, &item.docs.name);
    quote! {
        #attributes
        impl<#generics> #runtime::export::Literal for #ty where #bounds {
            fn literal(&self) -> ::std::string::String {
                ::std::borrow::ToOwned::to_owned(match self { #(#members,)* })
            }
        }
    }
}

/// An expression that completes the text with what only Rust knows.
fn fill(model: &Model, existing: &Existing, text: &str) -> TokenStream {
    let runtime = &existing.runtime;
    let types = existing.codecs.iter().enumerate().map(|(index, Custom { ty, coding, .. })| {
        let path = match coding {
            Coding::Type => return quote!(<#ty as #runtime::export::Describe>::describe(schema)),
            Coding::Part(part) => return part.describe(runtime),
            Coding::Module(_) | Coding::Sized(_) => existing.module(coding),
        };
        let name = last_ident(&path);
        let value = last_ident(ty);
        let arguments = arguments(model, existing, index);
        quote! {
            {
                let arguments = [#(<#arguments as #runtime::export::Describe>::describe(schema)),*];
                schema.codec(#name, #value, &arguments)
            }
        }
    });
    let defaults = existing.defaults.iter().map(|(value, ty)| {
        let place = super::place(value);
        quote::quote_spanned!(place=> <#ty as #runtime::export::Literal>::literal(&#value))
    });
    quote! {
        {
            let types: &[::std::string::String] = &[#(#types),*];
            let defaults: &[::std::string::String] = &[#(#defaults),*];
            #runtime::export::fill(#text, types, defaults)
        }
    }
}

/// The last name of a path.
pub(super) fn last_ident(tokens: &TokenStream) -> String {
    let mut depth = 0;
    let mut last = String::from("codec");
    for token in tokens.clone() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth -= 1,
            TokenTree::Ident(ident) if depth == 0 => last = ident.to_string(),
            _ => {}
        }
    }
    last
}

/// The Rust types of the fields that a codec takes as arguments.
fn arguments(model: &Model, existing: &Existing, codec: usize) -> Vec<TokenStream> {
    let records = model.records.iter().map(|item| &item.fields);
    let variants = model.unions.iter().flat_map(|item| &item.variants);
    let lists = records.chain(variants.map(|variant| &variant.fields));
    for fields in lists {
        let user = fields.iter().find_map(|field| match field.wire() {
            Some(Wire::Codec(index, arguments)) if *index == codec => Some(arguments),
            _ => None,
        });
        let Some(names) = user else { continue };
        let types = names.iter().filter_map(|name| {
            let field = fields.iter().find(|field| field.docs.name == *name)?;
            match field.wire()? {
                Wire::Codec(index, _) => Some(existing.codecs.get(*index)?.ty.clone()),
                Wire::Integer(integer) => {
                    let int = primitive(*integer);
                    Some(quote!(::core::primitive::#int))
                }
                _ => Some(quote!(::core::primitive::u64)),
            }
        });
        return types.collect();
    }
    Vec::new()
}
