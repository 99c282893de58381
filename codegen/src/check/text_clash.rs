//! `text-clash`: the text of a variant in a listing can be parsed as the same value.

use super::Cx;
use super::cx::{Named, integer_range, is_list, may_be_none};
use super::same_text::{self, Texts};
use crate::ast::{Field, Span, Spanned, TypeExpr, Union, Variant};
use crate::diagnostics::Diagnostics;
use crate::model::TextPiece;
use crate::text;
use std::collections::{HashMap, HashSet};

const RULE: &str = "text-clash";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let readable = Readable::new(cx);
    let unions = cx.schema.unions.iter().filter(|union| !cx.run_only.has_union(union));
    for union in unions {
        check_union(&readable, union, out);
        for variant in cx.variants(union).filter(|variant| readable.variant(variant)) {
            if let Some(template) = variant.text.as_ref().filter(|text| !text.value.is_empty())
                && let Ok(pieces) = text::parse(template.value.trim())
            {
                check_complete(variant, &pieces, template, out);
                check_ends(cx, variant, &pieces, &[], template.span, out);
            }
        }
    }
}

/// No two variants have the same text in one version.
fn check_union(readable: &Readable<'_, '_>, union: &Union, out: &mut Diagnostics) {
    let cx = readable.cx;
    let variants = cx.variants(union).filter(|variant| readable.variant(variant));
    let variants: Vec<(&Variant, &Spanned<String>)> =
        variants.filter_map(|variant| Some((variant, variant.text.as_ref()?))).collect();
    let mut clash =
        |(variant, template): (&Variant, &Spanned<String>), other: &Variant, text: &str| {
            let (name, other_name) = (&variant.common.name.value, &other.common.name.value);
            let place = other.text.as_ref().map_or(other.common.name.span, |text| text.span);
            out.found(RULE, format!("`{name}` and `{other_name}` {text}"))
                .at(template.span, format!("the text of `{name}`"))
                .at(place, format!("the text of `{other_name}`"))
                .help(format!("give one a different text, or write `reads_as: {other_name}`"));
        };
    let may_meet = |one: &Variant, other: &Variant| {
        let (one, other) = (&one.common, &other.common);
        cx.gate(one).overlaps(cx.gate(other))
            && cx.release_gate(one).overlaps(cx.release_gate(other))
    };
    let mut first: HashMap<&str, &Variant> = HashMap::new();
    let mut texts = Vec::new();
    for (at, (variant, template)) in variants.iter().enumerate() {
        match first.insert(template.value.trim(), variant) {
            Some(other) if may_meet(variant, other) => {
                clash((variant, template), other, "have the same text");
            }
            Some(_) => {}
            None => {
                let pieces = text::parse(template.value.trim()).unwrap_or_default();
                texts.extend(Texts::new(cx, variant, &pieces).map(|texts| (at, texts)));
            }
        }
    }
    let (places, texts): (Vec<usize>, Vec<Texts>) = texts.into_iter().unzip();
    let meet = |a: usize, b: usize| may_meet(variants[places[a]].0, variants[places[b]].0);
    for (a, b, text) in same_text::pairs(&texts, meet) {
        let (later, earlier) = (places[a].max(places[b]), places[a].min(places[b]));
        clash(variants[later], variants[earlier].0, &format!("can both have the text `{text}`"));
    }
}

/// The text of a variant contains all of its visible fields.
fn check_complete(
    variant: &Variant,
    pieces: &[TextPiece],
    template: &Spanned<String>,
    out: &mut Diagnostics,
) {
    let shown = text::fields(pieces);
    let known = |name: &&str| variant.fields.iter().any(|f| f.common.name.value == **name);
    // A name without a field is probably a misspelled field.
    if !shown.iter().all(known) {
        return;
    }
    for field in variant.fields.iter().filter(|field| !is_unseen(field)) {
        let name = &field.common.name;
        if !name.value.is_empty() && !shown.contains(&name.value.as_str()) {
            out.found(RULE, format!("the text does not contain `{}`", name.value))
                .at(template.span, "does not show the field")
                .at(name.span, "lost when the text is parsed")
                .help(format!("add `{{{}}}`, or `listed_only: true` to the variant", name.value));
        }
    }
}

/// The unions that can be parsed: those whose variants can all be parsed, by their templates or by the host.
struct Readable<'a, 'c> {
    cx: &'c Cx<'a>,
    unions: HashSet<&'a str>,
}

impl<'a, 'c> Readable<'a, 'c> {
    fn new(cx: &'c Cx<'a>) -> Self {
        let names = cx.schema.unions.iter().map(|union| union.common.name.value.as_str());
        let mut readable = Readable { cx, unions: names.collect() };
        // Unions that depend on others are removed in a few rounds.
        loop {
            let gone: Vec<&str> = cx
                .schema
                .unions
                .iter()
                .filter(|union| readable.unions.contains(union.common.name.value.as_str()))
                .filter(|union| {
                    !cx.variants(union)
                        .all(|variant| variant.listed_only || readable.variant(variant))
                })
                .map(|union| union.common.name.value.as_str())
                .collect();
            if gone.is_empty() {
                return readable;
            }
            gone.iter().for_each(|name| {
                readable.unions.remove(name);
            });
        }
    }

