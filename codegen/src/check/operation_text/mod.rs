//! `operation-text`: the text of an operation can be printed and read: it names parts that there are, says all of them, and
//! what comes next always settles whether something optional is there.

mod ambiguous;

use super::Cx;
use super::cx::{Named, is_list};
use crate::ast::{Field, Op, Port, Spanned};
use crate::diagnostics::Diagnostics;
use crate::operation_text::{Piece, Test, Word, mnemonic, parse};
use std::collections::HashMap;

const RULE: &str = "operation-text";

/// Most conditions in one template; it bounds how deep they are nested.
const MAX_CONDITIONS: usize = 64;

/// A part of an operation by its name.
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
            out.found(RULE, format!("the text of `{}` begins with no word", op.common.name.value))
                .at(text.span, "a word tells which operation it is");
        } else if let Some(other) = words.insert(word.clone(), text) {
            out.found(RULE, format!("`{word}` begins the text of two operations"))
                .at(text.span, "again here")
                .at(other.span, "first here");
        }
        let before = out.len();
        check_pieces(op, text, &pieces, out);
        if out.len() > before {
            continue;
        }
        if op.form.is_none() {
            said(cx, op, text, &pieces, out);
        }
        ambiguous::check(cx, op, text, &pieces, out);
    }
}

/// Operations that regions name, and names of what is no result.
fn names(cx: &Cx<'_>, op: &Op, out: &mut Diagnostics) {
    for region in &op.regions {
        let ops = cx.schema.ops.iter().map(|op| op.common.name.value.as_str());
        super::cx::known(RULE, region.implied.as_ref(), "operation", ops, out);
    }
    for named in op.operands.iter().filter_map(|port| port.named.as_ref()) {
        out.found(RULE, "an operand has no name of its own")
            .at(named.span, "text calls it as the result that it is");
    }
}

fn check_pieces(op: &Op, text: &Spanned<String>, pieces: &[Piece], out: &mut Diagnostics) {
    for piece in pieces {
        match piece {
            Piece::Literal(_) | Piece::Line | Piece::Comma => {}
            Piece::If(any, inner) => {
                for test in any.iter().flatten() {
                    check_test(op, text, test, out);
                }
                check_pieces(op, text, inner, out);
            }
            Piece::AnyOrder(inner) => {
                if inner.iter().any(|piece| !matches!(piece, Piece::If(..))) {
                    out.found(RULE, "`{*|...}` holds more than groups")
                        .at(text.span, "only `{?...|...}` can stand in any order");
                }
                check_pieces(op, text, inner, out);
            }
            Piece::Part { word, of, .. } => check_word(op, text, *word, of, out),
        }
    }
}

fn check_word(op: &Op, text: &Spanned<String>, word: Word, of: &[String], out: &mut Diagnostics) {
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
        let fits = match (word, found) {
            (Word::Value, found) => !matches!(found, Part::Result(_)),
            (Word::Type | Word::Types | Word::FirstType | Word::FullType, found) => {
                matches!(found, Part::Operand(_) | Part::Result(_))
            }
            (Word::FullResults, found) => matches!(found, Part::Result(_)),
            (Word::Elements | Word::Mixed, found) if at == 1 => {
                matches!(
                    (word, found),
                    (Word::Elements, Part::Result(_)) | (Word::Mixed, Part::Operand(_))
                )
            }
            (Word::Mixed, found) => matches!(found, Part::Result(_)),
            (Word::Argument | Word::Assigned, found) if at == 2 => {
                matches!(found, Part::Operand(_))
            }
            (Word::Argument | Word::Assigned, found) => matches!(found, Part::Region),
            (Word::Parameters, found) if at == 0 => matches!(found, Part::Region),
            (Word::Symbol | Word::Elements, Part::Attribute(field)) => {
                matches!(field.ty.name.as_str(), "ref" | "optional_ref" | "flagged")
            }
            (Word::Parameters | Word::Expressions | Word::Dictionary, Part::Attribute(field)) => {
                is_list(&field.ty)
            }
            _ => false,
        };
        if !fits {
            out.found(RULE, format!("`{name}` is nothing that this can say"))
                .at(text.span, format!("`{name}` is used here"));
        }
    }
}

