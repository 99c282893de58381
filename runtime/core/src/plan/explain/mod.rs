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
use bytespec_plan::{Base, ItemId, Origin, Plan, Run, Shape, Step};
use std::ops::Range;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// A value that the schema describes.
    Field,
    /// Filler, and bits that a version does not use.
    Padding,
    /// Bytes that the schema carries and does not describe.
    Opaque,
    /// More bytes or bits of a value, of which a part before has the first ones: other values are between.
    Continued,
    /// A value whose bytes other parts have.
    Shared,
    /// Bytes that were not read, because of an error before them.
    Gap,
    /// The place where a reader of the file stops.
    Error,
}

impl PartKind {
    /// The name of the kind.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            PartKind::Field => "field",
            PartKind::Padding => "padding",
            PartKind::Opaque => "opaque",
            PartKind::Continued => "continued",
            PartKind::Shared => "shared",
            PartKind::Gap => "gap",
            PartKind::Error => "error",
        }
    }
}

/// The last step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'n> {
    /// The same path as the enclosing level.
    Same,
    /// A field.
    Field(&'n str),
    /// An element, by its index.
    Index(u64),
}

/// What the plan states of a level or part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The step, by index in the steps of the plan; none for an element, and for something that the schema does not describe.
    pub step: Option<u32>,
    /// The item, if the level is one; otherwise the enclosing item.
    pub item: Option<ItemId>,
    /// The gate, a run of the plan's bounds: its own, or that of the item.
    pub gate: Run,
    /// The position in the schema.
    pub origin: Origin,
    /// The base in which listings show its number.
    pub base: Base,
}

impl About {
    /// Whether it is a part of a number. Its errors are where the number begins.
    pub(in crate::plan) fn is_part_of_number(&self, plan: &Plan) -> bool {
        let step = self.step.and_then(|step| plan.steps.get(step as usize));
        let shape = step.and_then(|step| plan.shapes.get(step.shape.index()));
        matches!(shape, Some(Shape::Part { .. }))
    }

    /// Adds what the plan states of a step, by its index in the steps of the plan.
    fn begin_step(&mut self, index: u32, step: &Step) {
        self.step = Some(index);
        if !step.gate.is_empty() {
            self.gate = step.gate;
        }
        if step.origin.line > 0 {
            self.origin = step.origin;
        }
        self.base = step.base_in(self.base);
    }
}

/// A value with parts.
#[derive(Clone, Copy, Debug)]
pub struct Level<'l> {
    /// The last step of its path.
    pub name: Name<'l>,
    /// Its whole path.
    pub path: &'l str,
    /// Its label; empty for a sequence, and for an item that only holds another value.
    pub label: &'l str,
    /// Whether it is a sequence.
    pub is_sequence: bool,
    /// The bit at which its parts here begin.
    pub start: u64,
    /// The first bit of the value. It differs from `start` if values at offsets are between its parts, or only such a value of it
    /// is here.
    pub origin: u64,
    /// What the plan states of it.
    pub about: About,
}

/// A range of bits with one meaning.
#[derive(Clone, Debug)]
pub struct Part<'x, 'i> {
    /// The last step of its path.
    pub name: Name<'x>,
    /// Its whole path.
    pub path: &'x str,
    /// Its bits in the file: bit 0 of a byte is the lowest. Bits that another part has are not among them.
    pub bits: Range<u64>,
    /// All bits of its value, if another part has some of them.
    pub shared: Option<Range<u64>>,
    /// Its kind.
    pub kind: PartKind,
    /// Its value; none for bits without a value.
    pub held: Option<Held<'x, 'i>>,
    /// What the plan states of it.
    pub about: About,
    /// The faults here.
    pub faults: &'x [Error],
}

/// The value of a part.
#[derive(Clone, Copy, Debug)]
pub struct Held<'x, 'i> {
    /// Its encoding.
    pub shape: &'x Shape,
    /// The value.
    pub leaf: Leaf<'x, 'i>,
}

/// Receives the levels and parts of a file, in the order of its bits.
pub trait Explainer<'i> {
    /// Whether the parts of a number come in the order of the schema, in place of the order of their bits. False by default.
    fn by_fields(&self) -> bool {
        false
    }

    /// A level begins.
    ///
    /// # Errors
    /// An error of the explainer, which ends the walk.
    fn begin(&mut self, level: &Level<'_>) -> Result<()>;

    /// The innermost open level ends at this bit.
    ///
    /// # Errors
    /// An error of the explainer, which ends the walk.
    fn end(&mut self, bit: u64) -> Result<()>;

    /// The next part.
    ///
    /// # Errors
    /// An error of the explainer, which ends the walk.
    fn part(&mut self, part: &Part<'_, 'i>) -> Result<()>;
}

impl Held<'_, '_> {
    /// The number; none for another value.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self.leaf {
            Leaf::Number(number) => Some(number),
            Leaf::Value(value) | Leaf::Transformed(value) => Value::number(value),
            _ => None,
        }
    }
}

/// Bytes as text, if they are printable UTF-8.
#[must_use]
pub fn printable(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.is_empty())?;
    text.chars().all(|letter| !letter.is_control()).then_some(text)
}
