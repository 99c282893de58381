//! Unions: a tag and one of several layouts.

use super::documentation::document;
use super::fields::{Fields, pattern};
use super::frame::{Frame, elided};
use super::integers::{narrowed, primitive};
use super::versions::{condition, docs_of_form, refusal, variant_docs};
use super::{Cx, Family, from_text, kinds, names, references, reflect, templates};
use crate::ast;
use crate::model::{Union, Variant};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The owned or plain unions, and the borrowed ones.
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
    Fields::new(cx, &variant.docs, &variant.fields)
}

fn union(cx: &Cx<'_>, item: &Union, family: Family, plain: bool) -> TokenStream {
    let name = names::camel(&item.docs.name);
    let frame = Frame { cx, name: name.clone(), family, plain };
    let item_docs = docs_of_form(cx, &item.docs, family);
    let (derive, lifetime) = (frame.derive(), frame.lifetime());
    let variants = item.variants.iter().map(|variant| {
        let ident = names::camel(&variant.docs.name);
        let docs = (!cx.declarations).then(|| variant_docs(cx, variant, family));
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
            /// An entry with a tag that the schema does not describe. It keeps its bytes.
            Opaque {
                /// The number on the wire.
                tag: u64,
                /// The bytes after the tag, to the end of the entry.
                bytes: #bytes,
            }
        }
    });
    let common = common(item, &name, &lifetime);
    let table = (family == Family::Owned).then(|| variants_table(cx, item));
    if cx.declarations {
        return quote!(pub enum #name { #(#variants,)* #opaque } #common #table);
    }
    let read = frame.is_read().then(|| reader(&frame, item));
    let write = (family == Family::Owned).then(|| writer(&frame, item));
    let to_owned = (family == Family::View).then(|| to_owned(&frame, item));
    let text = (family == Family::Owned).then(|| {
        let (templates, nested) = templates::emit(cx, item);
        let from_text = from_text::emit(cx, item, &nested);
        quote!(#templates #from_text)
    });
    let reflect = reflect::is_reflected(&frame).then(|| reflect::union(&frame, item));
    let kinds = kinds::union(&frame, item);
    let references = (family == Family::Owned).then(|| references::union(cx, item)).flatten();
    quote! {
        #item_docs
        #derive
        pub enum #name #lifetime {
            #(#variants,)*
            #opaque
        }
        #common
        #table
        #references
        #read
        #write
        #to_owned
        #text
        #reflect
        #kinds
    }
}

/// Whether its values open and close blocks of sequences.
pub(super) fn has_blocks(item: &Union) -> bool {
    item.variants.iter().any(|variant| variant.nesting != 0)
}

/// Whether the values of a trait are texts; otherwise they are numbers.
pub(super) fn is_text(item: &Union, trait_name: &str) -> bool {
    let mut stated = item.variants.iter().flat_map(|variant| &variant.traits);
    stated.any(|(name, value)| name == trait_name && matches!(value, ast::Literal::Text(_)))
}

/// The name of the table of a union's variants.
fn table(item: &Union) -> Ident {
    names::prefixed("variants_of_", &item.docs.name)
}

