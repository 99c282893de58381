//! Parsing of unions with the templates of listings.

use super::fields::{boxed, pattern};
use super::templates::{Nested, Text, is_hosted, only};
use super::versions::condition;
use super::{Cx, Family, names};
use crate::model::{Field, FieldKind, Kind, Sequence, Union, Variant, Wire};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// The function that parses what the templates print, if a template of a variant determines the whole value. `nested` are the
/// values with a text of their own, by their numbers in the templates.
pub(super) fn emit(cx: &Cx<'_>, item: &Union, nested: &[Nested]) -> Option<TokenStream> {
    if !is_readable(cx, item) {
        return None;
    }
    let made = |variant: &Variant, values: Vec<(&Field, TokenStream)>| {
        let ident = names::camel(&variant.docs.name);
        let members = values.into_iter().map(|(field, value)| {
            let member = names::snake(&field.docs.name);
            quote!(#member: #value)
        });
        let members: Vec<_> = members.collect();
        let members = (!members.is_empty()).then(|| quote!({ #(#members),* }));
        quote!(Self::#ident #members)
    };
    let variants =
        item.variants.iter().map(|variant| (variant, move |values: Vec<_>| made(variant, values)));
    let label = &item.docs.label;
    let body = body(cx, item, variants, nested, &quote!(concat!("a value of ", #label)));
    let (name, runtime, context) =
        (names::camel(&item.docs.name), &cx.options.runtime, cx.read_context());
    Some(quote! {
        impl #name {
            /// Parses a value from its text in listings. `entries` parses the entries that it refers to. Of the variants of the
            /// version that match, the one with the longest text is chosen; of several, the first.
            ///
            /// # Errors
            /// Text that no template matches, with its offset in bytes, and the errors of `entries`.
            #[allow(unused_variables)]
            pub fn from_text<'a>(
                scanner: &mut #runtime::text::Scanner<'_>,
                entries: &mut dyn #runtime::text::Entries,
                cx: &#context,
            ) -> Result<Self> {
                let version = cx.version();
                #body
            }
        }
    })
}

/// An expression that parses a value: the variants in order of the templates, each with what makes it of the values of its fields.
pub(super) fn body<'m>(
    cx: &'m Cx<'_>,
    item: &'m Union,
    variants: impl Iterator<
        Item = (&'m Variant, impl FnOnce(Vec<(&'m Field, TokenStream)>) -> TokenStream),
    >,
    nested: &[Nested],
    what: &TokenStream,
) -> TokenStream {
    let runtime = &cx.options.runtime;
    let owner = match cx.existing {
        Some(existing) => existing.entry(),
        None => quote!(#runtime::text::template::Templates),
    };
    let (mut gates, mut values) = (Vec::<(String, _, Vec<_>)>::new(), Vec::new());
    for (at, (variant, made)) in variants.enumerate() {
        let text = Text::new(cx, item, variant);
        if !text.is_whole() {
            continue;
        }
        let at = Literal::usize_unsuffixed(at);
        if let Some(gate) = condition(cx, &variant.docs.gate, &item.docs.gate) {
            let key = gate.to_string();
            match gates.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, _, variants)) => variants.push(at.clone()),
                None => gates.push((key, gate, vec![at.clone()])),
            }
        }
        let parsed = text.fields().enumerate().map(|(at, field)| {
            let at = Literal::usize_unsuffixed(at);
            (field, value(cx, field, &quote!(values.take(#at))))
        });
        let made = made(parsed.collect());
        values.push(quote!(#at => #made,));
    }
    let gates = gates.iter().map(|(_, gate, variants)| quote!(#(#variants)|* => #gate,));
    let nested = nested.iter().enumerate().map(|(at, nested)| {
        let (at, read) = (Literal::usize_unsuffixed(at), self::nested(cx, *nested));
        quote!(#at => #read,)
    });
    quote! {
        let alternatives = #runtime::text::template::Alternatives {
            templates: <Self as #owner>::templates(),
            known: &|variant| match variant {
                #(#gates)*
                _ => true,
            },
            nested: &|value, scanner, entries, open| match value {
                #(#nested)*
                _ => Err(scanner.expected("a value with a text")),
            },
            what: #what,
        };
        let (variant, mut values) =
            #runtime::text::template::parse(&alternatives, scanner, entries)?;
        let value = (|| {
            Some(match variant {
                #(#values)*
                _ => return None,
            })
        })();
        value.ok_or_else(|| scanner.expected(alternatives.what))
    }
}

/// Whether any variant can be parsed.
pub(super) fn is_readable(cx: &Cx<'_>, item: &Union) -> bool {
    item.variants.iter().any(|variant| Text::new(cx, item, variant).is_whole())
}

/// A statement that refuses the value `owned` if its text is not parsed as the same value.
pub(super) fn check_round_trip(cx: &Cx<'_>, item: &Union) -> Option<TokenStream> {
    let readable = |variant: &&Variant| {
        let text = Text::new(cx, item, variant);
        text.is_whole() && text.prints_all()
    };
    let patterns: Vec<_> = item.variants.iter().filter(readable).map(pattern).collect();
    let (name, runtime) = (names::camel(&item.docs.name), &cx.options.runtime);
    (!patterns.is_empty()).then(|| {
        quote! {
            if matches!(owned, #(#name::#patterns)|*) {
                #runtime::text::check_round_trip(&owned, &value, |scanner, entries| {
                    #name::from_text(scanner, entries, cx)
                })?;
            }
        }
    })
}

/// An expression that parses a value with a text of its own.
fn nested(cx: &Cx<'_>, nested: Nested) -> TokenStream {
    let runtime = &cx.options.runtime;
    let read = match nested {
        Nested::Union(index) if is_hosted(&cx.model.unions[index]) => {
            let name = &cx.model.unions[index].docs.name;
            return quote!(entries.item(scanner, #name));
        }
        Nested::Union(index) if cx.readable_unions[index] => {
            let name = names::camel(&cx.model.unions[index].docs.name);
            quote!(#name::from_text(scanner, entries, cx))
        }
        Nested::Codec(index) if let Some(existing) = cx.existing => existing.parse(index),
        Nested::Codec(index)
            if cx.model.codecs[index].readable
                && let Some(host) = &cx.options.host =>
        {
            let function = format_ident!("{}_from_text", cx.model.codecs[index].docs.name);
            quote!(#host::codec::#function(scanner))
        }
        _ => return quote!(Err(scanner.expected("a value with a text"))),
    };
    quote!(#read.map(#runtime::text::template::Parsed::of))
}

/// An expression for the value of a field, from what was parsed. Inside of a function that returns an option.
fn value(cx: &Cx<'_>, field: &Field, parsed: &TokenStream) -> TokenStream {
    match &field.kind {
        FieldKind::Optional(wire, _) => {
            let inner = convert(cx, wire, &quote!(value));
            let value = quote!(#parsed.optional(|value| Some(#inner))?);
            if boxed(wire) { quote!(#value.map(Box::new)) } else { value }
        }
        FieldKind::Value(wire) | FieldKind::Part(wire, _) => convert(cx, wire, parsed),
        _ => quote!(#parsed.bool()?),
    }
}

fn convert(cx: &Cx<'_>, wire: &Wire, parsed: &TokenStream) -> TokenStream {
    if let Some((record, field, wire)) = only(cx, wire) {
        let (name, part) = (names::camel(&record.docs.name), names::snake(&field.docs.name));
        let inner = convert(cx, wire, parsed);
        return quote!(#name { #part: #inner });
    }
    match wire {
        Wire::Bool => quote!(#parsed.bool()?),
        Wire::Index(table) => {
            let id = cx.table_id(*table);
            quote!(#id(#parsed.number()?))
        }
        Wire::Optional(inner, _) => {
            let inner = convert(cx, inner, &quote!(value));
            quote!(#parsed.optional(|value| Some(#inner))?)
        }
        Wire::Item(Kind::Enum, index) => {
            let name = names::camel(&cx.model.enums[*index].docs.name);
            quote!(#parsed.member(#name::ALL)?)
        }
        Wire::Sequence(Sequence { element, .. }) => {
            let inner = convert(cx, element, &quote!(value));
            quote!(#parsed.list(|value| Some(#inner))?)
        }
        Wire::Indirect(inner) => {
            let inner = convert(cx, inner, parsed);
            quote!(#inner.into())
        }
        Wire::Codec(index, _) if let Some(existing) = cx.existing => existing.value(*index, parsed),
        Wire::Integer(_) => {
            let ty = match cx.existing {
                Some(existing) => existing.value_type(wire),
                None => cx.rust_type(wire, Family::Owned),
            };
            quote!(#parsed.number::<#ty>()?)
        }
        wire => {
            let ty = cx.rust_type(wire, Family::Owned);
            quote!(#parsed.item::<#ty>()?)
        }
    }
}
