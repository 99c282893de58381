//! Templates: the text of the variants of a union as data, which is printed and parsed here.
//!
//! Generated code has a [`Template`] for each variant, as text that [`Stored`] reads. [`print()`] and the implementation of [`Text`] for what has templates print
//! a value, whose fields they visit by their position. [`parse()`] finds the template whose text is longest, and returns the values
//! of its fields. Generated code makes the variant of them.
//!
//! [`Text`]: crate::reflect::Text

mod parse;
mod parsed;
mod print;
mod stored;

pub use parse::{Alternatives, parse};
pub use parsed::{Parsed, Values};
pub use print::print;
pub use stored::Stored;

use std::fmt::Debug;

/// A type whose variants have texts.
pub trait Templates {
    /// The text of each variant, in order of the schema.
    fn templates() -> &'static [Template];
}

/// The text of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// What it consists of. A variant without pieces is spelled by the names of its fields.
    pub pieces: &'static [Piece],
    /// The fields of the variant, in wire order.
    pub fields: &'static [Field],
    /// Whether it determines all fields, so that it can be parsed.
    pub whole: bool,
}

impl Template {
    /// Whether the template can be parsed and its text begins with a word, after which the word ends.
    #[must_use]
    pub fn begins_with(&self, word: &str) -> bool {
        self.whole && self.behind(word).is_some()
    }

    /// The rest of the first literal behind a word; none if the text does not begin with the word.
    fn behind(&self, word: &str) -> Option<&'static str> {
        let Some(Piece::Literal(text)) = self.pieces.first() else { return None };
        let rest = text.strip_prefix(word).filter(|_| !word.is_empty())?;
        (!rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')).then_some(rest.trim())
    }
}

/// A piece of a template. Fields are named by their position. A condition decides on a number of pieces that follow it.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Text as it is.
    Literal(&'static str),
    /// A comma and a blank, except before the first piece that is present.
    Comma,
    /// The value of a field. Elements of a list have the separator between them; if true follows, also after the last one.
    Field(usize, &'static str, bool),
    /// The pieces are present if the field is present, true, not zero and not empty.
    IfPresent(usize, usize),
    /// The pieces are present if a list of integers is not 0, 1, 2, and so on. The other list then has as many elements.
    IfNotIdentity(usize, Option<usize>, usize),
}

/// The shape of a field, and its value if its text is absent.
#[derive(Clone, Copy, Debug)]
pub struct Field(pub Shape, pub Absence);

/// The value of a field whose text is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// There is none: the text must be there.
    Refused,
    /// The default of its type.
    Default,
    /// None. Where the text must be there, `?` stands for it.
    Optional,
}

/// How a value is spelled.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// `true` or `false`.
    Bool,
    /// A decimal number.
    Number(Integer),
    /// A number of which some values have a word.
    Spelled(Integer, &'static [(i128, &'static str)]),
    /// A number of which some values have the name of a member.
    Named(Integer, &'static dyn Members),
    /// A number whose bits have the names of members.
    Flags(Integer, &'static dyn Members),
    /// A member of an enum; in text, one that has a name.
    Member(&'static dyn Members),
    /// An entry of a table.
    Entry(&'static str),
    /// An entry of a table and a dialect, which may omit a text before it, and together with that one after it.
    Shortened {
        /// The table.
        table: &'static str,
        /// The dialect of the entry.
        dialect: &'static str,
        /// The text before it.
        before: &'static str,
        /// The text after it.
        after: &'static str,
    },
    /// A value, or this word instead of it.
    Optional(&'static str, &'static Shape),
    /// Elements.
    List(&'static Shape),
    /// A record that is spelled as its only field.
    Only(&'static Shape),
    /// A record; only printed.
    Record,
    /// A table of offsets, as the number of its entries; only printed.
    Offsets,
    /// Bytes, floats and others with one spelling everywhere; only printed.
    Other,
    /// A value with a text of its own; the function that reads nested values gets the number.
    Nested(usize),
}

/// The width of a number, in bits, and whether it has a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer(u32, bool);

/// 8 bits.
const U8: Integer = Integer(8, false);
/// 16 bits.
const U16: Integer = Integer(16, false);
/// 32 bits.
const U32: Integer = Integer(32, false);
/// 64 bits.
const U64: Integer = Integer(64, false);
/// 8 bits with a sign.
const I8: Integer = Integer(8, true);
/// 16 bits with a sign.
const I16: Integer = Integer(16, true);
/// 32 bits with a sign.
const I32: Integer = Integer(32, true);
/// 64 bits with a sign.
const I64: Integer = Integer(64, true);

impl Integer {
    /// The width, in bits.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// Whether the number has room.
    pub(super) fn holds(self, number: i128) -> bool {
        let Integer(bits, signed) = self;
        let bits = bits - u32::from(signed);
        let (least, end) = (if signed { -(1 << bits) } else { 0 }, 1 << bits);
        (least..end).contains(&number)
    }
}

/// The names and the numbers of the members of an enum.
pub trait Members: Debug + Sync {
    /// The name of the member at a position; none after the last.
    fn name(&self, at: usize) -> Option<&'static str>;

    /// The number of the member at a position, zero after the last.
    fn number(&self, at: usize) -> i128;

    /// The name of the last member with a number.
    fn named(&self, number: i128) -> Option<&'static str>;
}

/// All members of an enum, in order of their numbers, and the functions that return the name and the number of each.
pub struct Enum<T: 'static>(pub &'static [T], pub fn(T) -> &'static str, pub fn(T) -> i128);

impl<T> Debug for Enum<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Enum").field(&self.0.len()).finish()
    }
}

impl<T: Copy + Sync> Members for Enum<T> {
    fn name(&self, at: usize) -> Option<&'static str> {
        self.0.get(at).map(|member| self.1(*member))
    }

    fn number(&self, at: usize) -> i128 {
        self.0.get(at).map_or(0, |member| self.2(*member))
    }

    fn named(&self, number: i128) -> Option<&'static str> {
        let after = self.0.partition_point(|member| self.2(*member) <= number);
        let member = *self.0.get(after.checked_sub(1)?)?;
        (self.2(member) == number).then(|| self.1(member))
    }
}

/// Pieces with those that each decides on.
pub(super) fn grouped(
    mut pieces: &'static [Piece],
) -> impl Iterator<Item = (&'static Piece, &'static [Piece])> {
    std::iter::from_fn(move || {
        let (piece, rest) = pieces.split_first()?;
        let count = match piece {
            Piece::IfPresent(_, count) | Piece::IfNotIdentity(_, _, count) => *count,
            Piece::Literal(_) | Piece::Comma | Piece::Field(..) => 0,
        };
        let (inner, rest) = rest.split_at(count);
        pieces = rest;
        Some((piece, inner))
    })
}

/// The members with their positions.
pub(super) fn members(of: &dyn Members) -> impl Iterator<Item = (usize, &'static str)> {
    (0..).map_while(|at| of.name(at).map(|name| (at, name)))
}
