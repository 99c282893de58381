//! Spellings of values, and open blocks of sequences.

use super::Writing;
use super::frame::{Frame, SequenceFrame};
use crate::plan::bytes::before;
use crate::plan::{Spelling, Value};
use bytespec_plan::{Coding, Length, Shape, ShapeId, Sign};

/// A value, and the spellings of values in it.
pub(super) fn unpadded(value: &Value) -> (&Value, &[(u32, Spelling)]) {
    match value {
        Value::Padded(inner, padded) => (inner, padded),
        value => (value, &[]),
    }
}

/// The spelling of the value at a position; the positions are sorted.
pub(super) fn spelling_at(padded: &[(u32, Spelling)], place: usize) -> Option<&Spelling> {
    let at = padded.binary_search_by_key(&place, |(place, _)| *place as usize).ok()?;
    padded.get(at).map(|(_, spelling)| spelling)
}

impl<'v> Writing<'_, '_, 'v> {
    /// The noted spelling of the value of a step.
    pub(super) fn spelling_of(&self, place: usize) -> Option<&'v Spelling> {
        match self.frames.last() {
            Some(Frame::Item(frame)) => spelling_at(frame.padded, place),
            _ => None,
        }
    }

    /// Spells a value that was just written as it was read.
    pub(super) fn spell(&mut self, spelling: Option<&Spelling>, shape: ShapeId, start: usize) {
        let Some(spelling) = spelling else { return };
        if let Spelling::Tail(tail) = spelling {
            return self.spell_tail(tail, shape, start);
        }
        let mut integer = self.plan.shapes.get(shape.index());
        while let Some(
            Shape::Index { number: inner, .. }
            | Shape::Enum { number: inner, .. }
            | Shape::Bits { number: inner, .. }
            | Shape::Sized { value: inner, .. },
        ) = integer
        {
            integer = self.plan.shapes.get(inner.index());
        }
        let Some(&Shape::Integer { coding, sign, .. }) = integer else { return };
        match (spelling, coding) {
            (Spelling::Width(width), Coding::Leb128 | Coding::Bounded) => {
                self.writer.pad_leb128(start, usize::from(*width), sign == Sign::Extended);
            }
            (Spelling::Width(width), Coding::Prefix) => {
                self.writer.pad_prefix(start, usize::from(*width));
            }
            (Spelling::Width(width), Coding::Vlq(kind)) => {
                self.writer.pad_vlq(start, usize::from(*width), kind);
            }
            (Spelling::Digits(bytes), Coding::Digits(of)) => {
                self.writer.spell_digits(start, bytes, of, sign == Sign::Twos);
            }
            _ => {}
        }
    }

    /// Replaces the bytes from the marker on, if they have the same size. A value that takes the bytes left has none yet.
    fn spell_tail(&mut self, tail: &[u8], shape: ShapeId, start: usize) {
        let length = self.plan.shapes.get(shape.index()).and_then(|shape| shape.length());
        let Some((length, unit)) = length else { return };
        let (Length::Ended(count, _) | Length::Padded(count, _)) = length else { return };
        if self.reads_left(count) {
            return self.writer.bytes(tail);
        }
        let Length::Ended(_, marker) = length else { return };
        let Some(written) = self.writer.as_slice().get(start..) else { return };
        let len = before(written, marker.of(&self.plan.bytes), unit).len();
        if written.len() - len == tail.len() {
            self.writer.truncate(start + len);
            self.writer.bytes(tail);
        }
    }

    /// Opens or closes a block of the sequence that contains an element.
    pub(super) fn nest(&mut self, nesting: i8) {
        let mut frames = self.frames.iter_mut().rev();
        let sequence = frames.find_map(|frame| match frame {
            Frame::Sequence(frame) => Some(frame),
            _ => None,
        });
        if let Some(SequenceFrame { open: Some(open), .. }) = sequence {
            *open = open.saturating_add_signed(nesting.into());
        }
    }
}
