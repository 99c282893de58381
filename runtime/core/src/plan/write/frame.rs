//! The frames of a writer.

use crate::plan::Value;
use crate::wire::Writer;
use bytespec_plan::{Absent, ElementLimit, ExprId, ItemId, Run, ShapeId, Step};
use std::cell::Cell;

/// The position from which positions and alignments count.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The position of the writer's first byte. For a step that is written ahead, the expected position.
    pub(super) base: u64,
    /// The expected position is right unless filler takes another number of bytes.
    pub(super) is_known: bool,
    /// The bytes are the same at positions that differ by a multiple of this: a common multiple of all alignments; 0 if only the
    /// expected position is right.
    pub(super) aligned: Cell<u64>,
}

impl Origin {
    pub(super) fn at(base: u64) -> Self {
        Origin { base, is_known: true, aligned: Cell::new(1) }
    }

    /// Notes an alignment; 0 for a position.
    pub(super) fn align(&self, align: u64) {
        self.aligned.set(common_multiple(self.aligned.get(), align));
    }
}

/// The least common multiple; 0 if it does not fit 64 bits, or if an argument is 0.
fn common_multiple(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a.checked_div(divisor).and_then(|part| part.checked_mul(b)).unwrap_or(0)
}

#[derive(Debug)]
pub(super) enum Frame<'v> {
    Item(ItemFrame<'v>),
    Sequence(SequenceFrame<'v>),
    /// A step that is written ahead, because a step before it needs its size or the offsets of its elements.
    Ahead {
        writer: Writer,
        place: usize,
        /// The lengths of the lists before. What the step records is recorded in its turn.
        noted: Vec<usize>,
        starts: Vec<u64>,
        /// The origin of the enclosing value.
        origin: Origin,
    },
    /// A value at an offset, and the writer of the enclosing value.
    Placed {
        writer: Writer,
        offset: u64,
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
    /// Bytes whose size an earlier step states. The size is not known if they are written ahead.
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
    /// The offsets of its steps, if expressions read their bytes.
    pub(super) starts: Vec<usize>,
    /// The parts of the current integer, which were written with it.
    pub(super) parts: usize,
    /// The computed numbers of steps without bytes, and of steps that inner items use, by position.
    pub(super) computed: Vec<(usize, u64)>,
    pub(super) ahead: Vec<Ahead>,
    pub(super) reject: Run,
    /// The widths of numbers as they were read, by position.
    pub(super) padded: &'v [(u32, u8)],
}

impl ItemFrame<'_> {
    /// The computed number of a step, if it is kept.
    pub(super) fn computed_number(&self, place: usize) -> Option<u64> {
        self.computed.iter().find(|known| known.0 == place).map(|known| known.1)
    }
}

/// A step that is written already.
#[derive(Debug)]
pub(super) struct Ahead {
    pub(super) place: usize,
    pub(super) bytes: Vec<u8>,
    /// The size of its value, also at another offset.
    pub(super) size: u64,
    pub(super) starts: Vec<u64>,
    /// The numbers that lists recorded while it was written.
    pub(super) noted: Vec<Vec<u64>>,
    /// Its expected position, and the alignments inside it.
    pub(super) origin: Origin,
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
    pub(super) padded: &'v [(u32, u8)],
    /// The number of open blocks, for a sequence that ends when none is open.
    pub(super) open: Option<u64>,
    /// It takes all remaining bytes.
    pub(super) to_end: bool,
}
