//! The origins of positions.

use std::cell::Cell;

/// The position from which positions and alignments count.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The position of the writer's first byte. For a step that is written early, the expected position.
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

    /// Whether the bytes are the same at another position.
    pub(super) fn is_same_at(&self, position: u64) -> bool {
        let moved = position.abs_diff(self.base);
        moved.checked_rem(self.aligned.get()).unwrap_or(moved) == 0
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