fn check_test(op: &Op, text: &Spanned<String>, test: &Test, out: &mut Diagnostics) {
    let Some(found) = known(op, text, &test.part, out) else { return };
    let fits = matches!(
        (found, &test.field, &test.member),
        (Part::Attribute(_), None, _) | (Part::Result(_), Some(_), None) | (_, None, None)
    );
    if !fits {
        out.found(RULE, format!("`{test}` is nothing that can be asked"))
            .at(text.span, format!("`{}` is used here", test.part));
    }
}

/// The part of a name; where there is none, that is a finding.
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

/// Every part is said somewhere, or follows from what is.
fn said(cx: &Cx<'_>, op: &Op, text: &Spanned<String>, pieces: &[Piece], out: &mut Diagnostics) {
    let mut found = Said::default();
    found.collect(pieces);
    let mut missing = |common: &crate::ast::Common, what: &str| {
        let name = &common.name;
        out.found(
            RULE,
            format!("the text of `{}` does not say `{}`", op.common.name.value, name.value),
        )
        .at(text.span, format!("no place shows this {what}"))
        .at(name.span, format!("the {what}"));
    };
    let has =
        |list: &[&str], common: &crate::ast::Common| list.contains(&common.name.value.as_str());
    for field in visible(op) {
        // That a truth value is true its group says.
        let truth = matches!(field.ty.name.as_str(), "unit" | "bool");
        if !(has(&found.values, &field.common) || truth && has(&found.tested, &field.common)) {
            missing(&field.common, "attribute");
        }
    }
    for port in &op.operands {
        if !has(&found.values, &port.common) {
            missing(&port.common, "operand");
        }
    }
    for region in &op.regions {
        if !has(&found.values, &region.common) {
            missing(&region.common, "region");
        }
    }
    for port in &op.results {
        let same = |name: &str| op.same_type.iter().any(|other| other.value == name);
        let typed = |name: &str| found.types.contains(&name);
        let follows = same(&port.common.name.value)
            && op.same_type.iter().any(|other| {
                let operand = op.operands.iter().any(|port| port.common.name.value == other.value);
                operand || typed(&other.value)
            });
        if !typed(&port.common.name.value) && !follows && !has_only_type(cx, port) {
            missing(&port.common, "result's type");
        }
    }
}

/// Whether one type alone fits: a variant without fields.
fn has_only_type(cx: &Cx<'_>, port: &Port) -> bool {
    let Some(ty) = &port.ty else { return false };
    let constraint = cx.schema.constraints.iter().find(|item| item.common.name.value == ty.value);
    let ty = constraint.and_then(|item| item.is.as_ref()).unwrap_or(ty);
    cx.schema.variants.iter().any(|variant| {
        let label = variant.common.label.as_ref().unwrap_or(&variant.common.name);
        variant.fields.is_empty() && label.value == ty.value
    })
}

/// What a template says.
#[derive(Default)]
struct Said<'p> {
    /// Parts whose value stands somewhere.
    values: Vec<&'p str>,
    /// Values whose types stand somewhere.
    types: Vec<&'p str>,
    /// Parts that conditions ask.
    tested: Vec<&'p str>,
}

impl<'p> Said<'p> {
    fn collect(&mut self, pieces: &'p [Piece]) {
        for piece in pieces {
            match piece {
                Piece::Literal(_) | Piece::Line | Piece::Comma => {}
                Piece::If(any, inner) => {
                    self.tested.extend(any.iter().flatten().map(|test| test.part.as_str()));
                    self.collect(inner);
                }
                Piece::AnyOrder(inner) => self.collect(inner),
                Piece::Part { word, of, .. } => {
                    let names = of.iter().map(String::as_str);
                    match word {
                        Word::Type
                        | Word::Types
                        | Word::FirstType
                        | Word::FullType
                        | Word::FullResults => self.types.extend(names),
                        Word::Elements => {
                            self.types.extend(names.clone().skip(1));
                            self.values.extend(names);
                        }
                        _ => self.values.extend(names),
                    }
                }
            }
        }
    }
}

/// The enum that is the type of an attribute.
fn members<'a>(cx: &Cx<'a>, field: &Field) -> Option<Vec<&'a str>> {
    let Some(Named::Enum(item)) = cx.named(&field.ty.name) else { return None };
    let label = |member: &'a crate::ast::Member| {
        member.common.label.as_ref().unwrap_or(&member.common.name).value.as_str()
    };
    Some(item.members.iter().map(label).collect())
}
