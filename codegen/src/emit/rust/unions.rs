//! Unions: a tag and one of several layouts.

use super::documentation::document;
use super::fields::{Fields, pattern};
use super::integers::{narrowed, primitive};
use super::versions::{condition, docs_of_form, item_gate, refusal, variant_docs};
use super::{Cx, Family, names, reflect, text};
use crate::ast::Literal;
use crate::model::{Union, Variant};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The unions that are owned or plain, and the borrowed ones.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream) {
    let mut owned = TokenStream::new();
    let mut views = TokenStream::new();
    for (item, &plain) in cx.model.unions.iter().zip(&cx.plain_unions) {
        owned.extend(union(cx, item, Family::Owned, plain));
        if !plain {
            views.extend(union(cx, item, Family::View, plain));
        }
    }
    (owned, views)
}

pub(super) fn fields<'c, 'm>(cx: &'c Cx<'m>, variant: &'c Variant) -> Fields<'c, 'm> {
    Fields { cx, fields: &variant.fields, item: &variant.docs.name, gate: &variant.docs.gate }
}

fn union(cx: &Cx<'_>, item: &Union, family: Family, plain: bool) -> TokenStream {
    let name = names::camel(&item.docs.name);
    let item_docs = docs_of_form(cx, &item.docs, family);
    let (derive, lifetime) = match family {
        Family::View => (quote!(Clone, Copy, Debug, PartialEq), quote!(<'a>)),
        Family::Owned if plain => (quote!(Clone, Copy, Debug, PartialEq, Eq, Hash), quote!()),
        Family::Owned | Family::Parts => (quote!(Clone, Debug, PartialEq), quote!()),
    };
    let variants = item.variants.iter().map(|variant| {
        let ident = names::camel(&variant.docs.name);
        let docs = variant_docs(cx, variant, family);
        let members = fields(cx, variant).members(family, false);
        if members.is_empty() {
            quote!(#docs #ident)
        } else {
            quote!(#docs #ident { #(#members),* })
        }
    });
    let bytes = match family {
        Family::View => quote!(&'a [u8]),
        Family::Owned | Family::Parts => quote!(Vec<u8>),
    };
    let opaque = item.opaque.then(|| {
        quote! {
            /// An entry whose tag no schema knows, carried as it is.
            Opaque {
                /// The number on the wire.
                tag: u64,
                /// The bytes after the tag, to the end of the entry.
                bytes: #bytes,
            }
        }
    });
    let common = common(item, &name, &lifetime);
    let read = (plain || family == Family::View).then(|| reader(cx, item, &name, &lifetime));
    let write = (family == Family::Owned).then(|| writer(cx, item, &name));
    let to_owned = (family == Family::View).then(|| to_owned(cx, item, &name));
    let reflect = (plain || family == Family::View).then(|| {
        let reflect = reflect::union(cx, item, &name, &lifetime);
        let text = text::emit(cx, item, &name, &lifetime);
        quote!(#reflect #text)
    });
    quote! {
        #item_docs
        #[derive(#derive)]
        pub enum #name #lifetime {
            #(#variants,)*
            #opaque
        }
        #common
        #read
        #write
        #to_owned
        #reflect
    }
}

/// Whether its values stand in sequences of blocks.
pub(super) fn has_blocks(item: &Union) -> bool {
    item.variants.iter().any(|variant| variant.nesting != 0)
}

/// Whether the values of a trait are texts; otherwise they are numbers.
pub(super) fn is_text(item: &Union, trait_name: &str) -> bool {
    let mut stated = item.variants.iter().flat_map(|variant| &variant.traits);
    stated.any(|(name, value)| name == trait_name && matches!(value, Literal::Text(_)))
}

fn common(item: &Union, name: &Ident, lifetime: &TokenStream) -> TokenStream {
    let patterns: Vec<_> = item.variants.iter().map(pattern).collect();
    let tags: Vec<_> = item.variants.iter().map(|variant| variant.tag).collect();
    let labels = item.variants.iter().map(|variant| variant.docs.name.as_str());
    let spellings = item.variants.iter().map(|variant| variant.docs.label.as_str());
    let opaque_label =
        if item.opaque { quote!(Self::Opaque { .. } => "opaque",) } else { quote!() };
    let (opaque_tag, opaque_name) = if item.opaque {
        (quote!(Self::Opaque { tag, .. } => *tag,), quote!(Self::Opaque { .. } => "opaque",))
    } else {
        (quote!(), quote!())
    };
    let traits = item.traits.iter().map(|trait_name| {
        let method = names::prefixed("", trait_name);
        let stated: Vec<_> = item
            .variants
            .iter()
            .filter_map(|variant| {
                let (_, value) = variant.traits.iter().find(|(name, _)| name == trait_name)?;
                Some((pattern(variant), value))
            })
            .collect();
        let ty = if is_text(item, trait_name) { quote!(&'static str) } else { quote!(u64) };
        let arms = stated.iter().map(|(pattern, value)| {
            let value = match value {
                Literal::Text(text) => quote!(#text),
                Literal::Int(value) => {
                    let value = proc_macro2::Literal::i128_unsuffixed(*value);
                    quote!(#value)
                }
                Literal::Bool(value) => {
                    let value = proc_macro2::Literal::u64_unsuffixed((*value).into());
                    quote!(#value)
                }
                Literal::EmptyList => quote!(0),
            };
            quote!(Self::#pattern => Some(#value),)
        });
        let doc = document(&format!(
            "The trait `{trait_name}` of the variant, where the schema states it."
        ));
        quote! {
            #doc
            #[must_use]
            pub const fn #method(&self) -> Option<#ty> {
                match self { #(#arms)* _ => None }
            }
        }
    });
    let nesting = has_blocks(item).then(|| {
        let variants = item.variants.iter().filter(|variant| variant.nesting != 0);
        let arms = variants.map(|variant| {
            let (pattern, nesting) = (pattern(variant), variant.nesting);
            quote!(Self::#pattern => #nesting,)
        });
        quote! {
            /// 1 where it opens a block of the sequence that it is an element of, -1 where it closes one.
            #[must_use]
            pub const fn nesting(&self) -> i8 {
                match self { #(#arms)* _ => 0 }
            }
        }
    });
    let impl_generics = if lifetime.is_empty() { quote!() } else { quote!(<'_>) };
    quote! {
        impl #name #impl_generics {
            /// The number on the wire.
            #[must_use]
            pub const fn tag(&self) -> u64 {
                match self { #(Self::#patterns => #tags,)* #opaque_tag }
            }

            /// The variant's name in the schema.
            #[must_use]
            pub const fn variant_name(&self) -> &'static str {
                match self { #(Self::#patterns => #labels,)* #opaque_name }
            }

            /// The variant's spelling in listings.
            #[must_use]
            pub const fn label(&self) -> &'static str {
                match self { #(Self::#patterns => #spellings,)* #opaque_label }
            }

            #nesting

            #(#traits)*
        }
    }
}

/// What stands between the number of a variant and its fields when it is read: a guard of the arm,
/// and a statement.
pub(super) fn gate(
    cx: &Cx<'_>,
    item: &Union,
    index: usize,
) -> (Option<TokenStream>, Option<TokenStream>) {
    let variant = &item.variants[index];
    let condition = condition(cx, &variant.docs.gate, &item.docs.gate);
    // Of variants with one number the last takes what no other does.
    if item.variants[index + 1..].iter().any(|other| other.tag == variant.tag) {
        return (condition.map(|condition| quote!(if #condition)), None);
    }
    let gate = condition.map(|condition| {
        let error = refusal(cx, &variant.docs.name, &variant.docs.gate);
        quote!(if !(#condition) { return Err(#error.or_at(start)); })
    });
    (None, gate)
}

/// Statements that write the number of a variant.
pub(super) fn tag(cx: &Cx<'_>, item: &Union, value: &TokenStream) -> TokenStream {
    cx.write(&item.tag, &narrowed(item.tag.integer(), value))
}

fn reader(cx: &Cx<'_>, item: &Union, name: &Ident, lifetime: &TokenStream) -> TokenStream {
    let context = cx.read_context();
    let tag = cx.read(&item.tag);
    let label = &item.docs.name;
    let item_gate = item_gate(cx, &item.docs, true);
    let arms = item.variants.iter().enumerate().map(|(index, variant)| {
        let ident = names::camel(&variant.docs.name);
        let number = proc_macro2::Literal::u64_unsuffixed(variant.tag);
        let variant_name = &variant.docs.name;
        let (guard, gate) = gate(cx, item, index);
        let fields = fields(cx, variant);
        let read = fields.read();
        let late = fields.late_defaults();
        let bindings = fields.bindings();
        if bindings.is_empty() {
            return quote!(#number #guard => { #gate #read Ok(Self::#ident) });
        }
        quote! {
            #number #guard => {
                #gate
                // A closure, so that the variant's name is added to the path of any error.
                let mut read = || -> Result<Self> {
                    #read
                    #late
                    Ok(Self::#ident { #(#bindings),* })
                };
                read().item(#variant_name)
            }
        }
    });
    let unknown = if item.opaque {
        quote!(tag => Ok(Self::Opaque { tag, bytes: cursor.take_rest() }))
    } else {
        let unknown = cx.unknown(label, &item.reserved, &quote!(tag));
        quote!(tag => Err(#unknown))
    };
    let generics = if lifetime.is_empty() { quote!() } else { quote!(<'a>) };
    let method_generics = if lifetime.is_empty() { quote!(<'a>) } else { quote!() };
    quote! {
        impl #generics #name #lifetime {
            /// Reads the tag and the fields of its variant.
            ///
            /// # Errors
            /// An unknown tag, one that the version does not have, and the first field that cannot
            /// be read, with its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read #method_generics(cursor: &mut Cursor<'a>, cx: &#context) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                #item_gate
                let tag = u64::from(#tag?);
                cursor.enter()?;
                let value = match tag {
                    #(#arms)*
                    #unknown
                };
                cursor.leave();
                value
            }
        }

        impl<'a> Decode<'a> for #name #lifetime {
            type Value = Self;
            type Context = #context;

            fn decode(cursor: &mut Cursor<'a>, cx: &#context) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
    }
}

fn writer(cx: &Cx<'_>, item: &Union, name: &Ident) -> TokenStream {
    let context = cx.write_context();
    let item_gate = item_gate(cx, &item.docs, false);
    let tag = tag(cx, item, &quote!(self.tag()));
    let arms = item.variants.iter().map(|variant| {
        let ident = names::camel(&variant.docs.name);
        let gate = condition(cx, &variant.docs.gate, &item.docs.gate).map(|condition| {
            let error = refusal(cx, &variant.docs.name, &variant.docs.gate);
            quote!(if !(#condition) { return Err(#error); })
        });
        let fields = fields(cx, variant);
        let bindings = fields.bindings();
        let write = fields.write();
        if bindings.is_empty() {
            return quote!(Self::#ident => { #gate #tag #write });
        }
        quote!(Self::#ident { #(#bindings),* } => { #gate #tag #write })
    });
    let opaque = item.opaque.then(|| {
        let check = match item.tag.integer() {
            Some(integer) if integer.bits < 64 => {
                let (name, int) = (integer.rust(), primitive(integer));
                quote! {
                    if #int::try_from(self.tag()).is_err() {
                        let found = self.tag();
                        return Err(Error::new(ErrorKind::VarintRange { expected: #name, found }));
                    }
                }
            }
            _ => quote!(),
        };
        quote! {
            Self::Opaque { bytes, .. } => {
                #check
                #tag
                writer.bytes(bytes);
            }
        }
    });
    quote! {
        impl #name {
            /// Writes the tag and the fields.
            ///
            /// # Errors
            /// A value that the version cannot carry.
            #[allow(unused_variables)]
            pub fn write(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
                let version = cx.version();
                #item_gate
                writer.nested(|writer| -> Result<()> {
                    match self {
                        #(#arms)*
                        #opaque
                    }
                    Ok(())
                })
            }
        }
    }
}

fn to_owned(cx: &Cx<'_>, item: &Union, name: &Ident) -> TokenStream {
    let arms = item.variants.iter().map(|variant| {
        let ident = names::camel(&variant.docs.name);
        let fields = fields(cx, variant);
        let bindings = fields.bindings();
        let owned = fields.owned_bindings();
        if bindings.is_empty() {
            return quote!(Self::#ident => super::#name::#ident,);
        }
        quote!(Self::#ident { #(#bindings),* } => super::#name::#ident { #(#owned),* },)
    });
    let opaque = item.opaque.then(|| {
        quote! {
            Self::Opaque { tag, bytes } => {
                super::#name::Opaque { tag, bytes: bytes.to_vec() }
            }
        }
    });
    quote! {
        impl #name<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::#name {
                match *self { #(#arms)* #opaque }
            }
        }
    }
}
