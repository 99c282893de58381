//! The templates of a union's variants in listings, as data that the runtime prints and parses.

use super::frame::Frame;
use super::words::Words;
use super::{Cx, Family, names};
use crate::model::{
    Field, FieldKind, Integer, Kind, Mark, Record, Sequence, TextPiece, Union, Until, Variant, Wire,
};
use crate::text;
use proc_macro2::TokenStream;
use quote::quote;

/// A value with a text of its own in templates of a union.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nested {
    /// A union.
    Union(usize),
    /// A codec.
    Codec(usize),
}

/// The pieces of the template of an entry that the schema does not describe, and its fields.
const OPAQUE: [&str; 21] = [
    "5",
    "literal",
    "opaque<tag ",
    "field",
    "0",
    "",
    "",
    "literal",
    ", ",
    "field",
    "1",
    "",
    "",
    "literal",
    ">",
    "2",
    "refused",
    "number",
    "u64",
    "refused",
    "other",
];

/// The templates of a type, as they are collected.
#[derive(Default)]
pub(super) struct Stored {
    /// A row of words for each variant.
    rows: Vec<Words>,
    /// The values with a text of their own, by their numbers in the templates.
    pub(super) nested: Vec<Nested>,
    /// The enums, by their numbers in the templates.
    enums: Vec<usize>,
}

impl Stored {
    /// Adds the template of a variant.
    pub(super) fn add(&mut self, text: &Text<'_, '_>) {
        let row = text.row(self);
        self.rows.push(row);
    }

