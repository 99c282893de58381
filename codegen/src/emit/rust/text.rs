//! The spelling of a union's variants in listings.

use super::fields::Fields;
use super::frame::Frame;
use super::spelling::{Spelling, sole};
use super::{Cx, enums, names};
use crate::model::{
    Content, FieldKind, Kind, Mark, Sequence, TextPiece, Union, Until, Variant, Wire,
};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn emit(frame: &Frame<'_, '_>, item: &Union) -> TokenStream {
    let cx = frame.cx;
    let arms = item.variants.iter().map(|variant| {
        let fields = Fields::new(cx, &variant.docs, &variant.fields);
        let pattern = fields.variant(&names::camel(&variant.docs.name));
        let pieces = if variant.text.is_empty() { fallback(variant) } else { variant.text.clone() };
        let between = has_commas(&pieces).then(|| quote!(let mut between = "";));
        let pieces = pieces.iter().map(|piece| emit_piece(cx, variant, piece));
        quote!(#pattern => { #between #(#pieces)* })
    });
    let opaque = item.opaque.then(|| {
        quote!(Self::Opaque { tag, bytes } => write!(f, "opaque<tag {tag}, {} bytes>", bytes.len())?,)
    });
    frame.text(&quote! {
        match *self { #(#arms)* #opaque }
        Ok(())
    })
}

/// The pieces for a variant without a template: `label<a = .., b = ..>`.
fn fallback(variant: &Variant) -> Vec<TextPiece> {
    let mut pieces = vec![TextPiece::Literal(variant.docs.label.clone())];
    let fields: Vec<_> = variant.fields.iter().filter(|field| field.visible()).collect();
    for (index, field) in fields.iter().enumerate() {
        let before = if index == 0 { "<" } else { ", " };
        pieces.push(TextPiece::Literal(format!("{before}{} = ", field.docs.name)));
        pieces.push(TextPiece::Field {
            name: field.docs.name.clone(),
            separator: ", ".to_owned(),
            trailing: false,
        });
    }
    if !fields.is_empty() {
        pieces.push(TextPiece::Literal(">".to_owned()));
    }
    pieces
}

/// Statements that print the text of a variant, from the locals of its fields.
pub(super) fn pieces(cx: &Cx<'_>, variant: &Variant) -> TokenStream {
    let between = has_commas(&variant.text).then(|| quote!(let mut between = "";));
    let pieces = variant.text.iter().map(|piece| emit_piece(cx, variant, piece));
    quote!(#between #(#pieces)*)
}

fn emit_piece(cx: &Cx<'_>, variant: &Variant, piece: &TextPiece) -> TokenStream {
    let inner = |pieces: &[TextPiece]| {
        let pieces = pieces.iter().map(|piece| emit_piece(cx, variant, piece));
        quote!(#(#pieces)*)
    };
    match piece {
        TextPiece::Literal(text) => quote!(f.write_str(#text)?;),
        TextPiece::Comma => quote!(f.write_str(::core::mem::replace(&mut between, ", "))?;),
        TextPiece::Field { name, separator, trailing } => {
            let local = names::local(name);
            let field = variant.fields.iter().find(|field| field.docs.name == *name);
            let spelling = field.map_or_else(Spelling::default, Spelling::new);
            match field.map(|field| &field.kind) {
                Some(FieldKind::Value(wire) | FieldKind::Part(wire, _)) => {
                    write_value(cx, wire, spelling, &quote!(#local), separator, *trailing)
                }
                Some(FieldKind::Optional(wire, _)) => {
                    let write =
                        write_value(cx, wire, spelling, &quote!(value), separator, *trailing);
                    quote!(if let Some(value) = #local { #write } else { f.write_char('?')?; })
                }
                _ => quote!(write!(f, "{}", #local)?;),
            }
        }
        TextPiece::IfPresent(name, pieces) => {
            let local = names::local(name);
            let inner = inner(pieces);
            // Existing items are matched by reference.
            let value = if cx.existing.is_some() { quote!(*#local) } else { quote!(#local) };
            match variant.fields.iter().find(|field| field.docs.name == *name).map(|f| &f.kind) {
                Some(FieldKind::Optional(..)) => quote!(if #local.is_some() { #inner }),
                Some(
                    FieldKind::Unit { .. }
                    | FieldKind::Value(Wire::Bool)
                    | FieldKind::Part(Wire::Bool, _),
                ) => quote!(if #value { #inner }),
                Some(FieldKind::Value(Wire::Codec(index, _)))
                    if let Some(condition) =
                        cx.existing.and_then(|existing| existing.is_held(*index, &local)) =>
                {
                    quote!(if #condition { #inner })
                }
                Some(FieldKind::Value(Wire::Optional(_, Mark::Flagged | Mark::Shifted))) => {
                    quote!(if #local.is_some() { #inner })
                }
                Some(FieldKind::Value(Wire::Sequence(list)))
                    if !matches!(list.until, Until::Count(Some(_)) | Until::Balanced) =>
                {
                    quote!(if !#local.is_empty() { #inner })
                }
                Some(FieldKind::Value(wire) | FieldKind::Part(wire, _)) if wire.is_whole() => {
                    quote!(if #value != 0 { #inner })
                }
                _ => inner,
            }
        }
        TextPiece::IfNotIdentity(name, of, pieces) => {
            let local = names::local(name);
            let inner = inner(pieces);
            let long = of.as_ref().map(|of| {
                let of = names::local(of);
                quote!(&& #local.len() == #of.len())
            });
            quote! {
                let identity = #local.iter().enumerate()
                    .all(|(index, element)| usize::try_from(element) == Ok(index))
                    #long;
                if !identity { #inner }
            }
        }
    }
}

fn has_commas(pieces: &[TextPiece]) -> bool {
    pieces.iter().any(|piece| match piece {
        TextPiece::Comma => true,
        TextPiece::IfPresent(_, inner) | TextPiece::IfNotIdentity(_, _, inner) => has_commas(inner),
        TextPiece::Literal(_) | TextPiece::Field { .. } => false,
    })
}

fn write_value(
    cx: &Cx<'_>,
    wire: &Wire,
    spelling: Spelling<'_>,
    value: &TokenStream,
    separator: &str,
    trailing: bool,
) -> TokenStream {
    if let Some(existing) = cx.existing {
        return existing.print_value(wire, value, separator, trailing);
    }
    if wire.is_whole()
        && let Some(written) = spelling.write_number(cx, value)
    {
        return written;
    }
    if let Some((_, field, wire)) = sole(cx, wire) {
        let part = names::snake(&field.docs.name);
        return write_value(cx, wire, spelling, &quote!(#value.#part), separator, trailing);
    }
    match wire {
        Wire::Index(table) => spelling.write_index(&cx.model.tables[*table].name, value),
        Wire::Optional(inner, mark) => {
            let write = write_value(cx, inner, spelling, &quote!(some), "", false);
            let none = if *mark == Mark::PlusOne { "unknown" } else { "none" };
            quote! {
                match #value {
                    Some(some) => { #write }
                    None => f.write_str(#none)?,
                }
            }
        }
        Wire::Item(Kind::Enum, index) => {
            let member = quote!(f.write_str(#value.name())?;);
            let number = quote!(write!(f, "{}", #value.number())?;);
            enums::spelled(cx, &cx.model.enums[*index], value, member, &number)
        }
        Wire::Sequence(Sequence { element, .. }) => {
            let write = write_value(cx, element, spelling, &quote!(element), "", false);
            let after =
                trailing.then(|| quote!(if !#value.is_empty() { f.write_str(#separator)?; }));
            quote! {
                for (index, element) in #value.iter().enumerate() {
                    if index > 0 { f.write_str(#separator)?; }
                    #write
                }
                #after
            }
        }
        Wire::Item(Kind::Union, _) => {
            let runtime = &cx.options.runtime;
            quote!(#runtime::reflect::Text::text(&#value, f, names)?;)
        }
        Wire::Item(Kind::Record, _) => {
            let runtime = &cx.options.runtime;
            quote!(#runtime::reflect::write_item(f, &#value, names)?;)
        }
        Wire::Indirect(inner) => {
            write_value(cx, inner, spelling, &quote!(#value.get()), separator, trailing)
        }
        Wire::Bytes(_, content) => match content {
            Content::Raw => quote!(write!(f, "{} bytes", #value.len())?;),
            Content::Text => quote!(write!(f, "{:?}", #value)?;),
            Content::Value(_) => quote!(write!(f, "{} bytes", #value.bytes().len())?;),
        },
        Wire::OffsetTable { .. } => quote!(write!(f, "{} entries", #value.len())?;),
        _ => quote!(write!(f, "{}", #value)?;),
    }
}
