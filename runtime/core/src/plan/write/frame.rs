//! The frames of a writer.

use super::origin::Origin;
use crate::plan::execution_state::Filler;
use crate::plan::{Spelling, Value};
use crate::wire::Writer;
use bytespec_plan::{Absent, ElementLimit, ExprId, ItemId, Run, ShapeId, Step};
use std::cell::Cell;

#[derive(Debug)]
pub(super) enum Frame<'v> {
    Item(ItemFrame<'v>),
    Sequence(SequenceFrame<'v>),
    /// A step that is written early, because a step before it needs its size or the offsets of its elements.
    Early {
        writer: Writer,
        /// The filler that the writer has.
        filler: Vec<Filler>,
        place: usize,
        /// The number of earlier attempts, at other positions.
        attempts: u8,
        /// The lengths of the lists before. What the step records is recorded in its turn.
        noted: Vec<usize>,
        starts: Vec<u64>,
        /// The number of values at offsets before.
        placed: usize,
        /// The number of computed numbers of the item before.
        computed: usize,
        /// The origin of the enclosing value.
        origin: Origin,
        /// What the enclosing step depends on, if it is written early, too.
        provisional: Provisional,
    },
    /// A value at an offset, and the writer of the enclosing value.
    Placed {
        writer: Writer,
        /// The filler that the writer has.
        filler: Vec<Filler>,
        offset: u64,
        /// The expression of the offset.
        by: ExprId,
        /// Whether the enclosing value takes all bytes.
        is_full: bool,
        /// The origin of the enclosing value.
        origin: Origin,
    },
    /// Bytes whose size is a number in a list.
    Window {
        start: usize,
        size: u64,
        list: u32,
        at: u64,
    },
    /// A case, or opaque bytes, whose first number is the tag.
    Chosen {
        start: usize,
        /// The tag, as readers evaluate it.
        tag: ExprId,
        cases: Run,
        item: Option<ItemId>,
    },
    /// Bytes whose size an earlier step states. The size is not known if they are written early.
    Sized {
        start: usize,
        size: Option<u64>,
    },
}

#[derive(Debug)]
pub(super) struct ItemFrame<'v> {
    pub(super) item: ItemId,
    pub(super) values: Values<'v>,
    pub(super) next: usize,
    /// The position of its first byte in the writer.
    pub(super) start: usize,
    /// The offsets of its steps, if expressions read their bytes.
    pub(super) starts: Vec<usize>,
    /// The parts of the current integer, which were written with it.
    pub(super) parts: usize,
    /// The computed numbers of steps without bytes, and of steps that inner items use, by position.
    pub(super) computed: Vec<(usize, u64)>,
    pub(super) early: Vec<EarlyStep>,
    /// The step before, if it was written early and is written again.
    pub(super) pending: Option<Pending>,
    pub(super) reject: Run,
    /// The widths of numbers as they were read, by position.
    pub(super) padded: &'v [(u32, Spelling)],
}

impl ItemFrame<'_> {
    /// The computed number of a step, if it is kept.
    pub(super) fn computed_number(&self, place: usize) -> Option<u64> {
        self.computed.iter().find(|known| known.0 == place).map(|known| known.1)
    }

    /// The number of a step that is a number in a provisional one.
    pub(super) fn guess(&self, place: usize) -> Option<&Guess> {
        let mut guesses = self.early.iter().flat_map(|early| &early.guesses);
        guesses.find(|guess| guess.place == place)
    }
}

/// A step that was written before its turn. Its bytes are copied into the output in its turn.
#[derive(Debug)]
pub(super) struct EarlyStep {
    pub(super) place: usize,
    pub(super) bytes: Vec<u8>,
    /// The filler among them.
    pub(super) filler: Vec<Filler>,
    /// The bytes of its value, if it is at an offset.
    pub(super) placed: Option<Vec<u8>>,
    pub(super) starts: Vec<u64>,
    /// The numbers that lists recorded while it was written.
    pub(super) noted: Vec<Vec<u64>>,
    /// Its expected position, and the alignments inside it.
    pub(super) origin: Origin,
    pub(super) provisional: Provisional,
    /// The number of steps of the item that had begun.
    pub(super) progress: usize,
    /// What something was computed from.
    pub(super) used: Cell<Used>,
    /// The numbers in it, by position of the steps of the item that are these numbers, if it is provisional.
    pub(super) guesses: Vec<Guess>,
}

/// What is used of the bytes of a step that was written early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Used {
    #[default]
    Nothing,
    /// Their number.
    Size,
    Bytes,
}

/// A number in a provisional step.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    pub(super) place: usize,
    pub(super) number: u64,
    /// Something was computed from it.
    pub(super) is_read: Cell<bool>,
}

impl EarlyStep {
    /// The bytes of its value, also at another offset.
    pub(super) fn content(&self, used: Used) -> &[u8] {
        self.used.set(self.used.get().max(used));
        self.placed.as_ref().unwrap_or(&self.bytes)
    }
}

/// What a step that is written early depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Provisional {
    /// Numbers that are not known yet.
    pub(super) is: bool,
    /// Numbers among its bytes are zero in place of such numbers.
    pub(super) has_guesses: bool,
}

/// A provisional step of the open item that is written again: its position, and the offset in the output at which it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) place: usize,
    pub(super) start: usize,
}

/// The values of the steps of an item.
#[derive(Clone, Copy, Debug)]
pub(super) enum Values<'v> {
    /// A value for each step.
    Each(&'v [Value]),
    /// The value of the visible step, at this place.
    Only(&'v Value, usize),
    /// No step has a value.
    None,
}

impl<'v> Values<'v> {
    pub(super) fn get(self, place: usize) -> &'v Value {
        match self {
            Values::Each(values) => values.get(place).unwrap_or(&Value::Absent),
            Values::Only(value, only) if only == place => value,
            _ => &Value::Absent,
        }
    }
}

/// The number that the value of a step is; without one, its default, or 0.
pub(super) fn number_or_default(value: &Value, step: &Step) -> u64 {
    let default = match step.absent {
        Absent::Number(number) => number as u64,
        _ => 0,
    };
    value.number().unwrap_or(default)
}

#[derive(Debug)]
pub(super) struct SequenceFrame<'v> {
    pub(super) element: ShapeId,
    pub(super) values: &'v [Value],
    pub(super) index: usize,
    pub(super) start: usize,
    pub(super) reject: Run,
    /// What limits the number of its elements.
    pub(super) limit: ElementLimit,
    /// The offsets of the elements are needed.
    pub(super) starts: bool,
    /// The last element is first.
    pub(super) reversed: bool,
    pub(super) until: Option<(ExprId, ExprId)>,
    /// The condition that holds only for the last element, and its result for the previous element.
    pub(super) holds: Option<(ExprId, bool)>,
    pub(super) list: Option<u32>,
    /// The widths of elements as they were read, by position.
    pub(super) padded: &'v [(u32, Spelling)],
    /// The number of open blocks, for a sequence that ends when none is open.
    pub(super) open: Option<u64>,
    /// It takes all remaining bytes.
    pub(super) to_end: bool,
}

impl SequenceFrame<'_> {
    /// The position of the current element in the list.
    pub(super) fn place(&self) -> usize {
        let index = self.index.saturating_sub(1);
        if self.reversed { (self.values.len() - 1).saturating_sub(index) } else { index }
    }
}
