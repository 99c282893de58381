//! Explains every bit of a file: parts that follow each other without gap or overlap, also for a damaged file.
//!
//! [`Explanation::new`] reads the whole file once and records its faults. [`Explanation::walk`] then goes over the file in byte order
//! and passes levels and their parts to an [`Explainer`].
//!
//! [`Explanation::new`]: super::Explanation::new
//! [`Explanation::walk`]: super::Explanation::walk

mod bits;
pub(super) mod parts;
pub(super) mod places;
mod words;

pub use words::{Spell, Words};

use super::{Leaf, Value};
use crate::error::{Error, Result};
use bytespec_plan::{ItemId, Origin, Run, Shape};
use std::ops::Range;

/// What kind of thing bits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// A value that the schema describes.
    Field,
    /// Filler, and bits that a version has no use for.
    Padding,
    /// Bytes that the schema carries and does not describe.
    Opaque,
    /// Bytes that were not read, since something before them is wrong.
    Gap,
    /// Where a reader of the file stops.
    Error,
}

impl PartKind {
    /// The kind in a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            PartKind::Field => "field",
            PartKind::Padding => "padding",
            PartKind::Opaque => "opaque",
            PartKind::Gap => "gap",
            PartKind::Error => "error",
        }
    }
}

/// The last step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'n> {
    /// The same thing as what is around it.
    Same,
    /// A field.
    Field(&'n str),
    /// An element, by its position.
    Index(u64),
}

/// What the plan says of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The step of the plan, by index in its steps; none for what is an element, and for what is of no schema.
    pub step: Option<u32>,
    /// The item, where it is one; else the one that it stands in.
    pub item: Option<ItemId>,
    /// What has it, a run of the plan's bounds: its own gate, or that of the item.
    pub gate: Run,
    /// Where the schema says so.
    pub origin: Origin,
}

/// Something of several parts.
#[derive(Clone, Copy, Debug)]
pub struct Level<'l> {
    /// The last step of its path.
    pub name: Name<'l>,
    /// The way there.
    pub path: &'l str,
    /// What it is called; empty for a sequence, and for what only holds something else.
    pub label: &'l str,
    /// It is a sequence.
    pub is_sequence: bool,
    /// Where it begins, in bits.
    pub start: u64,
    /// What the plan says of it.
    pub about: About,
}

/// Bits that are one thing.
#[derive(Clone, Debug)]
pub struct Part<'x, 'i> {
    /// The last step of its path.
    pub name: Name<'x>,
    /// The way there.
    pub path: &'x str,
    /// Where it stands, in bits: bit 0 of a byte is its lowest.
    pub bits: Range<u64>,
    /// What kind of thing it is.
    pub kind: PartKind,
    /// What it holds; none for bits that nothing is said of.
    pub held: Option<Held<'x, 'i>>,
    /// What the plan says of it.
    pub about: About,
    /// What is wrong here.
    pub faults: &'x [Error],
}

/// What a part holds.
#[derive(Clone, Copy, Debug)]
pub struct Held<'x, 'i> {
    /// How it stands on the wire.
    pub shape: &'x Shape,
    /// The value.
    pub leaf: Leaf<'x, 'i>,
}

/// Takes what a file is, in the order of its bits.
pub trait Explainer<'i> {
    /// Something of several parts begins.
    ///
    /// # Errors
    /// Where the rest of the file is not wanted.
    fn begin(&mut self, level: &Level<'_>) -> Result<()>;

    /// What began last, and did not end, ends at this bit.
    ///
    /// # Errors
    /// Where the rest of the file is not wanted.
    fn end(&mut self, bit: u64) -> Result<()>;

    /// The next bits.
    ///
    /// # Errors
    /// Where the rest of the file is not wanted.
    fn part(&mut self, part: &Part<'_, 'i>) -> Result<()>;
}

impl Held<'_, '_> {
    /// The number that it holds; none for what is no number.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self.leaf {
            Leaf::Number(number) => Some(number),
            Leaf::Value(value) => Value::number(value),
            _ => None,
        }
    }
}

/// Bytes as text, where they are some that can be printed.
#[must_use]
pub fn printable(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.is_empty())?;
    text.chars().all(|letter| !letter.is_control()).then_some(text)
}
