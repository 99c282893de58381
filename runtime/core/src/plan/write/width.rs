//! Widths of numbers, and open blocks of sequences.

use super::Writing;
use super::frame::{Frame, SequenceFrame};
use crate::plan::Value;
use crate::wire::digits::CAPITAL;
use bytespec_plan::{Coding, Shape, ShapeId, Sign};

/// A value, and the widths of numbers in it.
pub(super) fn unpadded(value: &Value) -> (&Value, &[(u32, u8)]) {
    match value {
        Value::Padded(inner, padded) => (inner, padded),
        value => (value, &[]),
    }
}

/// The width of the number at a position; the positions are sorted.
pub(super) fn width_at(padded: &[(u32, u8)], place: usize) -> Option<u8> {
    let at = padded.binary_search_by_key(&place, |(place, _)| *place as usize).ok()?;
    padded.get(at).map(|(_, width)| *width)
}

/// The number of bytes of a number with a noted width.
pub(super) fn bytes_of_width(width: u8) -> u8 {
    width & !CAPITAL
}

impl Writing<'_, '_, '_> {
    /// The noted width of the number of a step, if it was wider than necessary.
    pub(super) fn width_of(&self, place: usize) -> Option<u8> {
        match self.frames.last() {
            Some(Frame::Item(frame)) => width_at(frame.padded, place),
            _ => None,
        }
    }

    /// Widens a number that was just written to the width that it was read with.
    pub(super) fn pad(&mut self, width: Option<u8>, shape: ShapeId, start: usize) {
        let Some(width) = width else { return };
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
        match integer {
            Some(Shape::Integer { coding: Coding::Leb128 | Coding::Bounded, sign, .. }) => {
                self.writer.pad_leb128(start, width.into(), *sign == Sign::Extended);
            }
            Some(Shape::Integer { coding: Coding::Prefix, .. }) => {
                self.writer.pad_prefix(start, width.into());
            }
            Some(Shape::Integer { coding: Coding::Vlq(kind), .. }) => {
                self.writer.pad_vlq(start, width.into(), *kind);
            }
            Some(Shape::Integer { coding: Coding::Digits(of), sign, .. }) => {
                self.writer.spell_digits(start, width, *of, *sign == Sign::Twos);
            }
            _ => {}
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
