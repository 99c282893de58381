//! The frames of a reader.

use crate::plan::depth::Nesting;
use crate::plan::prepared_step::Integer;
use bytespec_plan::{ElementLimit, ExprId, ItemId, Run, ShapeId};
use std::ops::Range;

/// The buffers of a reader, for reuse by the next one.
#[derive(Clone, Debug, Default)]
pub(in crate::plan) struct Buffers {
    pub(super) frames: Vec<Frame>,
    pub(super) slots: Vec<Slot>,
    /// The offsets of steps, for items with expressions over the bytes of their steps.
    pub(super) starts: Vec<usize>,
    /// The bytes of steps at offsets, by index in `starts`.
    pub(super) placed: Vec<(usize, Range<usize>)>,
    pub(super) offsets: Vec<u64>,
    pub(super) tables: Vec<OffsetsRead>,
}

impl Buffers {
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.slots.clear();
        self.starts.clear();
        self.placed.clear();
        self.offsets.clear();
        self.tables.clear();
    }

    /// Drops the offsets of an item that ends; `starts` is the index of the first one.
    pub(super) fn end_starts(&mut self, starts: usize) {
        self.starts.truncate(starts);
        while self.placed.last().is_some_and(|(at, _)| *at >= starts) {
            self.placed.pop();
        }
    }
}

/// The number of a step of an open item, and whether the step is present.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    pub(super) number: u64,
    pub(super) present: bool,
}

/// The integer that parts are taken from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Whole {
    pub(super) number: u64,
    pub(super) at: usize,
    pub(super) end: usize,
    /// The bits below this one are taken.
    pub(super) taken: u32,
    /// The integer is not on the wire.
    pub(super) absent: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Frame {
    Item(ItemFrame),
    Sequence(SequenceFrame),
    /// A value with a size of its own: `outer` is the end of the enclosing bytes.
    Window {
        outer: usize,
    },
    /// A value at an offset: the position and the end of the enclosing bytes, and the start of the value.
    Placed {
        back: usize,
        end: usize,
        start: usize,
    },
    /// A value whose layout a name selects: the origin of the enclosing value.
    Named {
        origin: usize,
    },
}

#[derive(Clone, Debug)]
pub(super) struct ItemFrame {
    pub(super) item: ItemId,
    pub(super) nesting: Nesting,
    /// The index in the plan of the first step, of the next one, and of the one after the last.
    pub(super) first: u32,
    pub(super) next: u32,
    pub(super) last: u32,
    /// The index of its first slot.
    pub(super) slots: usize,
    /// The index of the first offset of its steps, if they are noted.
    pub(super) starts: Option<usize>,
    pub(super) start: usize,
    pub(super) whole: Whole,
    pub(super) options: ItemOptions,
}

/// Conditions that the enclosing item sets on an item that holds one value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ItemOptions {
    /// Numbers that its elements must not have.
    pub(super) reject: Run,
    /// The entry that it refers to must have bytes.
    pub(super) nonempty: bool,
    /// The table that contains its elements as entries.
    pub(super) holds: Option<u32>,
}

impl ItemOptions {
    pub(super) fn is_nothing(self) -> bool {
        self.reject.is_empty() && !self.nonempty && self.holds.is_none()
    }
}

#[derive(Clone, Debug)]
pub(super) struct SequenceFrame {
    pub(super) element: ShapeId,
    /// Its elements, if they are integers that are checked only for their range.
    pub(super) plain: Option<Integer>,
    pub(super) index: u64,
    pub(super) left: Left,
    pub(super) start: usize,
    /// The start of the last element.
    pub(super) before: usize,
    pub(super) reject: Run,
    pub(super) rejected: Option<(usize, u64, i128)>,
    /// The elements are the offsets from which another step is read.
    pub(super) keep: bool,
    /// The number of elements, of a sequence whose last element is first.
    pub(super) reversed: Option<u64>,
    /// The list that records the elements, and its length before.
    pub(super) list: Option<(u32, usize)>,
    /// The table that contains the elements as entries.
    pub(super) holds: Option<u32>,
}

impl SequenceFrame {
    /// The position of the current element in the list.
    pub(super) fn place(&self) -> u64 {
        let index = self.index.saturating_sub(1);
        self.reversed.map_or(index, |count| count - 1 - index)
    }

    /// The number of elements that are read at once: all plain integers of a known number.
    #[inline]
    pub(super) fn elements_at_once(&self) -> u64 {
        match (self.plain, self.left) {
            (Some(_), Left::Count { count, .. }) => count,
            _ => 1,
        }
    }
}

/// Conditions on a sequence.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SequenceOptions {
    pub(super) reject: Run,
    pub(super) keep: bool,
    pub(super) list: Option<u32>,
    pub(super) holds: Option<u32>,
    pub(super) reversed: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Left {
    /// A number of elements.
    Count { count: u64, limit: ElementLimit },
    /// Up to the end.
    End,
    /// Up to the closing element of the sequence; `open` is the number of open blocks plus one.
    Balanced { open: u64 },
    /// Up to where two numbers are equal.
    Reached(ExprId, ExprId),
    /// Up to the first element for which the test holds; `ended` is the result of the test.
    Holds { test: ExprId, ended: bool },
    /// Entries at offsets: the index of the first offset, the number of entries, the start of the entries, and the end of the
    /// enclosing bytes.
    Offsets { first: usize, count: usize, base: usize, outer: usize, at: usize, width: usize },
}

/// Offsets of entries that were read.
#[derive(Clone, Copy, Debug)]
pub(super) struct OffsetsRead {
    pub(super) first: usize,
    pub(super) count: usize,
    /// Their position, and their end.
    pub(super) at: usize,
    pub(super) end: usize,
}
