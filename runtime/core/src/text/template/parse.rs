//! Parses texts by their templates.

use super::{Absence, Field, Parsed, Piece, Shape, Template, Values, grouped};
use crate::error::{Error, Result};
use crate::text::{Entries, Longest, Scanner};
use std::cmp::Ordering;

/// Reads a value with a text of its own, by the number of the shape. Only if true follows, letters may directly follow a word.
type Nested<'n> = dyn Fn(usize, &mut Scanner<'_>, &mut dyn Entries, bool) -> Result<Parsed> + 'n;

/// The templates of which one is parsed.
#[derive(Clone, Copy)]
pub struct Alternatives<'n> {
    /// All templates of the type.
    pub templates: &'static [Template],
    /// Whether the version has the variant at a position.
    pub known: &'n dyn Fn(usize) -> bool,
    /// Reads values with a text of their own.
    pub nested: &'n Nested<'n>,
    /// What is expected, for errors.
    pub what: &'static str,
}

/// Parses the longest text of one of the templates, and returns the position of the variant and the values of its fields.
/// `entries` parses what it refers to.
///
/// # Errors
/// Text of no template, with its offset in bytes, and those of `entries`.
pub fn parse(
    alternatives: &Alternatives<'_>,
    scanner: &mut Scanner<'_>,
    entries: &mut dyn Entries,
) -> Result<(usize, Values)> {
    scanner.inside(|scanner| {
        let mut longest = Longest::new(scanner);
        for (at, template) in alternatives.templates.iter().enumerate() {
            if !template.whole {
                continue;
            }
            let (begin, rest) = match template.pieces {
                [Piece::Literal(text), rest @ ..] => {
                    let open = matches!(rest.first(), Some(Piece::Field(..)));
                    match scanner.literal_end(text, open) {
                        Some(end) => (Some(end), rest),
                        None => continue,
                    }
                }
                rest => (None, rest),
            };
            if !(alternatives.known)(at) {
                continue;
            }
            let read = |scanner: &mut Scanner<'_>| {
                let values = read(template, rest, alternatives.nested, scanner, &mut *entries)?;
                Ok((at, values))
            };
            match begin {
                Some(end) => longest.read_behind(scanner, end, read),
                None => longest.read(scanner, read),
            }
        }
        if longest.is_empty() {
            let error = no_beginning(alternatives, scanner);
            scanner.note(error);
        }
        longest.taken(scanner, alternatives.what)
    })
}

/// The error for text that begins like no template. It is where the text ceases to be the beginning of one, and says how that
/// one continues, if there is only one.
fn no_beginning(alternatives: &Alternatives<'_>, scanner: &Scanner<'_>) -> Error {
    let (mut expected, mut farthest) = (None, scanner.offset());
    for template in alternatives.templates.iter().filter(|template| template.whole) {
        let Some(Piece::Literal(literal)) = template.pieces.first() else { continue };
        let Err((rest, at)) = scanner.matched(literal, true) else { continue };
        match at.cmp(&farthest) {
            Ordering::Less => {}
            Ordering::Equal => expected = expected.filter(|other| *other == rest),
            Ordering::Greater => (expected, farthest) = (Some(rest), at),
        }
    }
    match expected {
        Some(rest) => scanner.missing_at(farthest, format!("`{}`", rest.trim())),
        None => scanner.missing_at(farthest, alternatives.what),
    }
}

fn read(
    template: &Template,
    pieces: &'static [Piece],
    nested: &Nested<'_>,
    scanner: &mut Scanner<'_>,
    entries: &mut dyn Entries,
) -> Result<Values> {
    let values = template.fields.iter().map(|_| None).collect();
    let fields = template.fields;
    let mut reader = Reader { fields, nested, entries, values, replaced: Vec::new(), first: true };
    reader.pieces(scanner, pieces, "")?;
    let missing =
        |(field, value): (&Field, &Option<Parsed>)| field.1 == Absence::Refused && value.is_none();
    match template.fields.iter().zip(&reader.values).any(missing) {
        true => Err(scanner.expected("more")),
        false => Ok(Values(reader.values)),
    }
}

/// The notation of a list.
#[derive(Clone, Copy)]
struct List {
    separator: &'static str,
    /// The separator also follows the last element.
    trailing: bool,
    /// The literal after it.
    after: &'static str,
    /// Letters of what follows may directly follow a word.
    open: bool,
}

impl List {
    /// Of what is inside of a value.
    const INSIDE: Self = List { separator: "", trailing: false, after: "", open: true };
}

struct Reader<'r> {
    fields: &'static [Field],
    nested: &'r Nested<'r>,
    entries: &'r mut dyn Entries,
    values: Vec<Option<Parsed>>,
    /// What values replaced, for optional pieces that turn out to be absent.
    replaced: Vec<(usize, Option<Parsed>)>,
    /// Nothing that a comma separates was read.
    first: bool,
}

