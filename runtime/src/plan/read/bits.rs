//! Integers whose bits are steps.

use super::Reader;
use super::frame::Frame;
use crate::error::Result;
use crate::plan::Sink;
use crate::values::unknown_flags;
use bytespec_plan::{Place, Shape};

impl<'p, 'i, S: Sink<'i>> Reader<'_, 'p, 'i, S> {
    pub(super) fn take_bits(&mut self, place: Place, width: Option<u8>) -> u64 {
        let Some(Frame::Item(frame)) = self.frames.last_mut() else { return 0 };
        let from = match place {
            Place::Bit(bit) => u32::from(bit),
            Place::Next => frame.whole.taken,
        };
        let bits = frame.whole.number.checked_shr(from).unwrap_or(0);
        match width {
            Some(width) => {
                frame.whole.taken = frame.whole.taken.max(from + u32::from(width));
                bits & u64::MAX.checked_shr(64 - u32::from(width.clamp(1, 64))).unwrap_or(0)
            }
            None => bits,
        }
    }

    /// Refuses bits that no part of the version takes.
    pub(super) fn claimed(&self, index: u32, parts: u32, number: u64, at: usize) -> Result<()> {
        let mut known = 0u64;
        let mut next = 0u32;
        for part in index + 1..=index + parts {
            let Some(step) = self.plan.steps.get(part as usize) else { break };
            let Some(Shape::Part { place, width, .. }) = self.plan.shapes.get(step.shape.index())
            else {
                continue;
            };
            if !self.executor.open(step.gate) {
                continue;
            }
            let Some(width) = *width else { return Ok(()) };
            let from = match *place {
                Place::Bit(bit) => u32::from(bit),
                Place::Next => next,
            };
            next = next.max(from + u32::from(width));
            let mask = u64::MAX.checked_shr(64 - u32::from(width.clamp(1, 64))).unwrap_or(0);
            known |= mask.checked_shl(from).unwrap_or(0);
        }
        if number & !known == 0 { Ok(()) } else { Err(unknown_flags(at, number & !known)) }
    }
}
