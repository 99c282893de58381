//! What is open while bytes are read.

use crate::plan::depth::Nesting;
use crate::plan::prepared_step::Integer;
use bytespec_plan::{ExprId, ItemId, Run, ShapeId};

/// What a reader allocates, to be used again by the next one.
#[derive(Clone, Debug, Default)]
pub(in crate::plan) struct Buffers {
    pub(super) frames: Vec<Frame>,
    pub(super) slots: Vec<Slot>,
    /// Where steps begin, of items that ask for bytes of their steps.
    pub(super) starts: Vec<usize>,
    pub(super) offsets: Vec<u64>,
    pub(super) tables: Vec<OffsetsRead>,
}

impl Buffers {
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.slots.clear();
        self.starts.clear();
        self.offsets.clear();
        self.tables.clear();
    }
}

/// What a step of an open item holds: a number, and whether it is there.
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
    /// The bits below are taken.
    pub(super) taken: u32,
    /// The integer is not on the wire.
    pub(super) absent: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Frame {
    Item(ItemFrame),
    Sequence(SequenceFrame),
    /// Bytes that one value has to itself: the end of those around it.
    Window {
        outer: usize,
    },
    /// A value at an offset: the place and the end of what is around it, and where the value begins.
    Placed {
        back: usize,
        end: usize,
        start: usize,
    },
    /// What a name stands for: where the reading of what is around it began.
    Named {
        origin: usize,
    },
}

#[derive(Clone, Debug)]
pub(super) struct ItemFrame {
    pub(super) item: ItemId,
    pub(super) nesting: Nesting,
    /// The first step, by index in the plan, the next one, and the one after the last.
    pub(super) first: u32,
    pub(super) next: u32,
    pub(super) last: u32,
    /// Where its slots begin.
    pub(super) slots: usize,
    /// Where the places of its steps begin, where they are kept.
    pub(super) starts: Option<usize>,
    pub(super) start: usize,
    pub(super) whole: Whole,
    pub(super) asked: OfItem,
}

/// What an item is asked for that holds one value for what is around it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OfItem {
    /// Numbers that its elements must not be.
    pub(super) reject: Run,
    /// What it refers to must have bytes.
    pub(super) nonempty: bool,
    /// The table that its elements are entries of.
    pub(super) holds: Option<u32>,
}

impl OfItem {
    pub(super) fn is_nothing(self) -> bool {
        self.reject.is_empty() && !self.nonempty && self.holds.is_none()
    }
}

#[derive(Clone, Debug)]
pub(super) struct SequenceFrame {
    pub(super) element: ShapeId,
    /// Its elements, where they are integers of which nothing is asked but that they fit.
    pub(super) plain: Option<Integer>,
    pub(super) index: u64,
    pub(super) left: Left,
    pub(super) start: usize,
    /// Where the last element began.
    pub(super) before: usize,
    pub(super) reject: Run,
    pub(super) rejected: Option<(usize, u64, i128)>,
    /// The step that holds where elements begin is derived from them.
    pub(super) keep: bool,
    /// How many elements there are, of a sequence whose last one stands first.
    pub(super) reversed: Option<u64>,
    /// The list that elements are appended to, and how long it was.
    pub(super) list: Option<(u32, usize)>,
    /// The table that elements are entries of.
    pub(super) holds: Option<u32>,
}

/// What a sequence is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    pub(super) reject: Run,
    pub(super) keep: bool,
    pub(super) list: Option<u32>,
    pub(super) holds: Option<u32>,
    pub(super) reversed: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Left {
    /// So many elements; `wire` if bytes said so.
    Count { count: u64, wire: bool },
    /// Up to the end.
    End,
    /// Up to the element that closes what `open` counts.
    Balanced { open: u64 },
    /// Up to where two numbers are the same.
    Reached(ExprId, ExprId),
    /// Up to the element of which this holds, which `ended` says.
    Holds { test: ExprId, ended: bool },
    /// Entries at offsets: where these are kept, how many, where the entries begin and what the end was.
    Offsets { first: usize, count: usize, base: usize, outer: usize, at: usize, width: usize },
}

/// Offsets that were read, to be gone to.
#[derive(Clone, Copy, Debug)]
pub(super) struct OffsetsRead {
    pub(super) first: usize,
    pub(super) count: usize,
    /// Where they stand, and where they end.
    pub(super) at: usize,
    pub(super) end: usize,
}