impl Reader<'_> {
    fn set(&mut self, at: usize, value: Option<Parsed>) {
        let old = std::mem::replace(&mut self.values[at], value);
        self.replaced.push((at, old));
    }

    /// Parses pieces; `after` is the literal after them.
    fn pieces(
        &mut self,
        scanner: &mut Scanner<'_>,
        pieces: &'static [Piece],
        after: &'static str,
    ) -> Result<()> {
        let mut pieces = grouped(pieces).peekable();
        while let Some((piece, inner)) = pieces.next() {
            let next = pieces.peek().map(|(piece, _)| *piece);
            let after = match next {
                Some(Piece::Literal(text)) => text,
                Some(_) => "",
                None => after,
            };
            let open = matches!(next, Some(Piece::Field(..)));
            self.piece(scanner, (piece, inner), after, open)?;
        }
        Ok(())
    }

    fn piece(
        &mut self,
        scanner: &mut Scanner<'_>,
        (piece, inner): (&Piece, &'static [Piece]),
        after: &'static str,
        open: bool,
    ) -> Result<()> {
        match *piece {
            Piece::Literal(text) => scanner.literal(text, open),
            Piece::Comma => scanner.comma(&mut self.first),
            Piece::Field(at, separator, trailing) => {
                let Field(shape, absence) = &self.fields[at];
                let list = List { separator, trailing, after, open };
                let value = match *absence == Absence::Optional && scanner.eat(b'?') {
                    true => None,
                    false => Some(self.value(scanner, shape, list)?),
                };
                self.set(at, value);
                Ok(())
            }
            Piece::IfPresent(at, _) => {
                // If the pieces contain the field itself, its text counts.
                let flag = matches!(self.fields[at].0, Shape::Bool) && !contains(inner, at);
                if self.group(scanner, inner, after) && flag {
                    self.set(at, Some(Parsed::Bool(true)));
                }
                Ok(())
            }
            Piece::IfNotIdentity(at, of, _) => {
                self.group(scanner, inner, after);
                if let (None, Some(of)) = (&self.values[at], of) {
                    let count = match &self.values[of] {
                        Some(Parsed::List(elements)) => elements.len(),
                        _ => 0,
                    };
                    let identity = (0..count).map(|at| Parsed::Number(at as i128)).collect();
                    self.set(at, Some(Parsed::List(identity)));
                }
                Ok(())
            }
        }
    }

    /// Optional pieces: their values are kept only if all pieces are present, which it returns.
    fn group(
        &mut self,
        scanner: &mut Scanner<'_>,
        pieces: &'static [Piece],
        after: &'static str,
    ) -> bool {
        let Some(attempt) = scanner.begin() else { return false };
        let (replaced, first, start) = (self.replaced.len(), self.first, scanner.offset());
        match self.pieces(scanner, pieces, after) {
            Ok(()) => true,
            Err(error) => {
                for (at, old) in self.replaced.drain(replaced..).rev() {
                    self.values[at] = old;
                }
                self.first = first;
                // What is absent is not expected.
                let there = error.offset().is_none_or(|offset| offset > start);
                scanner.give_up(attempt, there.then_some(error));
                false
            }
        }
    }

    fn value(&mut self, scanner: &mut Scanner<'_>, shape: &Shape, list: List) -> Result<Parsed> {
        Ok(match *shape {
            Shape::Bool => Parsed::Bool(scanner.boolean()?),
            Shape::Number(integer) => Parsed::Number(scanner.whole(integer)?),
            Shape::Spelled(integer, words) => {
                let word = words.iter().find(|(_, word)| scanner.eat_literal(word, true));
                match word {
                    Some((number, _)) => Parsed::Number(*number),
                    None => Parsed::Number(scanner.whole(integer)?),
                }
            }
            Shape::Named(integer, of) => Parsed::Number(scanner.named(of, integer)?),
            Shape::Flags(integer, of) => Parsed::Number(scanner.flags(of, integer)?),
            Shape::Member(of) => Parsed::Number(scanner.position(of, list.open)? as i128),
            Shape::Entry(table) => Parsed::Number(self.entries.reference(scanner, table)?.into()),
            Shape::Shortened { table, dialect, before, after } => {
                let entry = self.entries.shortened(scanner, table, dialect, before, after)?;
                Parsed::Number(entry.into())
            }
            Shape::Optional(absent, inner) => match scanner.eat_word(absent) {
                true => Parsed::Absent,
                false => self.value(scanner, inner, List::INSIDE)?,
            },
            Shape::Only(inner) => self.value(scanner, inner, list)?,
            Shape::List(inner) => {
                let element = |scanner: &mut Scanner<'_>| self.value(scanner, inner, List::INSIDE);
                Parsed::List(match list.trailing {
                    true => scanner.ended(list.separator, element)?,
                    false => scanner.separated(list.separator, list.after, element)?,
                })
            }
            Shape::Nested(number) => (self.nested)(number, scanner, self.entries, list.open)?,
            Shape::Record | Shape::Offsets | Shape::Other => {
                return Err(scanner.expected("a value with a text"));
            }
        })
    }
}

/// Whether pieces contain a field.
fn contains(pieces: &[Piece], field: usize) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Field(at, ..) if *at == field))
}
