//! Integers whose bits are steps.

use super::frame::Whole;
use crate::error::Result;
use crate::plan::Executor;
use crate::plan::number::bits_of;
use crate::plan::prepared_step::Mask;
use crate::values::unknown_flags;

impl Whole {
    /// Takes `width` bits (64 for all that are left), from bit `from` on or after the bits that are taken. Returns the bits, and
    /// the number of bits that are taken then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bits(&self, from: Option<u32>, width: u8) -> (u64, u32) {
        let (bits, taken) = bits_of(self.number, from.unwrap_or(self.taken), width);
        (bits, self.taken.max(taken))
    }
}

/// Refuses set bits that no part of the version takes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::plan) fn claimed(
    executor: &Executor<'_>,
    mask: Mask,
    number: u64,
    at: usize,
) -> Result<()> {
    let known = match mask {
        Mask::Known(mask) => mask,
        Mask::Gated(gated) => executor.gates.masks.get(gated as usize).copied().unwrap_or(0),
    };
    if number & !known == 0 { Ok(()) } else { Err(unknown_flags(at, number & !known)) }
}