/// The numbers, names and spellings of all variants.
fn variants_table(cx: &Cx<'_>, item: &Union) -> TokenStream {
    let (table, count, runtime) = (table(item), item.variants.len(), &cx.options.runtime);
    let rows = item.variants.iter().map(|Variant { tag, docs, .. }| {
        let (name, label) = (&docs.name, &docs.label);
        match name == label {
            true => quote!(Variant::new(#tag, #name)),
            false => quote!(Variant::spelled(#tag, #name, #label)),
        }
    });
    quote! {
        mod #table {
            use #runtime::values::Variant;
            pub(super) const ALL: [Variant; #count] = [#(#rows),*];
        }
    }
}

/// The methods of every form of a union.
fn common(item: &Union, name: &Ident, lifetime: &TokenStream) -> TokenStream {
    let patterns = item.variants.iter().map(pattern);
    let places = (0..item.variants.len()).map(Literal::usize_unsuffixed);
    let table = table(item);
    let opaque = item.opaque.then(|| {
        let count = Literal::usize_unsuffixed(item.variants.len());
        quote!(Self::Opaque { .. } => #count,)
    });
    let of_variant = |part: &str, of_opaque: TokenStream| {
        let part = names::ident(part);
        let known = quote!(#table::ALL[self.variant_index()].#part);
        match (item.opaque, item.variants.is_empty()) {
            (false, _) => known,
            (true, false) => {
                quote!(match self { Self::Opaque { tag, .. } => #of_opaque, _ => #known })
            }
            (true, true) => quote!(let Self::Opaque { tag, .. } = self; #of_opaque),
        }
    };
    let tag = of_variant("tag", quote!(*tag));
    let [variant_name, label] = ["name", "label"].map(|part| of_variant(part, quote!("opaque")));
    let traits = item.traits.iter().map(|trait_name| trait_method(item, trait_name));
    let nesting = has_blocks(item).then(|| {
        let variants = item.variants.iter().filter(|variant| variant.nesting != 0);
        let arms = variants.map(|variant| {
            let (pattern, nesting) = (pattern(variant), variant.nesting);
            quote!(Self::#pattern => #nesting,)
        });
        quote! {
            /// 1 if it opens a block of the sequence that contains it, -1 if it closes one, otherwise 0.
            #[must_use]
            pub const fn nesting(&self) -> i8 {
                match self { #(#arms)* _ => 0 }
            }
        }
    });
    let lifetime = elided(lifetime);
    quote! {
        impl #name #lifetime {
            /// The place in the table of variants; its length for an entry that the schema does not describe.
            const fn variant_index(&self) -> usize {
                match self { #(Self::#patterns => #places,)* #opaque }
            }

            /// The number on the wire.
            #[must_use]
            pub const fn tag(&self) -> u64 {
                #tag
            }

            /// The variant's name in the schema.
            #[must_use]
            pub const fn variant_name(&self) -> &'static str {
                #variant_name
            }

            /// The variant's spelling in listings.
            #[must_use]
            pub const fn label(&self) -> &'static str {
                #label
            }

            #nesting

            #(#traits)*
        }
    }
}

/// The method that returns the value of a trait.
fn trait_method(item: &Union, trait_name: &str) -> TokenStream {
    let method = names::prefixed("", trait_name);
    let stated = item.variants.iter().filter_map(|variant| {
        let (_, value) = variant.traits.iter().find(|(name, _)| name == trait_name)?;
        Some((pattern(variant), value))
    });
    let ty = if is_text(item, trait_name) { quote!(&'static str) } else { quote!(u64) };
    let arms = stated.map(|(pattern, value)| {
        let value = match value {
            ast::Literal::Text(text) => quote!(#text),
            ast::Literal::Int(value) => {
                let value = Literal::i128_unsuffixed(*value);
                quote!(#value)
            }
            ast::Literal::Bool(value) => {
                let value = Literal::u64_unsuffixed((*value).into());
                quote!(#value)
            }
            ast::Literal::EmptyList => quote!(0),
        };
        quote!(Self::#pattern => Some(#value),)
    });
    let doc = document(&format!(
        "The trait `{trait_name}` of the variant; none if the schema does not state it."
    ));
    quote! {
        #doc
        #[must_use]
        pub const fn #method(&self) -> Option<#ty> {
            match self { #(#arms)* _ => None }
        }
    }
}

/// The condition under which the version has a variant; none if every version has it.
pub(super) fn condition_of(cx: &Cx<'_>, item: &Union, variant: &Variant) -> Option<TokenStream> {
    condition(cx, &variant.docs.gate, &item.docs.gate)
}

/// The gate of a variant for reading, between its number and its fields: a guard of the arm, and a statement.
pub(super) fn gate(
    cx: &Cx<'_>,
    item: &Union,
    index: usize,
) -> (Option<TokenStream>, Option<TokenStream>) {
    let variant = &item.variants[index];
    let condition = condition_of(cx, item, variant);
    // Of several variants with one number, the last one has no guard.
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

/// Code that refuses to write a variant that the version does not have.
pub(super) fn write_gate(cx: &Cx<'_>, item: &Union, variant: &Variant) -> Option<TokenStream> {
    let condition = condition_of(cx, item, variant)?;
    let error = refusal(cx, &variant.docs.name, &variant.docs.gate);
    Some(quote!(if !(#condition) { return Err(#error); }))
}

/// Statements that read the number of a variant and select its arm.
pub(super) fn by_tag(
    cx: &Cx<'_>,
    item: &Union,
    arms: impl Iterator<Item = TokenStream>,
    unknown: &TokenStream,
) -> TokenStream {
    let tag = cx.read(&item.tag);
    quote! {
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

/// An arm that reads a variant. `done` then gives a `Result` of type `ty`.
pub(super) fn read_arm(
    cx: &Cx<'_>,
    item: &Union,
    index: usize,
    ty: &TokenStream,
    done: &TokenStream,
) -> TokenStream {
    let variant = &item.variants[index];
    let number = Literal::u64_unsuffixed(variant.tag);
    let (guard, gate) = gate(cx, item, index);
    let fields = fields(cx, variant);
    let (name, read, late) = (&variant.docs.name, fields.read(), fields.late_defaults());
    if fields.visible().next().is_none() {
        return quote!(#number #guard => { #gate #read #done });
    }
    quote! {
        #number #guard => {
            #gate
            // In a closure, so that the variant's name is added to the path of any error.
            let mut read = || -> #ty {
                #read
                #late
                #done
            };
            read().item(#name)
        }
    }
}

/// An arm that refuses reserved numbers, for a union that accepts unknown numbers.
pub(super) fn reserved(item: &Union, unknown: &TokenStream) -> Option<TokenStream> {
    let numbers = item.reserved.iter();
    let mut numbers = numbers.map(|dead| Literal::i128_unsuffixed(dead.number));
    let first = numbers.next()?;
    Some(quote!(tag @ (#first #(| #numbers)*) => Err(#unknown),))
}

fn reader(frame: &Frame<'_, '_>, item: &Union) -> TokenStream {
    let cx = frame.cx;
    let arms = item.variants.iter().enumerate().map(|(index, variant)| {
        let made = fields(cx, variant).variant(&names::camel(&variant.docs.name));
        read_arm(cx, item, index, &quote!(Result<Self>), &quote!(Ok(#made)))
    });
    let unknown = cx.unknown(&item.docs.name, &item.reserved, &quote!(tag));
    let unknown = if item.opaque {
        let reserved = reserved(item, &unknown);
        quote!(#reserved tag => Ok(Self::Opaque { tag, bytes: cursor.take_rest() }))
    } else {
        quote!(tag => Err(#unknown))
    };
    let words = quote! {
        /// Reads the tag and the fields of its variant.
        ///
        /// # Errors
        /// An unknown tag, one that the version does not have, and the first field that cannot
        /// be read, with its offset.
    };
    let read = frame.reader(&item.docs, &words, &by_tag(cx, item, arms, &unknown));
    let decode = frame.decode();
    quote!(#read #decode)
}

fn writer(frame: &Frame<'_, '_>, item: &Union) -> TokenStream {
    let cx = frame.cx;
    let tag = tag(cx, item, &quote!(self.tag()));
    let arms = item.variants.iter().map(|variant| {
        let (gate, fields) = (write_gate(cx, item, variant), fields(cx, variant));
        let (pattern, write) = (fields.variant(&names::camel(&variant.docs.name)), fields.write());
        quote!(#pattern => { #gate #tag #write })
    });
    let opaque = item.opaque.then(|| {
        let check = item.tag.integer().filter(|integer| integer.bits < 64).map(|integer| {
            let (name, int) = (integer.rust(), primitive(integer));
            quote! {
                if #int::try_from(self.tag()).is_err() {
                    let found = self.tag();
                    return Err(Error::new(ErrorKind::VarintRange { expected: #name, found }));
                }
            }
        });
        quote! {
            Self::Opaque { bytes, .. } => {
                #check
                #tag
                writer.bytes(bytes);
            }
        }
    });
    let words = quote!(#[doc = " Writes the tag and the fields."]);
    let body = quote! {
        writer.nested(|writer| -> Result<()> {
            match self {
                #(#arms)*
                #opaque
            }
            Ok(())
        })
    };
    frame.writer(&item.docs, &words, &body)
}

fn to_owned(frame: &Frame<'_, '_>, item: &Union) -> TokenStream {
    let name = &frame.name;
    let arms = item.variants.iter().map(|variant| {
        let ident = names::camel(&variant.docs.name);
        let fields = fields(frame.cx, variant);
        let (pattern, owned) = (fields.variant(&ident), fields.owned_bindings());
        let members = (!owned.is_empty()).then(|| quote!({ #(#owned),* }));
        quote!(#pattern => super::#name::#ident #members,)
    });
    let opaque = item.opaque.then(|| {
        quote! {
            Self::Opaque { tag, bytes } => {
                super::#name::Opaque { tag, bytes: bytes.to_vec() }
            }
        }
    });
    frame.to_owned(&quote!(match *self { #(#arms)* #opaque }))
}
