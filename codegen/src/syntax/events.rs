//! Reads plain YAML straight from the events of the parser, several times faster than through
//! values of serde. Anything else (anchors, tags, odd numbers, mistakes) is left to the library.

use std::ops::Range;

use granit_parser::{Event, Options, Parser, ScalarStyle, Span as Place};

use super::node::{Kind, MAX_DEPTH, Node, copy};
use super::source_map::{FileId, SourceMap};
use crate::ast::Span;

/// The maximum number of events; the library decides whether a larger file is too large.
const MAX_EVENTS: usize = 900_000;

/// An open list or mapping.
enum Open {
    Seq(Range<usize>, Vec<Node>),
    /// Entries, and a key without its value.
    Map(Range<usize>, Vec<(Node, Node)>, Option<Node>),
}

/// Reads a plain file.
pub(super) fn read(file: FileId, sources: &mut SourceMap) -> Option<Node> {
    let text = sources.text(file).to_owned();
    let mut options = Options::default();
    options.set_emit_comments(false);
    let mut parser = Parser::new_from_str_with_options(&text, options);
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    let mut documents = 0;
    for _ in 0..MAX_EVENTS {
        let (event, place) = parser.next_event()?.ok()?;
        let node = match event {
            Event::StreamStart | Event::DocumentEnd => continue,
            Event::DocumentStart(_, None) if documents == 0 => {
                documents += 1;
                continue;
            }
            Event::StreamEnd => return root,
            Event::Scalar(text, style, 0, None) => {
                let kind = scalar(&text, style)?;
                let span = sources.span(file, bytes(&place)?);
                Node { span, kind }
            }
            Event::SequenceStart(_, 0, None) => {
                open.push(Open::Seq(bytes(&place)?, Vec::new()));
                continue;
            }
            Event::MappingStart(_, 0, None) => {
                open.push(Open::Map(bytes(&place)?, Vec::new(), None));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => closed(open.pop()?, file, sources)?,
            _ => return None,
        };
        if open.len() >= MAX_DEPTH {
            return None;
        }
        match open.last_mut() {
            None if root.is_some() => return None,
            None => root = Some(node),
            Some(Open::Seq(_, nodes)) => nodes.push(node),
            Some(Open::Map(_, entries, waiting)) => match waiting.take() {
                None => *waiting = Some(node),
                Some(key) => entries.push((key, node)),
            },
        }
    }
    None
}

/// A complete list or mapping.
fn closed(open: Open, file: FileId, sources: &mut SourceMap) -> Option<Node> {
    let (bytes, kind, first) = match open {
        Open::Seq(bytes, nodes) => {
            let first = nodes.first().map(|node| node.span);
            (bytes, Kind::Seq(nodes), first)
        }
        Open::Map(bytes, entries, None) => {
            let first = entries.first().map(|(key, _)| key.span);
            (bytes, Kind::Map(entries), first)
        }
        Open::Map(_, _, Some(_)) => return None,
    };
    // The parser gives a block list or mapping a place without length; its first part is a better place.
    let span: Span = match first {
        Some(first) => copy(first, sources),
        None => sources.span(file, bytes),
    };
    Some(Node { span, kind })
}

/// The bytes of an event, if the parser states them.
fn bytes(place: &Place) -> Option<Range<usize>> {
    let start = place.start.byte_offset().filter(|at| *at > 0 || place.start.line() <= 1)?;
    Some(start..place.end.byte_offset()?.max(start))
}

/// The value of a scalar; none if only the library can decide.
fn scalar(text: &str, style: ScalarStyle) -> Option<Kind> {
    if style != ScalarStyle::Plain {
        return Some(Kind::Text(text.to_owned()));
    }
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    if text.is_empty() || text == "~" || is("null") {
        return Some(Kind::Null);
    }
    if is("true") || is("false") {
        return Some(Kind::Bool(is("true")));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let is_short = |digits: &str, most: usize| !digits.is_empty() && digits.len() <= most;
    if is_short(digits, 18) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let canonical = digits == "0" && sign == 1 || !digits.starts_with('0');
        return digits
            .parse()
            .ok()
            .filter(|_| canonical)
            .map(|number: i128| Kind::Int(sign * number));
    }
    if let Some(hex) = digits.strip_prefix("0x").filter(|hex| sign == 1 && is_short(hex, 15))
        && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
    {
        return i128::from_str_radix(hex, 16).ok().map(Kind::Int);
    }
    // Letters of numbers in other bases, of exponents, of `.nan` and of `.inf`.
    let in_numbers = |c: char| c.is_ascii_digit() || "abcdefABCDEFxXoO_+-.:iInNtTyY ".contains(c);
    (!text.chars().all(in_numbers))
        .then(|| Kind::Text(text.to_owned()))
        .or_else(|| is_name(text).then(|| Kind::Text(text.to_owned())))
}

/// Whether a word begins with a letter and is not a number such as `inf`.
fn is_name(text: &str) -> bool {
    let spelled = ["inf", "infinity", "nan"];
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && spelled.iter().all(|word| !text.eq_ignore_ascii_case(word))
}
