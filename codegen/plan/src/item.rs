//! Items, their steps, gates and axes.

use crate::{ExprId, ItemId, Run, ShapeId, Text};
use alloc::format;
use alloc::string::String;

/// A sequence of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The name in the schema.
    pub name: Text,
    /// What it is called in listings.
    pub label: Text,
    /// What it was in the schema.
    pub kind: Kind,
    /// What has it, as a run of [`crate::Plan::bounds`].
    pub gate: Run,
    /// Its steps, a run of [`crate::Plan::steps`].
    pub steps: Run,
    /// The positions of its visible steps in the order of the schema, a run of [`crate::Plan::numbers`]; empty where the steps
    /// stand in it.
    pub order: Run,
    /// What is stated of it, a run of [`crate::Plan::facts`].
    pub facts: Run,
    /// Where it stands in the schema.
    pub origin: Origin,
}

/// A line of a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The file, by index in [`crate::Plan::files`].
    pub file: u32,
    /// The line, counted from one; zero where none is known.
    pub line: u32,
}

/// What an item was in the schema.
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
    /// What follows the number of an operation.
    Operation,
    /// A region of an operation.
    Region,
    /// A block of a region.
    Block,
    /// The properties of an operation.
    Properties,
    /// A record that is run only.
    Layout,
    /// A value that takes several steps; the only visible one is the value itself.
    Transparent,
}

/// A step of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Its name.
    pub name: Text,
    /// What has it, as a run of [`crate::Plan::bounds`].
    pub gate: Run,
    /// Whether it is there, where its gate is open.
    pub when: Option<ExprId>,
    /// How it stands on the wire.
    pub shape: ShapeId,
    /// Who says what it holds.
    pub role: Role,
    /// What it is where it is not on the wire.
    pub absent: Absent,
    /// Numbers that it, or its elements, must not be, a run of [`crate::Plan::numbers`].
    pub reject: Run,
    /// What it refers to must have bytes.
    pub nonempty: bool,
    /// The table whose entries it holds, by index in [`crate::Plan::tables`]: each of its elements is the next entry, or
    /// it is itself, each time that it is read.
    pub holds: Option<u32>,
    /// The list that its numbers, or those of its elements, are appended to, by index in [`crate::Plan::lists`].
    pub list: Option<u32>,
    /// Where it stands in the schema.
    pub origin: Origin,
}

/// Who says what a step holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The value.
    Visible,
    /// An expression: writers compute it.
    Derived(ExprId),
    /// An expression of axes and of earlier steps: writers compute it and readers check it.
    Checked(ExprId),
    /// An expression of any steps: writers compute it, and readers check it at the end of the item.
    CheckedAtEnd(ExprId),
    /// These bytes, a run of [`crate::Plan::bytes`].
    Constant(Run),
    /// Its parts say: it is an integer of bits.
    Whole,
}

/// What a step is where it is not on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Absent {
    /// An error: a value that has no default cannot be left out.
    Never,
    /// Nothing.
    Nothing,
    /// A number.
    Number(i128),
    /// No elements, or no bytes.
    Empty,
    /// The case of this item, which is a sequence, without elements.
    EmptyCase(ItemId),
    /// As many zeros as the step at this position has elements.
    Zeros(u32),
}

/// An axis: versions of a format, releases of a producer or of a dialect, a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    /// Its name.
    pub name: Text,
    /// The name of each version, oldest first, one after the other with a space between.
    pub versions: Text,
    /// What stands in front of a version where a file names its producer; may be empty.
    pub producer: Text,
    /// Readers take what any version has.
    pub writers_only: bool,
}

/// A part of a gate: the axis stands between two versions, inclusive.
///
/// Where nobody knows how the axis stands, what began is there and what ended is not.
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
    /// The expression that writers compute it by.
    #[inline(always)]
    #[must_use]
    pub fn computed(self) -> Option<ExprId> {
        match self {
            Role::Derived(by) | Role::Checked(by) | Role::CheckedAtEnd(by) => Some(by),
            Role::Visible | Role::Constant(_) | Role::Whole => None,
        }
    }
}

impl Kind {
    /// Whether a value of such an item is what its visible step is.
    #[inline(always)]
    #[must_use]
    pub fn is_transparent(self) -> bool {
        matches!(self, Kind::Transparent | Kind::Union | Kind::Operations)
    }
}

