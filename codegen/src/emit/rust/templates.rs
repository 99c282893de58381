//! The templates of a union's variants in listings, as data that the runtime prints and parses.

use super::frame::Frame;
use super::{Cx, Family, names};
use crate::model::{
    Enum, Field, FieldKind, Integer, Kind, Mark, Record, Sequence, TextPiece, Union, Until,
    Variant, Wire,
};
use crate::text;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A value with a text of its own in templates of a union.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nested {
    /// A union.
    Union(usize),
    /// A codec.
    Codec(usize),
}

/// The implementation of `Templates` for a union, and the values with a text of their own, by their numbers in the templates.
pub(super) fn emit(cx: &Cx<'_>, item: &Union) -> (TokenStream, Vec<Nested>) {
    let (name, runtime) = (names::camel(&item.docs.name), &cx.options.runtime);
    let mut nested = Vec::new();
    let templates = item.variants.iter().map(|variant| {
        let text = Text::new(cx, item, variant);
        text.data(text.is_whole(), &mut nested)
    });
    let templates: Vec<_> = templates.collect();
    let opaque = item.opaque.then(|| {
        quote!(text::Template {
            pieces: &[
                text::Piece::Literal("opaque<tag "),
                text::Piece::Field(0, "", false),
                text::Piece::Literal(", "),
                text::Piece::Field(1, "", false),
                text::Piece::Literal(">"),
            ],
            fields: &[
                text::Field(text::Shape::Number(text::U64), text::Absence::Refused),
                text::Field(text::Shape::Other, text::Absence::Refused),
            ],
            whole: false,
        })
    });
    let constant = constant(runtime, templates.into_iter().chain(opaque));
    (quote!(impl #runtime::text::template::Templates for #name { #constant }), nested)
}

/// The constant with the templates of a type.
pub(super) fn constant(
    runtime: &TokenStream,
    templates: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    quote! {
        const TEMPLATES: &'static [#runtime::text::template::Template] = {
            use #runtime::text::template as text;
            &[#(#templates),*]
        };
    }
}

/// The method of a union's `Reflect` that returns the template of a value.
pub(super) fn method(frame: &Frame<'_, '_>, item: &Union) -> TokenStream {
    let patterns = item.variants.iter().map(super::fields::pattern);
    let opaque = item.opaque.then(|| quote!(Opaque { .. }));
    let arms = patterns.chain(opaque).enumerate().map(|(at, pattern)| {
        let at = Literal::usize_unsuffixed(at);
        quote!(Self::#pattern => #at,)
    });
    let (name, runtime) = (&frame.name, &frame.cx.options.runtime);
    let outside = (frame.family == Family::View && !frame.plain).then(|| quote!(super::));
    frame.template(&quote! {
        let at = match self { #(#arms)* };
        <#outside #name as #runtime::text::template::Templates>::TEMPLATES.get(at)
    })
}

impl Cx<'_> {
    /// Finds the unions whose variants can all be parsed.
    pub(super) fn find_readable(&mut self) {
        self.readable_unions = vec![true; self.model.unions.len()];
        loop {
            let is_whole = |item: &Union| {
                let mut variants = item.variants.iter();
                variants.all(|variant| Text::new(self, item, variant).is_whole())
            };
            let readable: Vec<bool> = self.model.unions.iter().map(is_whole).collect();
            if readable == self.readable_unions {
                return;
            }
            self.readable_unions = readable;
        }
    }
}

/// The text of a variant.
pub(super) struct Text<'c, 'm> {
    cx: &'c Cx<'m>,
    /// The dialect of the text; empty if there is none.
    dialect: &'c str,
    variant: &'c Variant,
}

impl<'c, 'm> Text<'c, 'm> {
    pub(super) fn new(cx: &'c Cx<'m>, item: &'c Union, variant: &'c Variant) -> Self {
        let entries = item.entries.as_ref().map(|entries| &entries.dialect);
        let dialect = entries.or(item.text_of.as_ref()).map_or("", |dialect| dialect);
        Text { cx, dialect, variant }
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &'c Field> {
        self.variant.fields.iter().filter(|field| field.visible())
    }

    /// Whether the text determines all fields, and all can be parsed.
    pub(super) fn is_whole(&self) -> bool {
        let printed = text::fields(&self.variant.text);
        let readable = |field: &Field| {
            let name = field.docs.name.as_str();
            match printed.contains(&name) {
                true => self.determines(&self.variant.text, field, false),
                false => lacks(self.cx, field),
            }
        };
        self.variant.reads_as.is_none()
            && !self.variant.listed_only
            && !self.variant.text.is_empty()
            && self.fields().all(readable)
    }

    /// Whether pieces determine the value of a field, or its absence. If `can_lose` is set, the pieces can be omitted although
    /// the field has a value that is not the default.
    fn determines(&self, pieces: &[TextPiece], field: &Field, can_lose: bool) -> bool {
        let own = |name: &String| *name == field.docs.name;
        pieces.iter().any(|piece| match piece {
            TextPiece::Literal(_) | TextPiece::Comma => false,
            TextPiece::Field { name, .. } => {
                own(name) && !can_lose && field.wire().is_some_and(|wire| is_value(self.cx, wire))
            }
            TextPiece::IfPresent(name, inner) if own(name) => {
                lacks(self.cx, field) && (is_flag(field) || self.determines(inner, field, false))
            }
            TextPiece::IfPresent(_, inner) => self.determines(inner, field, !lacks(self.cx, field)),
            TextPiece::IfNotIdentity(name, of, inner) => {
                own(name) && of.is_some() && self.determines(inner, field, false)
            }
        })
    }

    /// Whether no piece is omitted because of another absent field.
    pub(super) fn prints_all(&self) -> bool {
        prints_all(&self.variant.text, 0)
    }

    /// An expression of type `Template`.
    pub(super) fn data(&self, whole: bool, nested: &mut Vec<Nested>) -> TokenStream {
        let pieces = self.pieces(&self.variant.text);
        let fields = self.fields().map(|field| self.field(field, nested));
        quote!(text::Template { pieces: &[#(#pieces),*], fields: &[#(#fields),*], whole: #whole })
    }

    /// The position of a field.
    fn position(&self, name: &str) -> Option<Literal> {
        let at = self.fields().position(|field| field.docs.name == name)?;
        Some(Literal::usize_unsuffixed(at))
    }

    fn pieces(&self, pieces: &[TextPiece]) -> Vec<TokenStream> {
        let mut all = Vec::new();
        for piece in pieces {
            match piece {
                TextPiece::Literal(text) => all.push(quote!(text::Piece::Literal(#text))),
                TextPiece::Comma => all.push(quote!(text::Piece::Comma)),
                TextPiece::Field { name, separator, trailing } => {
                    let at = self.position(name).into_iter();
                    all.extend(at.map(|at| quote!(text::Piece::Field(#at, #separator, #trailing))));
                }
                TextPiece::IfPresent(name, inner) => {
                    let inner = self.pieces(inner);
                    if let Some(at) = self.position(name) {
                        let count = Literal::usize_unsuffixed(inner.len());
                        all.push(quote!(text::Piece::IfPresent(#at, #count)));
                    }
                    all.extend(inner);
                }
                TextPiece::IfNotIdentity(name, of, inner) => {
                    let inner = self.pieces(inner);
                    let of = match of.as_ref().and_then(|of| self.position(of)) {
                        Some(of) => quote!(::core::option::Option::Some(#of)),
                        None => quote!(::core::option::Option::None),
                    };
                    if let Some(at) = self.position(name) {
                        let count = Literal::usize_unsuffixed(inner.len());
                        all.push(quote!(text::Piece::IfNotIdentity(#at, #of, #count)));
                    }
                    all.extend(inner);
                }
            }
        }
        all
    }

    fn field(&self, field: &Field, nested: &mut Vec<Nested>) -> TokenStream {
        let shape = match field.wire() {
            Some(wire) => self.shape(wire, field, nested),
            None => quote!(text::Shape::Bool),
        };
        let absence = match &field.kind {
            FieldKind::Optional(..) => quote!(Optional),
            _ if lacks(self.cx, field) => quote!(Default),
            _ => quote!(Refused),
        };
        quote!(text::Field(#shape, text::Absence::#absence))
    }

    /// An expression of type `Shape`, for values of a field.
    fn shape(&self, wire: &Wire, field: &Field, nested: &mut Vec<Nested>) -> TokenStream {
        if let Some((_, _, wire)) = only(self.cx, wire) {
            let inner = self.shape(wire, field, nested);
            return quote!(text::Shape::Only(&#inner));
        }
        let mut number = |value: Nested| {
            let known = nested.iter().position(|known| *known == value);
            let at = known.unwrap_or_else(|| {
                nested.push(value);
                nested.len() - 1
            });
            let at = Literal::usize_unsuffixed(at);
            quote!(text::Shape::Nested(#at))
        };
        match wire {
            Wire::Bool => quote!(text::Shape::Bool),
            Wire::Index(table) => {
                let (table, dialect) = (&self.cx.model.tables[*table].name, self.dialect);
                match field.short.as_deref() {
                    Some(short) => {
                        let (before, after) = short.split_once('*').unwrap_or((short, ""));
                        quote!(text::Shape::Shortened {
                            table: #table, dialect: #dialect, before: #before, after: #after,
                        })
                    }
                    None => quote!(text::Shape::Entry(#table)),
                }
            }
            Wire::Optional(inner, mark) => {
                let none = if *mark == Mark::PlusOne { "unknown" } else { "none" };
                let inner = self.shape(inner, field, nested);
                quote!(text::Shape::Optional(#none, &#inner))
            }
            Wire::Item(Kind::Enum, index) => {
                let members = members(&self.cx.model.enums[*index]);
                quote!(text::Shape::Member(#members))
            }
            Wire::Item(Kind::Union, index) => number(Nested::Union(*index)),
            Wire::Item(Kind::Record, _) => quote!(text::Shape::Record),
            Wire::Sequence(Sequence { element, .. }) => {
                let inner = self.shape(element, field, nested);
                quote!(text::Shape::List(&#inner))
            }
            Wire::Indirect(inner) => self.shape(inner, field, nested),
            Wire::Codec(index, _) => {
                let value = number(Nested::Codec(*index));
                match self.cx.existing.is_some_and(|existing| existing.is_list(*index)) {
                    true => quote!(text::Shape::List(&#value)),
                    false => value,
                }
            }
            Wire::OffsetTable { .. } => quote!(text::Shape::Offsets),
            Wire::Bytes(..) => quote!(text::Shape::Other),
            Wire::Integer(number) if number.float() => quote!(text::Shape::Other),
            Wire::Integer(number) => self.number(*number, field),
        }
    }

    /// An expression of type `Shape`, for a number.
    fn number(&self, number: Integer, field: &Field) -> TokenStream {
        let width = names::ident(&number.rust().to_uppercase());
        let width = quote!(text::#width);
        match field.names.map(|index| &self.cx.model.enums[index]) {
            Some(item) if item.flags => {
                let members = members(item);
                quote!(text::Shape::Flags(#width, #members))
            }
            Some(item) => {
                let members = members(item);
                quote!(text::Shape::Named(#width, #members))
            }
            None if field.spelled.is_empty() => quote!(text::Shape::Number(#width)),
            None => {
                let words = field.spelled.iter().map(|(number, word)| {
                    let number = Literal::i128_unsuffixed(*number);
                    quote!((#number, #word))
                });
                quote!(text::Shape::Spelled(#width, &[#(#words),*]))
            }
        }
    }
}

/// An expression for the members of an enum.
fn members(item: &Enum) -> TokenStream {
    let name = names::camel(&item.docs.name);
    quote!(&text::Enum(#name::ALL, #name::name, #name::number))
}

fn prints_all(pieces: &[TextPiece], groups: usize) -> bool {
    pieces.iter().all(|piece| match piece {
        TextPiece::Literal(_) | TextPiece::Comma => true,
        TextPiece::Field { .. } => groups < 2,
        TextPiece::IfPresent(_, inner) | TextPiece::IfNotIdentity(_, _, inner) => {
            prints_all(inner, groups + 1)
        }
    })
}

/// The only field of a record: such a record is spelled as its field.
pub(super) fn only<'m>(cx: &Cx<'m>, wire: &Wire) -> Option<(&'m Record, &'m Field, &'m Wire)> {
    let Wire::Item(Kind::Record, index) = wire else { return None };
    let record = &cx.model.records[*index];
    let [field] = record.fields.as_slice() else { return None };
    match &field.kind {
        FieldKind::Value(wire) => Some((record, field, wire)),
        _ => None,
    }
}

/// Whether the value of the field without its group is the default of its type.
fn lacks(cx: &Cx<'_>, field: &Field) -> bool {
    match &field.kind {
        FieldKind::Optional(..) | FieldKind::Unit { .. } => true,
        FieldKind::Value(wire) | FieldKind::Part(wire, _) => match wire {
            Wire::Bool | Wire::Optional(..) => true,
            Wire::Codec(index, _) if let Some(existing) = cx.existing => existing.may_lack(*index),
            Wire::Sequence(list) => !matches!(list.until, Until::Count(Some(_)) | Until::Balanced),
            wire => wire.is_whole(),
        },
        _ => false,
    }
}

/// Whether the presence of the field's group determines its value.
fn is_flag(field: &Field) -> bool {
    match &field.kind {
        FieldKind::Unit { .. } => true,
        FieldKind::Value(wire) | FieldKind::Part(wire, _) => *wire == Wire::Bool,
        _ => false,
    }
}

/// Whether a value of this shape can be parsed.
fn is_value(cx: &Cx<'_>, wire: &Wire) -> bool {
    match wire {
        // Rust resolves it.
        _ if cx.existing.is_some() => true,
        Wire::Bool | Wire::Index(_) => true,
        // A number without a name could be parsed together with the text next to it.
        Wire::Item(Kind::Enum, index) => !cx.model.enums[*index].open,
        Wire::Item(Kind::Union, index) => cx.readable_unions[*index],
        Wire::Optional(inner, _) => is_value(cx, inner),
        Wire::Codec(index, _) => cx.model.codecs[*index].readable && cx.options.host.is_some(),
        Wire::Sequence(Sequence { element, until }) => {
            *until != Until::Balanced
                && !matches!(**element, Wire::Sequence(_))
                && is_value(cx, element)
        }
        Wire::Item(Kind::Record, _) => only(cx, wire).is_some_and(|(.., wire)| is_value(cx, wire)),
        wire => wire.is_whole(),
    }
}
