//! `operation-text`: the text of an operation can be printed and parsed. It refers only to existing parts and shows all of them.
//! The next token always determines whether an optional part is present.

mod adjacent;
mod ambiguous;
mod cases;

use super::Cx;
use super::cx::{Named, is_list};
use crate::ast::{Field, Op, Port, Spanned, TypeArg, TypeExpr};
use crate::diagnostics::Diagnostics;
use crate::operation_text::{Piece, Test, Word, mnemonic, parse};
use std::collections::HashMap;

const RULE: &str = "operation-text";

/// The most conditions in a template, which also limits their nesting.
const MAX_CONDITIONS: usize = 64;

/// A part of an operation, by its name.
#[derive(Clone, Copy)]
enum Part<'a> {
    Operand(&'a Port),
    Result(&'a Port),
    Region,
    Attribute(&'a Field),
}

fn part<'a>(op: &'a Op, name: &str) -> Option<Part<'a>> {
    let port = |ports: &'a [Port]| ports.iter().find(|port| port.common.name.value == name);
    let operand = port(&op.operands).map(Part::Operand);
    let result = || port(&op.results).map(Part::Result);
    let region = || {
        let mut regions = op.regions.iter();
        regions.find(|region| region.common.name.value == name).map(|_| Part::Region)
    };
    let attribute =
        || visible(op).find(|field| field.common.name.value == name).map(Part::Attribute);
    operand.or_else(result).or_else(region).or_else(attribute)
}

/// The attributes that have a value.
fn visible(op: &Op) -> impl Iterator<Item = &Field> {
    let hidden = |field: &&Field| matches!(field.ty.name.as_str(), "flags" | "presence" | "packed");
    op.attributes.iter().filter(move |field| !hidden(field))
}

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let vocabulary = ambiguous::Vocabulary::of(cx);
    let mut words: HashMap<String, &Spanned<String>> = HashMap::new();
    for op in &cx.schema.ops {
        names(cx, op, out);
        let Some(text) = &op.text else { continue };
        let parsed = match text.value.matches('|').count() {
            0..=MAX_CONDITIONS => parse(&text.value),
            _ => Err("too many conditions".to_owned()),
        };
        let pieces = match parsed {
            Ok(pieces) => pieces,
            Err(error) => {
                out.found(RULE, format!("`{}` is not a template", text.value)).at(text.span, error);
                continue;
            }
        };
        let word = mnemonic(&pieces).to_owned();
        if !word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            out.found(
                RULE,
                format!("the text of `{}` does not begin with a word", op.common.name.value),
            )
            .at(text.span, "the first word identifies the operation");
        } else if let Some(other) = words.insert(word.clone(), text) {
            out.found(RULE, format!("`{word}` begins the text of two operations"))
                .at(text.span, "second text")
                .at(other.span, "first text");
        }
        let before = out.len();
        open_enums(cx, op, out);
        check_pieces(cx, op, text, &pieces, out);
        if out.len() > before {
            continue;
        }
        // The host constructs operations that are not instructions.
        if op.form.is_none() {
            cases::check(cx, op, text, &pieces, out);
        }
        if out.len() > before {
            continue;
        }
        ambiguous::check(cx, &vocabulary, op, text, &pieces, out);
    }
}

/// The operations that regions name exist, and only results have names.
fn names(cx: &Cx<'_>, op: &Op, out: &mut Diagnostics) {
    for region in &op.regions {
        let ops = cx.schema.ops.iter().map(|op| op.common.name.value.as_str());
        super::cx::known(RULE, region.implied.as_ref(), "operation", ops, out);
    }
    for named in op.operands.iter().filter_map(|port| port.named.as_ref()) {
        out.found(RULE, "an operand has no name of its own")
            .at(named.span, "text uses the name of the result");
    }
}

/// Every value of an attribute has a word in text.
fn open_enums(cx: &Cx<'_>, op: &Op, out: &mut Diagnostics) {
    for field in &op.attributes {
        if let Some(Named::Enum(item)) = cx.named(&field.ty.name)
            && item.is_open()
        {
            let (name, of) = (&field.common.name.value, &item.common.name.value);
            out.found(RULE, format!("`{name}` can be a number without a name in `{of}`"))
                .at(field.ty.span, "text has no word for it")
                .help("remove `unknown: keep` from the enum, or the text from the operation");
        }
    }
}