impl Step {
    /// A visible step that is always there.
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
            origin: Origin::default(),
        }
    }
}

impl Bound {
    /// Whether it holds at this version of its axis.
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

/// A number with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Its name.
    pub name: Text,
    /// What it is called in listings.
    pub label: Text,
    /// The number.
    pub number: u64,
    /// What has it.
    pub gate: Run,
    /// No value may have the number any more: `name` is what it stood for.
    pub removed: bool,
}

/// A case of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The tag, or the least one.
    pub tag: u64,
    /// The greatest tag. A case of one tag has it where another case has a range of tags that it is in.
    pub last: u64,
    /// What has it.
    pub gate: Run,
    /// What follows; none for a tag that is used no more.
    pub item: Option<ItemId>,
    /// 1 where it opens a block of the sequence that it is an element of, -1 where it closes one.
    pub nesting: i8,
}

impl Case {
    /// A case of one tag.
    #[must_use]
    pub fn of_tag(tag: u64, gate: Run, item: Option<ItemId>, nesting: i8) -> Self {
        Case { tag, last: tag, gate, item, nesting }
    }

    /// Whether the case has a tag, where no case of this tag alone has it.
    #[must_use]
    pub fn has(&self, tag: u64) -> bool {
        (self.tag..=self.last).contains(&tag)
    }

    /// The tag, or the range of tags, in hexadecimal.
    #[must_use]
    pub fn tags(&self) -> String {
        match self.tag == self.last {
            true => format!("{:#x}", self.tag),
            false => format!("{:#x}..{:#x}", self.tag, self.last),
        }
    }
}

/// Something that a schema states of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Its name.
    pub name: Text,
    /// What is stated.
    pub value: FactValue,
}

/// What is stated of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactValue {
    /// A number.
    Number(u64),
    /// A text.
    Text(Text),
}

/// What a file is but for the payloads of its sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileShape {
    /// The first bytes, a run of [`crate::Plan::bytes`].
    pub magic: Run,
    /// The byte that filler is made of.
    pub pad: u8,
    /// How many of the lowest bits of a section header are the id.
    pub id_bits: u8,
    /// The bit of a section header that says that an alignment follows.
    pub aligned_bit: Option<u8>,
    /// How lengths and alignments of sections are coded.
    pub coding: crate::Coding,
    /// What follows the first bytes.
    pub header: ItemId,
    /// All that follows the header, in place of sections.
    pub content: Option<ItemId>,
    /// Positions of the steps of the header that are the version, most significant first, a run of
    /// [`crate::Plan::numbers`]; empty where the header does not tell it.
    pub version: Run,
    /// Positions of steps of the header, each before the axis that it sets: a run of [`crate::Plan::numbers`].
    pub features: Run,
    /// The name of the producer follows, up to a zero byte.
    pub producer: bool,
    /// An id that no section has is an error.
    pub unknown_error: bool,
    /// A section that comes again is an error; the last one counts otherwise.
    pub again_error: bool,
    /// Filler of other bytes than `pad` is an error.
    pub filler_error: bool,
}

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Section {
    /// The number in its header.
    pub id: u64,
    /// Its payload.
    pub item: ItemId,
    /// Every file of the versions that have it does.
    pub required: bool,
    /// It must be aligned to a multiple of so many bytes; zero where it need not be aligned.
    pub align: u32,
    /// It must not carry an alignment.
    pub unaligned: bool,
    /// It ends the file and has no payload.
    pub end: bool,
    /// A file may have several.
    pub repeated: bool,
    /// The id of a section that a file with this one has, too.
    pub requires: Option<u64>,
    /// Its place among the sections that stand in an order, from one on; none for one that stands anywhere.
    pub place: Option<u32>,
}

/// What a name stands for in some releases: the entries of a dialect, or the properties of an operation of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The dialect.
    pub dialect: Text,
    /// The operation, without the dialect; empty for entries.
    pub operation: Text,
    /// What has it.
    pub gate: Run,
    /// It is that of files with a version record of the dialect of at least this number; 0 for all.
    pub record: u64,
    /// The entries or the properties.
    pub item: ItemId,
}
