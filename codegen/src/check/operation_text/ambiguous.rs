//! Checks that the next token determines whether an optional part of a text is present.

use super::cases::{Shape, shape, shows_value};
use super::{Cx, Part, RULE, Referred, members, mnemonic, part, referred};
use crate::ast::{Op, Spanned};
use crate::check::cx::{integer_range, is_list};
use crate::check::sets;
use crate::diagnostics::Diagnostics;
use crate::operation_text::{Piece, Test, Word, parse};
use std::collections::HashSet;

/// A set of tokens.
#[derive(Clone, Debug, PartialEq)]
enum Class<'a> {
    /// A word or a punctuation mark.
    Text(&'a str),
    /// One of several words.
    Words(Vec<&'a str>),
    /// The name of a value. If the parser uses its type to decide whether it belongs to the part, with the set of types.
    Value(Option<&'a str>),
    /// A type. For the type of an operand, which is known, with the set of types.
    Type(Option<&'a str>),
    /// A type that begins with a word, which excludes function types.
    NamedType,
    Number,
    String,
    Symbol,
    /// An attribute of any form.
    Any,
    /// The end of the text, after which the next operation follows.
    End,
}

/// The words of a schema that can be confused with others.
pub(super) struct Vocabulary<'p> {
    /// The first words of operations.
    mnemonics: HashSet<String>,
    /// The first words of types.
    types: HashSet<&'p str>,
}

impl<'p> Vocabulary<'p> {
    pub(super) fn of(cx: &Cx<'p>) -> Self {
        let texts = cx.schema.ops.iter().filter_map(|op| op.text.as_ref());
        let mnemonics = texts.filter_map(|text| parse(&text.value).ok());
        let mnemonics = mnemonics.map(|pieces| mnemonic(&pieces).to_owned()).collect();
        let labels = cx.schema.variants.iter().map(|variant| {
            let label = variant.common.label.as_ref().unwrap_or(&variant.common.name);
            label.value.split('<').next().unwrap_or(&label.value)
        });
        Vocabulary { mnemonics, types: labels.collect() }
    }

    /// Whether a word or mark can follow an operation: another operation, a location, attributes in braces, or the end of a
    /// block.
    fn can_follow(&self, text: &str) -> bool {
        matches!(text, "loc" | "{" | "}") || self.mnemonics.contains(text)
    }

    /// Whether two sets of tokens overlap.
    fn overlaps(&self, one: &Class<'_>, other: &Class<'_>) -> bool {
        use Class as C;
        match (one, other) {
            (C::End, C::End) | (C::Any, _) | (_, C::Any) => true,
            (C::End, C::Text(text)) | (C::Text(text), C::End) => self.can_follow(text),
            (C::End, C::Words(words)) | (C::Words(words), C::End) => {
                words.iter().any(|word| self.can_follow(word))
            }
            (C::End, C::Type(_)) | (C::Type(_), C::End) => {
                self.types.iter().any(|word| self.can_follow(word))
            }
            (C::End, _) | (_, C::End) => false,
            (C::Words(words), C::Text(text)) | (C::Text(text), C::Words(words)) => {
                words.contains(text)
            }
            (C::Words(a), C::Words(b)) => a.iter().any(|word| b.contains(word)),
            (C::Value(Some(a)), C::Value(Some(b))) => sets::overlap(a, b),
            (C::Value(_), C::Value(_)) => true,
            (C::Type(Some(a)), C::Type(Some(b))) => sets::overlap(a, b),
            (C::Type(_), C::Type(_)) => true,
            (C::NamedType, C::Text(text)) | (C::Text(text), C::NamedType) => {
                *text == "!" || self.types.contains(text)
            }
            (C::NamedType, other) | (other, C::NamedType) => self.overlaps(&C::Type(None), other),
            // A type is a word, or begins with a bracket.
            (C::Type(_), C::Text(text)) | (C::Text(text), C::Type(_)) => {
                matches!(*text, "(" | "!") || self.types.contains(text)
            }
            (C::Type(_), C::Words(words)) | (C::Words(words), C::Type(_)) => {
                words.iter().any(|word| self.types.contains(word))
            }
            (C::Number, C::Text(text)) | (C::Text(text), C::Number) => {
                text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            }
            (a, b) => a == b,
        }
    }
}

/// The number of tokens that are compared.
const TOKENS: usize = 4;
/// The most continuations of a text that are compared.
const MAX_WAYS: usize = 2048;

pub(super) fn check<'p>(
    cx: &Cx<'p>,
    words: &Vocabulary<'p>,
    op: &'p Op,
    text: &Spanned<String>,
    pieces: &'p [Piece],
    out: &mut Diagnostics,
) {
    let mut ways = Ways { cx, op, words, known: HashSet::new(), present: Vec::new() };
    level(&mut ways, text, pieces, &mut Vec::new(), out);
}

/// Checks each group of a list of pieces; `after` is what follows the list, the next pieces last.
fn level<'p>(
    ways: &mut Ways<'p, '_>,
    text: &Spanned<String>,
    pieces: &'p [Piece],
    after: &mut Vec<&'p [Piece]>,
    out: &mut Diagnostics,
) {
    for (index, piece) in pieces.iter().enumerate() {
        let rest = &pieces[index + 1..];
        match piece {
            Piece::If(any, inner) => {
                // The parser takes a group if it can read it, independent of the text after it.
                let there = ways.of(inner, &[], false);
                after.push(rest);
                let is_known = any.iter().flatten().all(|test| ways.knows(test));
                if !is_known && ways.any_both(&there, &ways.of(&[], after, true)) {
                    let tests: Vec<String> =
                        any.iter().flatten().map(|test| format!("`{test}`")).collect();
                    ways.ambiguous(
                        text,
                        out,
                        &format!("can begin like the group of {}", tests.join(", ")),
                    );
                }
                let outside = ways.present.len();
                if let [all] = any.as_slice() {
                    let positive = all.iter().filter(|test| !test.negated);
                    ways.present.extend(positive.map(|test| test.part.as_str()));
                }
                level(ways, text, inner, after, out);
                // A present group of a Boolean shows that the value is true.
                let is_flag = |name: &&str| shape(ways.op, name) == Some(Shape::Flag);
                ways.known.extend(ways.present[outside..].iter().copied().filter(is_flag));
                ways.present.truncate(outside);
                after.pop();
            }
            Piece::AnyOrder(inner) => {
                after.push(rest);
                level(ways, text, inner, after, out);
                after.pop();
            }
            Piece::Part { word, of, .. } => {
                ways.known
                    .extend(of.iter().map(String::as_str).filter(|name| shows_value(piece, name)));
                let another = ways.another(*word, of);
                after.push(rest);
                if ways.any_both(&another, &ways.of(&[], after, true)) {
                    ways.ambiguous(text, out, &format!("can be another element of `{}`", of[0]));
                }
                after.pop();
            }
            Piece::Literal(_) | Piece::Line | Piece::Comma => {}
        }
    }
}

