//! Positions: where values are, or are expected to be.

use super::Writing;
use super::frame::Frame;
use crate::plan::Value;
use crate::wire::Writer;
use bytespec_plan::{Coding, Expr, Length, Role, Shape, ShapeId};
use std::cell::Cell;

/// The greatest number of attempts to write a step at its expected position. Its size, and with it the size of the number that
/// measures it, can depend on that position.
const MAX_ATTEMPTS: u8 = 3;

/// The greatest number of steps inside each other that are written more than once. Each level multiplies the work.
const MAX_LEVELS: usize = 4;

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

impl Writing<'_, '_, '_> {
    /// The position of the next byte.
    pub(super) fn place(&self) -> u64 {
        self.origin.base.wrapping_add(self.writer.len() as u64)
    }

    /// The expected position of a later step of the item, as far as the sizes of the steps before it are known.
    pub(super) fn expected_origin(&self, later: usize) -> Origin {
        let next = self.frame().map_or(later, |frame| frame.next.saturating_sub(1));
        let mut origin = Origin::at(self.place());
        origin.is_known = self.origin.is_known;
        for place in next..later {
            match self.bytes_between(place) {
                Some(bytes) => origin.base = origin.base.wrapping_add(bytes),
                None => origin.is_known = false,
            }
        }
        origin
    }

    /// The origin of a step that was written ahead, if that differs from its expected one and it can be written again.
    pub(super) fn other_origin(
        &self,
        place: usize,
        before: &Origin,
        attempts: u8,
    ) -> Option<Origin> {
        if before.aligned.get() == 1 {
            return None;
        }
        let now = self.expected_origin(place);
        let is_same = before.is_same_at(now.base);
        let levels =
            self.frames.iter().filter(|frame| matches!(frame, Frame::Ahead { .. })).count();
        let is_allowed = now.is_known && attempts < MAX_ATTEMPTS && levels < MAX_LEVELS;
        (is_allowed && !is_same).then_some(now)
    }

    /// The number of bytes of a step, if it is known before the step is written. A number of variable width that is computed from
    /// sizes that are not known is expected to have one byte.
    fn bytes_between(&self, place: usize) -> Option<u64> {
        let Some((step, value, open)) = self.step_at(place) else { return Some(0) };
        if !open || self.is_there(step, value, 0).is_ok_and(|there| !there) {
            return Some(0);
        }
        if let Role::Constant(bytes) = step.role {
            return Some(bytes.of(&self.plan.bytes).len() as u64);
        }
        if let (Some(at), Some(frame)) = (self.ahead(place), self.frame()) {
            return Some(frame.ahead[at].bytes.len() as u64);
        }
        let mut id = self.one_of(step.shape).unwrap_or(step.shape);
        while let Some(
            &Shape::Enum { number, .. }
            | &Shape::Index { number, .. }
            | &Shape::Bits { number, .. }
            | &Shape::Sized { value: number, .. },
        ) = self.plan.shapes.get(id.index())
        {
            id = self.one_of(number).unwrap_or(number);
        }
        match (self.plan.shapes.get(id.index()), value.bare()) {
            (Some(Shape::Integer { coding: Coding::Little | Coding::Big, bits, .. }), _) => {
                Some(u64::from(bits / 8))
            }
            (Some(Shape::Integer { .. }), value) => {
                let number = match step.role.computed() {
                    Some(by) => self.eval(by).ok(),
                    None => value.number(),
                };
                let width = self.width_of(place).map(u64::from);
                Some(width.unwrap_or_else(|| self.bytes_of_number(id, number.unwrap_or(0))))
            }
            (Some(Shape::Bool), _) => Some(1),
            (Some(&Shape::Sequence { element, .. }), _) => {
                let by = step.role.computed().and_then(|by| self.plan.exprs.get(by.index()));
                let Some(&Expr::Sizes(target)) = by else { return None };
                let sizes = self.sizes_of(target as usize);
                Some(sizes.iter().map(|size| self.bytes_of_number(element, *size)).sum())
            }
            (Some(Shape::Computed { .. } | Shape::At { .. } | Shape::Part { .. }), _) => Some(0),
            (Some(Shape::Bytes(Length::Count(_) | Length::Rest)), Value::Bytes(bytes)) => {
                Some(bytes.len() as u64)
            }
            _ => None,
        }
    }

    /// The number of bytes of a number without a noted width.
    fn bytes_of_number(&self, shape: ShapeId, number: u64) -> u64 {
        let Some(shape) = self.plan.shapes.get(shape.index()) else { return 0 };
        let mut writer = Writer::new();
        let written = self.executor.write_number(&mut writer, shape, number);
        // The error is found again where the number is written.
        written.map_or(1, |()| writer.len() as u64)
    }
}
