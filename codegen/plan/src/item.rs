//! Items, their steps, gates and axes.

use crate::{Base, ExprId, ItemId, Run, ShapeId, Text};
use alloc::string::String;

/// A sequence of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The name in the schema.
    pub name: Text,
    /// The name in listings.
    pub label: Text,
    /// Its kind in the schema.
    pub kind: Kind,
    /// Its gate, as a run of [`crate::Plan::bounds`].
    pub gate: Run,
    /// Its steps, a run of [`crate::Plan::steps`].
    pub steps: Run,
    /// The positions of its visible steps in the order of the schema, a run of [`crate::Plan::numbers`]; empty if the steps are
    /// in that order.
    pub order: Run,
    /// The facts about it, a run of [`crate::Plan::facts`].
    pub facts: Run,
    /// Its position in the schema.
    pub origin: Origin,
}

/// A line of a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The file, by index in [`crate::Plan::files`].
    pub file: u32,
    /// The line, counted from one; zero if it is not known.
    pub line: u32,
}

/// The kind of an item in the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Fields.
    Record,
    /// A tag and one of several layouts.
    Union,
    /// The fields of a case of a union.
    Variant,
    /// The payload of a section.
    Section,
    /// A tag and one of all operations.
    Operations,
    /// The parts after the number of an operation.
    Operation,
    /// A region of an operation.
    Region,
    /// A block of a region.
    Block,
    /// The properties of an operation.
    Properties,
    /// A record that only executors read.
    Layout,
    /// A value that takes several steps; the only visible step is the value itself.
    Transparent,
}

/// A step of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Its name.
    pub name: Text,
    /// Its gate, as a run of [`crate::Plan::bounds`].
    pub gate: Run,
    /// The condition under which it is present, if its gate is open.
    pub when: Option<ExprId>,
    /// Its encoding.
    pub shape: ShapeId,
    /// The origin of its value.
    pub role: Role,
    /// Its value if it is absent.
    pub absent: Absent,
    /// Numbers that it, or its elements, must not have, a run of [`crate::Plan::numbers`].
    pub reject: Run,
    /// The entry that it refers to must have bytes.
    pub nonempty: bool,
    /// The table whose entries it contains, by index in [`crate::Plan::tables`]. Each of its elements is the next entry; a step
    /// without elements is itself the next entry.
    pub holds: Option<u32>,
    /// The list that records its numbers, or those of its elements, by index in [`crate::Plan::lists`].
    pub list: Option<u32>,
    /// The base in which listings show its number, or those of its elements.
    pub base: Base,
    /// Its position in the schema.
    pub origin: Origin,
}

impl Step {
    /// The base of its numbers, inside a value with a base. What writers compute for that value, such as a count, is decimal.
    #[must_use]
    pub fn base_in(&self, around: Base) -> Base {
        match (self.base, self.role) {
            (Base::Decimal, Role::Visible) => around,
            (own, _) => own,
        }
    }
}

/// The origin of the value of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The value to write.
    Visible,
    /// An expression, which writers compute.
    Derived(ExprId),
    /// An expression over axes and earlier steps. Writers compute it, and readers check it.
    Checked(ExprId),
    /// An expression over any steps. Writers compute it, and readers check it at the end of the item.
    CheckedAtEnd(ExprId),
    /// These bytes, a run of [`crate::Plan::bytes`].
    Constant(Run),
    /// The values of its parts: the step is an integer of bits.
    Whole,
    /// Bytes without a meaning: those that were read, or the filler of the format.
    Filler,
}

/// The value of an absent step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Absent {
    /// An error: a value without a default must be present.
    Never,
    /// Nothing.
    Nothing,
    /// A number.
    Number(i128),
    /// No elements, or no bytes.
    Empty,
    /// The case of this item, which is a sequence, with no elements.
    EmptyCase(ItemId),
    /// As many zeros as the step at this position has elements.
    Zeros(u32),
}

/// An axis: versions of a format, releases of a producer or of a dialect, a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    /// Its name.
    pub name: Text,
    /// The names of the versions, oldest first, separated by spaces.
    pub versions: Text,
    /// The text before a version in the name of a producer; may be empty.
    pub producer: Text,
    /// Readers accept what any version has.
    pub writers_only: bool,
}

/// A part of a gate: the version on the axis is between two versions, inclusive.
///
/// If the version is not known, a bound without a last version holds, and the others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The axis, by index in [`crate::Plan::axes`].
    pub axis: u32,
    /// The first version.
    pub since: u32,
    /// The last version.
    pub until: Option<u32>,
}

impl Role {
    /// The expression that computes it.
    #[inline(always)]
    #[must_use]
    pub fn computed(self) -> Option<ExprId> {
        match self {
            Role::Derived(by) | Role::Checked(by) | Role::CheckedAtEnd(by) => Some(by),
            Role::Visible | Role::Constant(_) | Role::Whole | Role::Filler => None,
        }
    }
}

impl Kind {
    /// Whether the value of such an item is that of its visible step.
    #[inline(always)]
    #[must_use]
    pub fn is_transparent(self) -> bool {
        matches!(self, Kind::Transparent | Kind::Union | Kind::Operations)
    }
}

impl Step {
    /// A visible step that is always present.
    #[must_use]
    pub fn visible(name: Text, shape: ShapeId) -> Self {
        Step {
            name,
            gate: Run::EMPTY,
            when: None,
            shape,
            role: Role::Visible,
            absent: Absent::Never,
            reject: Run::EMPTY,
            nonempty: false,
            holds: None,
            list: None,
            base: Base::Decimal,
            origin: Origin::default(),
        }
    }
}