    /// Whether a variant has a text, and all of its fields can be parsed.
    fn variant(&self, variant: &Variant) -> bool {
        let text = variant.text.as_ref().filter(|text| !text.value.is_empty());
        let parsed = !variant.listed_only && variant.reads_as.is_none();
        let Some(text) = text.filter(|_| parsed) else { return false };
        let Ok(pieces) = text::parse(text.value.trim()) else { return false };
        let shown = text::fields(&pieces);
        variant.fields.iter().filter(|field| !is_unseen(field)).all(|field| {
            let name = field.common.name.value.as_str();
            if shown.contains(&name) { self.ty(&field.ty) } else { may_be_left(field) }
        })
    }

    fn ty(&self, ty: &TypeExpr) -> bool {
        let inner = || super::cx::type_arg(ty, 0).is_some_and(|inner| self.ty(inner));
        match ty.name.as_str() {
            "bool" | "unit" | "ref" | "optional_ref" | "" => true,
            "flagged" | "shifted" => inner(),
            "balanced" => false,
            _ if is_list(ty) => {
                inner() && super::cx::type_arg(ty, 0).is_some_and(|inner| !is_list(inner))
            }
            _ if integer_range(ty).is_some() => true,
            name => match self.cx.named(name) {
                Some(Named::Enum(item)) => !item.is_open(),
                Some(Named::Union(_)) => self.unions.contains(name),
                Some(Named::Codec(codec)) => codec.readable,
                Some(Named::Record(record)) => match record.fields.as_slice() {
                    [field] => !is_unseen(field) && !field.optional && self.ty(&field.ty),
                    _ => false,
                },
                None => false,
            },
        }
    }
}

/// Whether a text can omit a field: the field then has the default of its type.
fn may_be_left(field: &Field) -> bool {
    let ty = field.ty.name.as_str();
    field.optional
        || may_be_none(&field.ty)
        || matches!(ty, "unit" | "bool" | "list" | "rest" | "repeat" | "")
        || integer_range(&field.ty).is_some()
}

fn is_unseen(field: &Field) -> bool {
    matches!(field.ty.name.as_str(), "flags" | "presence" | "packed")
}

/// The kind of the first and last characters of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeKind {
    /// Digits.
    Number,
    /// A word.
    Word,
    /// Any text whose end is recognizable.
    Own,
}

fn edge_kind(cx: &Cx<'_>, field: &Field) -> EdgeKind {
    let element = if is_list(&field.ty) { super::cx::type_arg(&field.ty, 0) } else { None };
    let ty = element.unwrap_or(&field.ty);
    match cx.named(&ty.name) {
        Some(Named::Enum(_)) => EdgeKind::Word,
        _ if field.names.is_some() || !field.spelled.is_empty() => EdgeKind::Word,
        _ if ty.name == "bool" => EdgeKind::Word,
        _ if integer_range(ty).is_some() => EdgeKind::Number,
        _ => EdgeKind::Own,
    }
}

/// The text after a value shows the end of the value: a literal, or a value of another kind.
fn check_ends(
    cx: &Cx<'_>,
    variant: &Variant,
    pieces: &[TextPiece],
    after: &[TextPiece],
    span: Span,
    out: &mut Diagnostics,
) {
    let find = |name: &String| variant.fields.iter().find(|f| f.common.name.value == *name);
    for (at, piece) in pieces.iter().enumerate() {
        let rest: Vec<TextPiece> = pieces[at + 1..].iter().chain(after).cloned().collect();
        match piece {
            TextPiece::IfPresent(_, inner) | TextPiece::IfNotIdentity(_, _, inner) => {
                check_ends(cx, variant, inner, &rest, span, out);
            }
            TextPiece::Field { name, separator, trailing } => {
                let Some(field) = find(name) else { continue };
                if is_list(&field.ty)
                    && separator.is_empty()
                    && edge_kind(cx, field) != EdgeKind::Own
                {
                    out.found(RULE, format!("nothing separates the elements of `{name}`"))
                        .at(span, "their texts would merge")
                        .at(field.common.name.span, "a list")
                        .help(format!("write `{{{name}:, }}`"));
                    continue;
                }
                let next = rest.first();
                if let Some(TextPiece::Field { name: other, .. }) = next
                    && let Some(second) = find(other)
                    && !trailing
                    && edge_kind(cx, field) != EdgeKind::Own
                    && edge_kind(cx, second) != EdgeKind::Own
                {
                    out.found(RULE, format!("nothing separates `{name}` and `{other}`"))
                        .at(span, "the texts of both would merge")
                        .help("put a text between them");
                }
                if !separator.is_empty() && !trailing {
                    check_list((name, separator), next, span, out);
                }
            }
            TextPiece::Literal(_) | TextPiece::Comma => {}
        }
    }
}

/// The text after a list does not begin like one more element.
fn check_list(
    (name, separator): (&str, &str),
    next: Option<&TextPiece>,
    span: Span,
    out: &mut Diagnostics,
) {
    let begins = |text: &str| {
        let (text, separator) = (text.trim(), separator.trim());
        if separator.is_empty() { None } else { text.strip_prefix(separator) }.map(str::to_owned)
    };
    let clash = match next {
        Some(TextPiece::Literal(text)) => begins(text).is_some(),
        Some(TextPiece::Comma) => separator.trim() == ",",
        Some(TextPiece::IfPresent(_, inner) | TextPiece::IfNotIdentity(_, _, inner)) => {
            match inner.as_slice() {
                [TextPiece::Literal(text), TextPiece::Field { .. }, ..] => {
                    begins(text).is_some_and(|rest| rest.is_empty())
                }
                _ => false,
            }
        }
        _ => false,
    };
    if clash {
        out.found(RULE, format!("the end of list `{name}` is ambiguous"))
            .at(span, format!("the next text also begins with `{}`", separator.trim()))
            .help("put a different text after the list, or enclose it in brackets");
    }
}
