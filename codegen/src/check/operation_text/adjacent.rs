//! Checks adjacent pieces of a text: tokens that would merge, and lists without a visible end.

use super::{Cx, Part, named_by, part};
use crate::ast::Op;
use crate::check::cx::{Named, is_list};
use crate::operation_text::{Piece, Word};

/// The punctuation marks that templates can contain, besides `->`.
const MARKS: &str = "()[]{}<>,=:+*?|;&#!^~";

/// The marks at which the parser ends a list.
const CLOSING: [char; 4] = [']', '>', ')', '}'];

/// The first or last character of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// A character of a word, a name or a number.
    Word,
    /// A mark or a blank.
    Other,
}

/// A character that templates cannot contain, or an incomplete mark.
pub(super) fn invalid_character(text: &str) -> Option<char> {
    let text = text.replace("->", " ");
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | ' ');
    text.chars().find(|c| !is_word(*c) && !MARKS.contains(*c))
}

/// The first fault of consecutive pieces.
pub(super) fn fault(cx: &Cx<'_>, op: &Op, pieces: &[&Piece]) -> Option<String> {
    let mut last = vec![Edge::Other];
    let (mut has_comma, mut is_part) = (false, false);
    for (at, piece) in pieces.iter().enumerate() {
        if matches!(piece, Piece::Comma) && !std::mem::replace(&mut has_comma, true) {
            continue;
        }
        let Some((first, end, may_be_empty)) = edges(op, piece) else { continue };
        let begins =
            |mark| matches!(piece, Piece::Literal(text) if text.trim_start().starts_with(mark));
        if begins('#') && is_part {
            return Some("has `#` after a part, where it would become part of a name".to_owned());
        }
        is_part = matches!(piece, Piece::Part { .. });
        if last.contains(&Edge::Word) && first == Edge::Word {
            return Some(format!("has nothing between {} and the piece before it", named(piece)));
        }
        if !may_be_empty {
            last.clear();
        }
        last.push(end);
        if let Some(closing) = closing(cx, op, piece) {
            let next = pieces[at + 1..].iter().find_map(|piece| match piece {
                Piece::Literal(text) => text.trim_start().chars().next(),
                Piece::Line => None,
                _ => Some('\0'),
            });
            if !next.is_some_and(|next| closing.contains(&next)) {
                let closing: Vec<String> =
                    closing.iter().map(|closing| format!("`{closing}`")).collect();
                let (named, closing) = (named(piece), closing.join(", "));
                return Some(format!("has {named} without one of {closing} after it"));
            }
        }
    }
    None
}

fn named(piece: &Piece) -> String {
    match piece {
        Piece::Literal(text) => format!("`{}`", text.trim()),
        Piece::Part { of, .. } => format!("`{}`", of[0]),
        _ => "a blank".to_owned(),
    }
}

/// The first and the last character of a piece, and whether it can be empty; none for a piece that is always empty.
fn edges(op: &Op, piece: &Piece) -> Option<(Edge, Edge, bool)> {
    let edge = |c: Option<char>| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
        if c.is_some_and(is_word) { Edge::Word } else { Edge::Other }
    };
    Some(match piece {
        Piece::Literal(text) if text.is_empty() => return None,
        Piece::Literal(text) => (edge(text.chars().next()), edge(text.chars().last()), false),
        Piece::Line => (Edge::Other, Edge::Other, false),
        Piece::Comma => (Edge::Other, Edge::Other, false),
        Piece::Part { word, of, .. } => {
            let first = of.first().and_then(|name| part(op, name));
            match (word, first) {
                (Word::Symbol | Word::Argument | Word::Elements | Word::Dictionary, _) => {
                    // A name can be a word.
                    (Edge::Other, Edge::Word, false)
                }
                (Word::Value, Some(Part::Operand(_))) => (Edge::Other, Edge::Word, true),
                (Word::Value, Some(Part::Region)) => (Edge::Other, Edge::Other, false),
                _ => (Edge::Word, Edge::Word, true),
            }
        }
        Piece::If(..) | Piece::AnyOrder(_) => return None,
    })
}

/// The marks of which one must follow a piece, so that the parser finds its end.
fn closing(cx: &Cx<'_>, op: &Op, piece: &Piece) -> Option<&'static [char]> {
    let Piece::Part { word, of, .. } = piece else { return None };
    match (word, part(op, of.first()?)) {
        (Word::Value, Some(Part::Attribute(field))) if is_list(&field.ty) => {
            let element = named_by(&field.ty, 0).and_then(|name| cx.named(name));
            // Names and values are in angle brackets.
            Some(if matches!(element, Some(Named::Record(_))) { &['>'] } else { &CLOSING })
        }
        (Word::Expressions | Word::Mixed, _) => Some(&[']']),
        (Word::Assigned | Word::Parameters, _) => Some(&[')']),
        _ => None,
    }
}
