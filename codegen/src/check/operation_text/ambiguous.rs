//! What can come next in a text, so that it is settled whether something optional is there.

use super::{Cx, Part, RULE, members, part};
use crate::ast::{Op, Port, Spanned};
use crate::check::cx::is_list;
use crate::diagnostics::Diagnostics;
use crate::operation_text::{Piece, Word};

/// What a token can be.
#[derive(Clone, Debug, PartialEq)]
enum Class<'a> {
    /// A word or a mark.
    Text(&'a str),
    /// One of some words.
    Words(Vec<&'a str>),
    /// The name of a value of a set of types.
    Value(&'a str),
    /// A type: of a set of types, where it is that of an operand, which is known.
    Type(Option<&'a str>),
    Number,
    String,
    Symbol,
    /// An attribute of any form.
    Any,
    /// The text ends.
    End,
}

impl Class<'_> {
    /// Whether a token can be both.
    fn overlaps(&self, other: &Class<'_>) -> bool {
        use Class as C;
        match (self, other) {
            (C::End, C::End) | (C::Any, _) | (_, C::Any) => true,
            (C::End, _) | (_, C::End) => false,
            (C::Words(words), C::Text(text)) | (C::Text(text), C::Words(words)) => {
                words.contains(text)
            }
            (C::Words(a), C::Words(b)) => a.iter().any(|word| b.contains(word)),
            (C::Type(Some(a)), C::Type(Some(b))) => a == b,
            (C::Type(_), C::Type(_)) => true,
            // A type is a word, or something between brackets.
            (C::Type(_), C::Text(text)) | (C::Text(text), C::Type(_)) => {
                *text == "(" || *text == "!"
            }
            (a, b) => a == b,
        }
    }
}

/// So many tokens are looked at.
const TOKENS: usize = 4;
/// More ways than these for a text to go on are not looked at.
const MOST_WAYS: usize = 512;

pub(super) fn check<'p>(
    cx: &Cx<'p>,
    op: &'p Op,
    text: &Spanned<String>,
    pieces: &'p [Piece],
    out: &mut Diagnostics,
) {
    level(&Ways { cx, op }, text, pieces, &mut Vec::new(), out);
}

/// Looks at each group of a list of pieces; `after` is what follows the list, the next last.
fn level<'p>(
    ways: &Ways<'p, '_>,
    text: &Spanned<String>,
    pieces: &'p [Piece],
    after: &mut Vec<&'p [Piece]>,
    out: &mut Diagnostics,
) {
    for (index, piece) in pieces.iter().enumerate() {
        let (Piece::If(_, inner) | Piece::AnyOrder(inner)) = piece else { continue };
        after.push(&pieces[index + 1..]);
        if let Piece::If(any, _) = piece {
            let there = ways.of(inner, after);
            let absent = ways.of(&[], after);
            let both = there
                .iter()
                .any(|a| absent.iter().any(|b| a.iter().zip(b).all(|(a, b)| a.overlaps(b))));
            if both {
                let tests: Vec<String> =
                    any.iter().flatten().map(|test| format!("`{test}`")).collect();
                out.found(
                    RULE,
                    format!("the text of `{}` is ambiguous", ways.op.common.name.value),
                )
                .at(
                    text.span,
                    format!("what follows the group of {} can begin as it does", tests.join(", ")),
                );
            }
        }
        level(ways, text, inner, after, out);
        after.pop();
    }
}

struct Ways<'p, 'c> {
    cx: &'c Cx<'p>,
    op: &'p Op,
}

impl<'p> Ways<'p, '_> {
    /// The ways in which a text can go on with these pieces and what follows.
    fn of(&self, pieces: &'p [Piece], after: &[&'p [Piece]]) -> Vec<Vec<Class<'p>>> {
        let mut found = Vec::new();
        let mut stack = after.to_vec();
        stack.push(pieces);
        self.extend(stack, Vec::new(), &mut found);
        found
    }

    fn extend(
        &self,
        mut stack: Vec<&'p [Piece]>,
        mut way: Vec<Class<'p>>,
        found: &mut Vec<Vec<Class<'p>>>,
    ) {
        loop {
            if way.len() >= TOKENS || found.len() >= MOST_WAYS {
                way.truncate(TOKENS);
                found.push(way);
                return;
            }
            let Some(pieces) = stack.pop() else {
                way.push(Class::End);
                found.push(way);
                return;
            };
            let Some((piece, rest)) = pieces.split_first() else { continue };
            stack.push(rest);
            match piece {
                Piece::Literal(text) => way.extend(tokens(text).into_iter().map(Class::Text)),
                Piece::Line => {}
                Piece::Comma => {
                    self.extend(stack.clone(), way.clone(), found);
                    way.push(Class::Text(","));
                }
                Piece::If(_, inner) => {
                    self.extend(stack.clone(), way.clone(), found);
                    stack.push(inner);
                }
                Piece::AnyOrder(inner) => stack.push(inner),
                Piece::Part { word, of, .. } => {
                    let (class, many) = self.part(*word, of);
                    if many {
                        self.extend(stack.clone(), way.clone(), found);
                    }
                    way.push(class);
                }
            }
        }
    }

    /// What a part begins with, and whether it may say nothing.
    fn part(&self, word: Word, of: &'p [String]) -> (Class<'p>, bool) {
        let set = |port: &'p Port| port.ty.as_ref().map_or("any", |ty| ty.value.as_str());
        let first = of.first().and_then(|name| part(self.op, name));
        match (word, first) {
            (Word::Value, Some(Part::Operand(port))) => (Class::Value(set(port)), port.variadic),
            (Word::Value, Some(Part::Region)) => (Class::Text("{"), false),
            (Word::Value, Some(Part::Attribute(field))) => {
                let list = is_list(&field.ty);
                let class = match field.ty.name.as_str() {
                    "unit" | "bool" => Class::Words(vec!["true", "false"]),
                    "ref" => Class::String,
                    _ if list => Class::Any,
                    _ => match members(self.cx, field) {
                        Some(words) => Class::Words(words),
                        None if crate::check::cx::integer_range(&field.ty).is_some() => {
                            Class::Number
                        }
                        None => Class::Any,
                    },
                };
                (class, list)
            }
            (
                Word::Type | Word::Types | Word::FullType | Word::FirstType,
                Some(Part::Operand(port)),
            ) => (Class::Type(Some(set(port))), port.variadic && word != Word::FirstType),
            (Word::Type | Word::Types | Word::FullType, Some(Part::Result(port))) => {
                (Class::Type(None), port.variadic)
            }
            (Word::FirstType | Word::FullResults, _) => (Class::Type(None), false),
            (Word::Symbol, _) => (Class::Symbol, false),
            (Word::Elements, _) => (Class::Text("<"), false),
            (Word::Dictionary, _) => (Class::Text("{"), false),
            (Word::Argument, _) => (Class::Value("argument"), false),
            (Word::Assigned | Word::Parameters, _) => (Class::Value("argument"), true),
            _ => (Class::Any, true),
        }
    }
}

/// The words and marks of a text.
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