fn check_pieces(
    cx: &Cx<'_>,
    op: &Op,
    text: &Spanned<String>,
    pieces: &[Piece],
    out: &mut Diagnostics,
) {
    for piece in pieces {
        match piece {
            Piece::Line | Piece::Comma => {}
            Piece::Literal(literal) => {
                if let Some(invalid) = adjacent::invalid_character(literal) {
                    out.found(
                        RULE,
                        format!("`{invalid}` is not allowed in the text of an operation"),
                    )
                    .at(text.span, "expected words, numbers, brackets or punctuation marks");
                }
            }
            Piece::If(any, inner) => {
                for test in any.iter().flatten() {
                    check_test(cx, op, text, test, out);
                }
                check_pieces(cx, op, text, inner, out);
            }
            Piece::AnyOrder(inner) => {
                if inner.iter().any(|piece| !matches!(piece, Piece::If(..))) {
                    out.found(RULE, "`{*|...}` contains more than groups")
                        .at(text.span, "only `{?...|...}` can be in any order");
                }
                if has_region(op, inner) {
                    out.found(RULE, "a region cannot be in any order")
                        .at(text.span, "`{*|...}` contains a region");
                }
                check_pieces(cx, op, text, inner, out);
            }
            Piece::Part { word, of, separator } => {
                check_word(cx, op, text, *word, of, out);
                check_separator(op, text, *word, of, separator, out);
            }
        }
    }
}

/// Whether pieces contain a region.
fn has_region(op: &Op, pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Part { word: Word::Value, of, .. } => matches!(part(op, &of[0]), Some(Part::Region)),
        Piece::If(_, inner) | Piece::AnyOrder(inner) => has_region(op, inner),
        _ => false,
    })
}

/// A list has a comma as its separator, and other parts have none.
fn check_separator(
    op: &Op,
    text: &Spanned<String>,
    word: Word,
    of: &[String],
    separator: &str,
    out: &mut Diagnostics,
) {
    let is_list = matches!(part(op, &of[0]), Some(Part::Attribute(field)) if is_list(&field.ty));
    let wanted = match word {
        Word::Value => is_list,
        Word::Expressions => true,
        _ => false,
    };
    if wanted != (separator.trim() == ",") || !wanted && !separator.is_empty() {
        let help = match wanted {
            true => format!("write `{{{}:, }}`", of.join(" ")),
            false => "only lists have a separator".to_owned(),
        };
        out.found(RULE, format!("`{separator}` cannot separate elements of `{}`", of[0]))
            .at(text.span, help);
    }
}

fn check_word(
    cx: &Cx<'_>,
    op: &Op,
    text: &Spanned<String>,
    word: Word,
    of: &[String],
    out: &mut Diagnostics,
) {
    if word == Word::Elements && of.len() < 2 && op.form.is_none() {
        out.found(
            RULE,
            format!("`{{elements {}}}` does not state the type of the elements", of[0]),
        )
        .at(text.span, format!("write `{{elements {} RESULT}}`", of[0]));
    }
    for (at, name) in of.iter().enumerate() {
        let number = matches!(word, Word::Argument | Word::Assigned) && at == 1;
        if number {
            if name.parse::<u16>().is_err() {
                out.found(RULE, format!("`{name}` is not a number"))
                    .at(text.span, "the position of an argument");
            }
            continue;
        }
        let name = match word {
            Word::Mixed if at == 0 => name.split_once('.').map_or(name.as_str(), |(name, _)| name),
            _ => name.as_str(),
        };
        let Some(found) = known(op, text, name, out) else { continue };
        let field = match word {
            Word::Mixed if at == 0 => of[0].split_once('.').map(|(_, field)| field),
            _ => None,
        };
        if let Some(field) = field.filter(|field| !has_field(cx, field)) {
            out.found(RULE, format!("no type has a field `{field}`"))
                .at(text.span, format!("`{}` is used here", of[0]));
        }
        if !fits(cx, op, word, at, found) {
            out.found(RULE, format!("`{name}` cannot be shown in this form"))
                .at(text.span, format!("`{name}` is used here"));
        }
    }
}

/// Whether a word supports a part, which is at position `at` of the parts that it names.
fn fits(cx: &Cx<'_>, op: &Op, word: Word, at: usize, found: Part<'_>) -> bool {
    match (word, at, found) {
        (Word::Value, _, Part::Attribute(field)) => {
            !matches!(referred(cx, field), Some(Referred::Other))
        }
        (Word::Value, _, Part::Operand(_) | Part::Region) => true,
        (Word::Type | Word::FirstType | Word::FullType, _, Part::Operand(_) | Part::Result(_)) => {
            true
        }
        (Word::Types, _, Part::Operand(port)) => port.variadic,
        (Word::FullResults, _, Part::Result(_)) => true,
        (Word::Elements, 1, Part::Result(port)) => !port.variadic,
        (Word::Mixed, 0, Part::Result(port)) => !port.variadic,
        (Word::Mixed, 1, Part::Operand(port)) => port.variadic,
        (Word::Argument, 2, Part::Operand(port)) => !port.variadic && !port.optional,
        (Word::Assigned, 2, Part::Operand(port)) => port.variadic,
        (Word::Argument | Word::Assigned | Word::Parameters, 0, Part::Region) => true,
        // Only functions have parameters with data.
        (Word::Parameters, 1, Part::Attribute(field)) => op.form.is_some() && is_list(&field.ty),
        (Word::Symbol, _, Part::Attribute(field)) => {
            matches!(referred(cx, field), Some(Referred::Text))
        }
        (Word::Elements, 0, Part::Attribute(field)) => {
            matches!(referred(cx, field), Some(Referred::Other))
        }
        (Word::Expressions | Word::Dictionary, _, Part::Attribute(field)) => {
            let element = named_by(&field.ty, 0).and_then(|name| cx.named(name));
            is_list(&field.ty) && matches!(element, Some(Named::Union(_)))
        }
        _ => false,
    }
}