impl Bound {
    /// Whether the bound holds at this version of its axis.
    #[inline(always)]
    #[must_use]
    pub fn holds(&self, version: Option<u32>) -> bool {
        match version {
            Some(version) => {
                version >= self.since && self.until.is_none_or(|until| version <= until)
            }
            None => self.until.is_none(),
        }
    }
}

/// The 64 bits of a number, as executors have it: two's complement for a negative one.
#[must_use]
pub fn bits_of(number: i128) -> u64 {
    number as u64
}

/// A number with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Its name.
    pub name: Text,
    /// The name in listings.
    pub label: Text,
    /// The number.
    pub number: i128,
    /// Its gate.
    pub gate: Run,
    /// The number is no longer allowed: `name` is its former meaning.
    pub removed: bool,
}

impl Member {
    /// The bits of its number.
    #[must_use]
    pub fn bits(&self) -> u64 {
        bits_of(self.number)
    }
}

/// A case of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The tag, or the least one.
    pub tag: i128,
    /// The greatest tag. If a range of another case includes the tag of a case with one tag, the latter case has precedence.
    pub last: i128,
    /// Its gate.
    pub gate: Run,
    /// The item after the tag; none for a tag that is no longer used.
    pub item: Option<ItemId>,
    /// 1 if it opens a block of the sequence that contains it, -1 if it closes one.
    pub nesting: i8,
}

impl Case {
    /// A case of one tag.
    #[must_use]
    pub fn of_tag(tag: i128, gate: Run, item: Option<ItemId>, nesting: i8) -> Self {
        Case { tag, last: tag, gate, item, nesting }
    }

    /// The tag with these bits of a choice with these cases. It has a sign if a case has a negative tag.
    #[must_use]
    pub fn signed_tag(cases: &[Case], bits: u64) -> i128 {
        match cases.iter().any(|case| case.tag < 0) {
            true => bits.cast_signed().into(),
            false => bits.into(),
        }
    }

    /// The bits of its tag, or of the least one.
    #[must_use]
    pub fn bits(&self) -> u64 {
        bits_of(self.tag)
    }

    /// The number of tags that it includes, without one.
    #[must_use]
    pub fn others(&self) -> u64 {
        bits_of(self.last).wrapping_sub(self.bits())
    }

    /// Whether the case includes a tag, of which these are the bits. A case with only this tag has precedence.
    #[must_use]
    pub fn has(&self, tag: u64) -> bool {
        tag.wrapping_sub(self.bits()) <= self.others()
    }

    /// The tag, or the range of tags, in hexadecimal.
    #[must_use]
    pub fn tags(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = Base::Hexadecimal.write_signed(&mut text, self.tag);
        if self.tag != self.last {
            text.push_str("..");
            let _ = Base::Hexadecimal.write_signed(&mut text, self.last);
        }
        text
    }
}

/// A fact that a schema states of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Its name.
    pub name: Text,
    /// Its value.
    pub value: FactValue,
}

/// The value of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactValue {
    /// A number.
    Number(u64),
    /// A text.
    Text(Text),
}

/// The shape of a file, except the payloads of its sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileShape {
    /// The magic number, a run of [`crate::Plan::bytes`].
    pub magic: Run,
    /// The byte of filler.
    pub pad: u8,
    /// The number of the lowest bits of a section header that are the id.
    pub id_bits: u8,
    /// The bit of a section header that is set if an alignment follows.
    pub aligned_bit: Option<u8>,
    /// The coding of lengths and alignments of sections.
    pub coding: crate::Coding,
    /// The item after the magic number.
    pub header: ItemId,
    /// The item after the header, in a file without sections.
    pub content: Option<ItemId>,
    /// The positions of the steps of the header that form the version, most significant first, a run of [`crate::Plan::numbers`];
    /// empty if the header does not contain it.
    pub version: Run,
    /// Pairs of a position of a step of the header and the axis that the step sets, a run of [`crate::Plan::numbers`].
    pub features: Run,
    /// The name of the producer follows the header, up to a zero byte.
    pub producer: bool,
    /// An unknown section id is an error.
    pub unknown_error: bool,
    /// A second section with the same id is an error; otherwise the last one counts.
    pub again_error: bool,
    /// Filler with bytes other than `pad` is an error.
    pub filler_error: bool,
}

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Section {
    /// The number in its header.
    pub id: u64,
    /// Its payload.
    pub item: ItemId,
    /// Every file of the versions that have the section must contain it.
    pub required: bool,
    /// It must be aligned to a multiple of this many bytes; zero if it need not be aligned.
    pub align: u32,
    /// Its header must not contain an alignment.
    pub unaligned: bool,
    /// It ends the file and has no payload.
    pub end: bool,
    /// A file may have several of these sections.
    pub repeated: bool,
    /// The id of another section that a file with this one must contain.
    pub requires: Option<u64>,
    /// Its position in the order of sections, from one on; none for a section that may be anywhere.
    pub place: Option<u32>,
}

/// An item that a name selects in some releases: the entries of a dialect, or the properties of one of its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The dialect.
    pub dialect: Text,
    /// The operation, without the dialect; empty for entries.
    pub operation: Text,
    /// Its gate.
    pub gate: Run,
    /// It applies to files in which the version record of the dialect is at least this number; 0 for all files.
    pub record: u64,
    /// The entries or the properties.
    pub item: ItemId,
}