    /// The function that returns the templates.
    pub(super) fn function(&self, cx: &Cx<'_>) -> TokenStream {
        let (runtime, rows) = (&cx.options.runtime, &self.rows);
        let enums = self.enums.iter().map(|index| {
            let name = names::camel(&cx.model.enums[*index].docs.name);
            quote!(&text::Enum(#name::ALL, #name::name, |member| member.number().into()))
        });
        quote! {
            fn templates() -> &'static [#runtime::text::template::Template] {
                use #runtime::text::template as text;
                static TEMPLATES: text::Stored = text::Stored::new(&[#(#rows),*], &[#(#enums),*]);
                TEMPLATES.get()
            }
        }
    }
}

/// The position of a value among those that are known; a new one is added.
fn position<T: PartialEq>(known: &mut Vec<T>, value: T) -> usize {
    known.iter().position(|other| *other == value).unwrap_or_else(|| {
        known.push(value);
        known.len() - 1
    })
}

/// The implementation of `Templates` for a union, and the values with a text of their own, by their numbers in the templates.
pub(super) fn emit(cx: &Cx<'_>, item: &Union) -> (TokenStream, Vec<Nested>) {
    let (name, runtime) = (names::camel(&item.docs.name), &cx.options.runtime);
    let mut stored = Stored::default();
    for variant in &item.variants {
        stored.add(&Text::new(cx, item, variant));
    }
    if item.opaque {
        let mut row = Words::default();
        row.flag(false);
        row.words(&OPAQUE);
        stored.rows.push(row);
    }
    let function = stored.function(cx);
    (quote!(impl #runtime::text::template::Templates for #name { #function }), stored.nested)
}

/// The method of a union's `Reflect` that returns the template of a value.
pub(super) fn method(frame: &Frame<'_, '_>) -> TokenStream {
    let (name, runtime) = (&frame.name, &frame.cx.options.runtime);
    let outside = (frame.family == Family::View && !frame.plain).then(|| quote!(super::));
    frame.template(&quote! {
        <#outside #name as #runtime::text::template::Templates>::templates()
            .get(self.variant_index())
    })
}

impl Cx<'_> {
    /// Finds the unions whose variants can all be parsed, by their templates or by the host.
    pub(super) fn find_readable(&mut self) {
        self.readable_unions = vec![true; self.model.unions.len()];
        loop {
            let is_whole = |item: &Union| {
                let mut variants = item.variants.iter();
                variants
                    .all(|variant| variant.listed_only || Text::new(self, item, variant).is_whole())
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

    /// Whether no piece is omitted because of another absent field, and the host parses no value inside.
    pub(super) fn prints_all(&self) -> bool {
        let hosted = |field: &Field| field.wire().is_some_and(|wire| has_hosted(self.cx, wire));
        prints_all(&self.variant.text, 0) && !self.fields().any(hosted)
    }

    /// The words of the template, see `Stored` of the runtime.
    fn row(&self, stored: &mut Stored) -> Words {
        let (mut row, mut pieces) = (Words::default(), Words::default());
        row.flag(self.is_whole());
        row.number(self.pieces(&self.variant.text, &mut pieces));
        row.append(&pieces);
        row.number(self.fields().count());
        for field in self.fields() {
            row.word(match &field.kind {
                FieldKind::Optional(..) => "optional",
                _ if lacks(self.cx, field) => "default",
                _ => "refused",
            });
            match field.wire() {
                Some(wire) => self.shape(wire, field, stored, &mut row),
                None => row.word("bool"),
            }
        }
        row
    }

    /// The position of a field.
    fn position(&self, name: &str) -> Option<usize> {
        self.fields().position(|field| field.docs.name == name)
    }

    /// Adds the words of pieces, and counts the pieces.
    fn pieces(&self, pieces: &[TextPiece], row: &mut Words) -> usize {
        let mut count = 0;
        for piece in pieces {
            let mut behind = Words::default();
            let inner = match piece {
                TextPiece::IfPresent(_, inner) | TextPiece::IfNotIdentity(_, _, inner) => {
                    self.pieces(inner, &mut behind)
                }
                TextPiece::Literal(_) | TextPiece::Comma | TextPiece::Field { .. } => 0,
            };
            count += usize::from(self.piece(piece, inner, row).is_some()) + inner;
            row.append(&behind);
        }
        count
    }

    /// Adds the words of a piece, which decides on `inner` pieces behind it; none without the field.
    fn piece(&self, piece: &TextPiece, inner: usize, row: &mut Words) -> Option<()> {
        match piece {
            TextPiece::Literal(text) => row.words(&["literal", text]),
            TextPiece::Comma => row.word("comma"),
            TextPiece::Field { name, separator, trailing } => {
                let at = self.position(name)?;
                row.words(&["field", &at.to_string(), separator]);
                row.flag(*trailing);
            }
            TextPiece::IfPresent(name, _) => {
                let at = self.position(name)?;
                row.word("present");
                row.number(at);
                row.number(inner);
            }
            TextPiece::IfNotIdentity(name, of, _) => {
                let at = self.position(name)?;
                let of = of.as_ref().and_then(|of| self.position(of));
                row.words(&[
                    "order",
                    &at.to_string(),
                    &of.map_or("-".to_owned(), |of| of.to_string()),
                ]);
                row.number(inner);
            }
        }
        Some(())
    }

    /// Adds the words of the shape of values of a field.
    fn shape(&self, wire: &Wire, field: &Field, stored: &mut Stored, row: &mut Words) {
        if let Some((_, _, wire)) = only(self.cx, wire) {
            row.word("only");
            return self.shape(wire, field, stored, row);
        }
        match wire {
            Wire::Bool => row.word("bool"),
            Wire::Index(table) => {
                let (table, dialect) = (&self.cx.model.tables[*table].name, self.dialect);
                match field.short.as_deref() {
                    Some(short) => {
                        let (before, after) = short.split_once('*').unwrap_or((short, ""));
                        row.words(&["shortened", table, dialect, before, after]);
                    }
                    None => row.words(&["entry", table]),
                }
            }
            Wire::Optional(inner, mark) => {
                let none = if *mark == Mark::PlusOne { "unknown" } else { "none" };
                row.words(&["optional", none]);
                self.shape(inner, field, stored, row);
            }
            Wire::Item(Kind::Enum, index) => {
                row.word("member");
                row.number(position(&mut stored.enums, *index));
            }
            Wire::Item(Kind::Union, index) => {
                row.word("nested");
                row.number(position(&mut stored.nested, Nested::Union(*index)));
            }
            Wire::Item(Kind::Record, _) => row.word("record"),
            Wire::Sequence(Sequence { element, .. }) => {
                row.word("list");
                self.shape(element, field, stored, row);
            }
            Wire::Indirect(inner) => self.shape(inner, field, stored, row),
            Wire::Codec(index, _) => {
                if self.cx.existing.is_some_and(|existing| existing.is_list(*index)) {
                    row.word("list");
                }
                row.word("nested");
                row.number(position(&mut stored.nested, Nested::Codec(*index)));
            }
            Wire::OffsetTable { .. } => row.word("offsets"),
            Wire::Bytes(..) => row.word("other"),
            Wire::Integer(number) if number.float() => row.word("other"),
            Wire::Integer(number) => self.number(*number, field, stored, row),
        }
    }

    /// Adds the words of the shape of a number.
    fn number(&self, number: Integer, field: &Field, stored: &mut Stored, row: &mut Words) {
        let width = number.rust();
        match field.names {
            Some(index) => {
                let form = if self.cx.model.enums[index].flags { "flags" } else { "named" };
                row.words(&[form, width]);
                row.number(position(&mut stored.enums, index));
            }
            None if field.spelled.is_empty() => row.words(&["number", width]),
            None => {
                row.words(&["spelled", width]);
                row.number(field.spelled.len());
                for (number, word) in &field.spelled {
                    row.words(&[&number.to_string(), word]);
                }
            }
        }
    }
}

/// Whether the host parses values of a union, because their texts depend on more than their fields.
pub(super) fn is_hosted(item: &Union) -> bool {
    item.variants.iter().any(|variant| variant.listed_only)
}

fn has_hosted(cx: &Cx<'_>, wire: &Wire) -> bool {
    match wire {
        Wire::Item(Kind::Union, index) => is_hosted(&cx.model.unions[*index]),
        wire => wire.inner().is_some_and(|inner| has_hosted(cx, inner)),
    }
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
        Wire::Optional(inner, _) | Wire::Indirect(inner) => is_value(cx, inner),
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