/// The target of an attribute.
enum Referred {
    /// Text.
    Text,
    /// A type of values.
    Type,
    /// An entry without a text of its own.
    Other,
}

/// The target of an attribute; none for an attribute that is no reference.
fn referred(cx: &Cx<'_>, field: &Field) -> Option<Referred> {
    if !matches!(field.ty.name.as_str(), "ref" | "optional_ref" | "flagged") {
        return None;
    }
    let table = named_by(&field.ty, 0)?;
    let mut operations = cx.schema.formats.iter().filter_map(|format| format.operations.as_ref());
    if operations.any(|operations| operations.types.value == table) {
        return Some(Referred::Type);
    }
    let mut fields = cx.schema.sections.iter().flat_map(|section| &section.fields);
    let is_of = |field: &&Field| field.table.as_ref().is_some_and(|of| of.value == table);
    let entries = fields.find(is_of).and_then(|field| named_by(&field.ty, 1));
    let is_text = matches!(entries, Some("bytes" | "utf8"));
    Some(if is_text { Referred::Text } else { Referred::Other })
}

/// The name of a type in the arguments of another type.
fn named_by(ty: &TypeExpr, position: usize) -> Option<&str> {
    match ty.args.get(position)? {
        TypeArg::Type(ty) => Some(&ty.name),
        TypeArg::Number(_) => None,
    }
}

fn check_test(cx: &Cx<'_>, op: &Op, text: &Spanned<String>, test: &Test, out: &mut Diagnostics) {
    let Some(found) = known(op, text, &test.part, out) else { return };
    let fits = match (found, &test.field, &test.member) {
        (_, None, None) => true,
        (Part::Attribute(field), None, Some(member)) => {
            let members = members(cx, field).filter(|_| !field.optional);
            members.is_some_and(|members| members.contains(&member.as_str()))
        }
        (Part::Result(port), Some(field), None) => !port.variadic && has_field(cx, field),
        _ => false,
    };
    if !fits {
        out.found(RULE, format!("`{test}` is not a valid condition"))
            .at(text.span, format!("`{}` is used here", test.part));
    } else if cases::is_always(op, test) {
        out.found(RULE, format!("`{}` is always present", test.part))
            .at(text.span, "a group requires a part that can be absent");
    }
}

/// The part with a name; a finding if it does not exist.
fn known<'a>(
    op: &'a Op,
    text: &Spanned<String>,
    name: &str,
    out: &mut Diagnostics,
) -> Option<Part<'a>> {
    let found = part(op, name);
    if found.is_none() {
        let ports = op.operands.iter().chain(&op.results).map(|port| &port.common);
        let regions = op.regions.iter().map(|region| &region.common);
        let fields = visible(op).map(|field| &field.common);
        let names = ports.chain(regions).chain(fields).map(|common| common.name.value.as_str());
        out.found(RULE, format!("`{}` has no part `{name}`", op.common.name.value))
            .at(text.span, format!("`{name}` is used here"))
            .suggest(name, names);
    }
    found
}

/// Whether some variant has a field with this name.
fn has_field(cx: &Cx<'_>, name: &str) -> bool {
    let mut fields = cx.schema.variants.iter().flat_map(|variant| &variant.fields);
    fields.any(|field| field.common.name.value == name)
}

/// Whether only one type fits: a variant without fields.
fn has_only_type(cx: &Cx<'_>, port: &Port) -> bool {
    let Some(ty) = &port.ty else { return false };
    let constraint = cx.schema.constraints.iter().find(|item| item.common.name.value == ty.value);
    let ty = constraint.and_then(|item| item.is.as_ref()).unwrap_or(ty);
    cx.schema.variants.iter().any(|variant| {
        let label = variant.common.label.as_ref().unwrap_or(&variant.common.name);
        variant.fields.is_empty() && label.value == ty.value
    })
}

/// The labels of the members of an attribute's enum.
fn members<'a>(cx: &Cx<'a>, field: &Field) -> Option<Vec<&'a str>> {
    let Some(Named::Enum(item)) = cx.named(&field.ty.name) else { return None };
    let label = |member: &'a crate::ast::Member| {
        member.common.label.as_ref().unwrap_or(&member.common.name).value.as_str()
    };
    Some(item.members.iter().map(label).collect())
}