struct Ways<'p, 'c> {
    cx: &'c Cx<'p>,
    op: &'p Op,
    words: &'c Vocabulary<'p>,
    /// Parts whose values precede.
    known: HashSet<&'p str>,
    /// Parts that have a value if the enclosing groups are present.
    present: Vec<&'p str>,
}

impl<'p> Ways<'p, '_> {
    /// The possible continuations of a text with these pieces and what follows, up to the end of the text or of the pieces.
    fn of(&self, pieces: &'p [Piece], after: &[&'p [Piece]], ends: bool) -> Vec<Vec<Class<'p>>> {
        let mut found = Vec::new();
        let mut stack = after.to_vec();
        stack.push(pieces);
        self.extend(stack, Vec::new(), ends, &mut found);
        found
    }

    /// Whether the preceding text determines the result of a test.
    fn knows(&self, test: &Test) -> bool {
        test.field.is_none() && self.known.contains(test.part.as_str())
    }

    fn ambiguous(&self, text: &Spanned<String>, out: &mut Diagnostics, what: &str) {
        out.found(RULE, format!("the text of `{}` is ambiguous", self.op.common.name.value))
            .at(text.span, format!("the next text {what}"));
    }

    /// Whether any continuation can be the beginning of one in the other list.
    fn any_both(&self, there: &[Vec<Class<'p>>], absent: &[Vec<Class<'p>>]) -> bool {
        let both = |a: &[Class<'p>], b: &[Class<'p>]| {
            a.iter().zip(b).all(|(a, b)| self.words.overlaps(a, b))
        };
        there.iter().any(|a| absent.iter().any(|b| both(a, b)))
    }

    /// The beginning of one more value or type of a list: a comma precedes all but the first.
    fn another(&self, word: Word, of: &'p [String]) -> Vec<Vec<Class<'p>>> {
        let Some(found) = of.first().and_then(|name| part(self.op, name)) else {
            return Vec::new();
        };
        let class = match (word, found) {
            (Word::Value, Part::Operand(port)) if port.variadic => Class::Value(None),
            (Word::Types, Part::Operand(port)) if port.variadic => {
                return vec![vec![Class::Text(","), Class::Type(self.cx.set_of(port))]];
            }
            (Word::Type | Word::FullType | Word::FirstType, Part::Result(port))
                if port.variadic =>
            {
                Class::Type(None)
            }
            _ => return Vec::new(),
        };
        let mut more = vec![vec![Class::Text(","), class.clone()]];
        if self.present.contains(&of[0].as_str()) {
            return more;
        }
        if class == Class::Type(None) {
            more.push(vec![Class::NamedType]);
            more.push(vec![Class::Text("("), class]);
            more.push(["(", ")", "->"].map(Class::Text).to_vec());
        } else {
            more.push(vec![class]);
        }
        more
    }

    fn extend(
        &self,
        mut stack: Vec<&'p [Piece]>,
        mut way: Vec<Class<'p>>,
        ends: bool,
        found: &mut Vec<Vec<Class<'p>>>,
    ) {
        loop {
            if way.len() >= TOKENS || found.len() >= MAX_WAYS {
                way.truncate(TOKENS);
                found.push(way);
                return;
            }
            let Some(pieces) = stack.pop() else {
                if ends && !self.op.terminator {
                    // Names of results of the next operation.
                    for mark in ["=", ",", ":"] {
                        let next = [Class::Value(None), Class::Text(mark)];
                        found.push(way.iter().cloned().chain(next).collect());
                    }
                }
                way.extend(ends.then_some(Class::End));
                found.push(way);
                return;
            };
            let Some((piece, rest)) = pieces.split_first() else { continue };
            stack.push(rest);
            match piece {
                Piece::Literal(text) => way.extend(tokens(text).into_iter().map(Class::Text)),
                Piece::Line => {}
                Piece::Comma => {
                    self.extend(stack.clone(), way.clone(), ends, found);
                    way.push(Class::Text(","));
                }
                Piece::If(_, inner) => {
                    self.extend(stack.clone(), way.clone(), ends, found);
                    stack.push(inner);
                }
                Piece::AnyOrder(inner) => stack.push(inner),
                Piece::Part { word, of, .. } => {
                    let (class, many) = self.part(*word, of);
                    if many {
                        self.extend(stack.clone(), way.clone(), ends, found);
                    }
                    way.push(class);
                }
            }
        }
    }

    /// The beginning of a part, and whether the part can be empty.
    fn part(&self, word: Word, of: &'p [String]) -> (Class<'p>, bool) {
        let first = of.first().and_then(|name| part(self.op, name));
        match (word, first) {
            (Word::Value, Some(Part::Operand(port))) => {
                (Class::Value(self.cx.set_of(port).filter(|_| port.optional)), port.variadic)
            }
            (Word::Value, Some(Part::Region)) => (Class::Text("{"), false),
            (Word::Value, Some(Part::Attribute(field))) => {
                let many = is_list(&field.ty);
                let class = match (field.ty.name.as_str(), referred(self.cx, field)) {
                    ("unit" | "bool", _) => Class::Words(vec!["true", "false"]),
                    (_, Some(Referred::Text)) => Class::String,
                    (_, Some(_)) => Class::Type(None),
                    _ if many => Class::Any,
                    _ => match members(self.cx, field) {
                        Some(words) => Class::Words(words),
                        None if integer_range(&field.ty).is_some() => Class::Number,
                        None => Class::Any,
                    },
                };
                (class, many)
            }
            (
                Word::Type | Word::Types | Word::FullType | Word::FirstType,
                Some(Part::Operand(port)),
            ) => {
                let may_be_absent = port.variadic || port.optional;
                (Class::Type(self.cx.set_of(port)), may_be_absent && word != Word::FirstType)
            }
            (Word::Type | Word::FullType | Word::FirstType, Some(Part::Result(port))) => {
                (Class::Type(None), port.variadic)
            }
            (Word::FirstType, _) => (Class::Type(None), true),
            (Word::FullResults, _) => (Class::Type(None), false),
            (Word::Symbol, _) => (Class::Symbol, false),
            (Word::Elements, _) => (Class::Text("<"), false),
            (Word::Dictionary, _) => (Class::Text("{"), false),
            (Word::Argument, _) => (Class::Value(None), false),
            (Word::Assigned | Word::Parameters, _) => (Class::Value(None), true),
            _ => (Class::Any, true),
        }
    }
}

/// The words and punctuation marks of a text.
fn tokens(text: &str) -> Vec<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let len = match first {
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            '-' if rest.starts_with("->") => 2,
            c => c.len_utf8(),
        };
        found.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    found
}
