//! How wide numbers were, and how many blocks of a sequence are open.

use super::Writing;
use super::frame::{Frame, SequenceFrame};
use crate::plan::Value;
use bytespec_plan::{Coding, Shape, ShapeId, Sign};

/// A value, and how wide numbers in it were.
pub(super) fn unpadded(value: &Value) -> (&Value, &[(u32, u8)]) {
    match value {
        Value::Padded(inner, padded) => (inner, padded),
        value => (value, &[]),
    }
}

/// How wide the number at a place was; places are in order.
pub(super) fn width_at(padded: &[(u32, u8)], place: usize) -> Option<u8> {
    let at = padded.binary_search_by_key(&place, |(place, _)| *place as usize).ok()?;
    padded.get(at).map(|(_, width)| *width)
}

impl Writing<'_, '_, '_> {
    /// How wide the number of a step was, where it was wider than it had to be.
    pub(super) fn width_of(&self, place: usize) -> Option<u8> {
        match self.frames.last() {
            Some(Frame::Item(frame)) => width_at(frame.padded, place),
            _ => None,
        }
    }

    /// Makes a number that was just written as wide as it was when it was read.
    pub(super) fn pad(&mut self, width: Option<u8>, shape: ShapeId, start: usize) {
        let Some(width) = width else { return };
        let integer = match self.plan.shapes.get(shape.index()) {
            Some(
                Shape::Index { number, .. }
                | Shape::Enum { number, .. }
                | Shape::Bits { number, .. },
            ) => self.plan.shapes.get(number.index()),
            other => other,
        };
        match integer {
            Some(Shape::Integer { coding: Coding::Bounded, sign, .. }) => {
                self.writer.pad_leb128(start, width.into(), *sign == Sign::Extended);
            }
            Some(Shape::Integer { coding: Coding::Prefix, .. }) => {
                self.writer.pad_prefix(start, width.into());
            }
            Some(Shape::Integer { coding: Coding::Vlq, .. }) => {
                self.writer.pad_vlq(start, width.into());
            }
            Some(Shape::Integer { coding: Coding::Vlq9, .. }) => {
                self.writer.pad_vlq9(start, width.into());
            }
            _ => {}
        }
    }

    /// Opens or closes a block of the sequence that an element is of.
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
