//! What is open while bytes are written.

use crate::plan::Value;
use crate::wire::Writer;
use bytespec_plan::{ExprId, ItemId, Run, ShapeId};

/// From where filler is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// Where the writer's first byte stands; of what is written ahead, where it should stand.
    pub(super) base: u64,
    /// A multiple of all that filler led to since; 0 where there is none so small.
    pub(super) aligned: u64,
}

impl Origin {
    pub(super) fn at(base: u64) -> Self {
        Origin { base, aligned: 1 }
    }

    /// Filler led to a multiple of this.
    pub(super) fn align(&mut self, align: u64) {
        self.aligned = common_multiple(self.aligned, align);
    }
}

/// The least common multiple; 0 where it has more than 64 bits, or one of both is 0.
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
    /// A step is written ahead, because its size or where its elements begin stands before it.
    Ahead {
        writer: Writer,
        place: usize,
        /// How much was noted before: what is written ahead is noted in its turn.
        noted: Vec<usize>,
        starts: Vec<u64>,
        /// That of what is around it.
        origin: Origin,
    },
    /// A value at an offset, and what is written around it.
    Placed {
        writer: Writer,
        offset: u64,
        /// Whether what is around it takes all bytes.
        is_full: bool,
        /// That of what is around it.
        origin: Origin,
    },
    /// Bytes of which a list says at a position how many there are.
    Window {
        start: usize,
        size: u64,
        list: u32,
        at: u64,
    },
    /// A case, or bytes of no case, that begin with the number that tells which.
    Chosen {
        start: usize,
        /// The number, as readers ask for it.
        tag: ExprId,
        cases: Run,
        item: Option<ItemId>,
    },
    /// Bytes of which an earlier step says how many there are; of what is written ahead that is not known yet.
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
    /// Where its steps begin, where expressions ask for bytes of them.
    pub(super) starts: Vec<usize>,
    /// Parts behind the integer that they were written with.
    pub(super) parts: usize,
    /// What steps that take no bytes were computed to be, by their places.
    pub(super) computed: Vec<(usize, u64)>,
    pub(super) ahead: Vec<Ahead>,
    pub(super) reject: Run,
    /// How wide numbers were, by place.
    pub(super) padded: &'v [(u32, u8)],
}

impl ItemFrame<'_> {
    /// What the step at a place was computed to be, which takes no bytes.
    pub(super) fn computed_number(&self, place: usize) -> Option<u64> {
        self.computed.iter().find(|known| known.0 == place).map(|known| known.1)
    }
}

/// A step that is written already.
#[derive(Debug)]
pub(super) struct Ahead {
    pub(super) place: usize,
    pub(super) bytes: Vec<u8>,
    /// How many bytes its value has, wherever it stands.
    pub(super) size: u64,
    pub(super) starts: Vec<u64>,
    /// What was noted while it was written.
    pub(super) noted: Vec<Vec<u64>>,
    /// Where it was taken to stand, and what filler in it led to.
    pub(super) origin: Origin,
}

/// What the steps of an item hold.
#[derive(Clone, Copy, Debug)]
pub(super) enum Values<'v> {
    /// A value for each step.
    Each(&'v [Value]),
    /// The value of the visible step, at this place.
    Only(&'v Value, usize),
    /// No step holds anything.
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

#[derive(Debug)]
pub(super) struct SequenceFrame<'v> {
    pub(super) element: ShapeId,
    pub(super) values: &'v [Value],
    pub(super) index: usize,
    pub(super) start: usize,
    pub(super) reject: Run,
    /// Its elements are as many as bytes say.
    pub(super) counted: bool,
    /// Where elements begin is asked for.
    pub(super) starts: bool,
    /// The last element stands first.
    pub(super) reversed: bool,
    pub(super) until: Option<(ExprId, ExprId)>,
    /// What holds of the last element and of no other one, and whether it does of the one before.
    pub(super) holds: Option<(ExprId, bool)>,
    pub(super) list: Option<u32>,
    /// How wide elements were, by place.
    pub(super) padded: &'v [(u32, u8)],
    /// How many blocks are open, of a sequence that ends where none is.
    pub(super) open: Option<u64>,
    /// It takes all bytes that are left.
    pub(super) to_end: bool,
}
