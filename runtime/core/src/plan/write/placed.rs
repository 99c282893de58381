//! Values at offsets from the start of the file, and the expected positions of what is written early.

use super::Writing;
use super::frame::{Frame, Values};
use super::origin::Origin;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::execution_state::{Ahead, Written};
use crate::plan::{Spelling, Value};
use crate::wire::Writer;
use bytespec_plan::{Expr, ExprId, Length, Role, Run, Shape, ShapeId};

/// The greatest number of attempts to write a step at its expected position. Its size, and with it the size of the number that
/// measures it, can depend on that position.
const MAX_ATTEMPTS: u8 = 3;

impl<'v> Writing<'_, '_, 'v> {
    /// Opens a value at an offset.
    pub(super) fn placed(
        &mut self,
        by: ExprId,
        shape: ShapeId,
        value: &'v Value,
        reject: Run,
    ) -> Result<()> {
        if *value == Value::Absent && self.is_draft() {
            if let Ok(offset) = self.position() {
                let (shape, positions) = (self.one_of(shape)?, positions(&self.frames).into());
                self.state.ahead.push(Ahead { offset, shape, positions });
            }
            return Ok(());
        }
        let Some(offset) = self.or_later(self.eval(by).map(Some), None)? else {
            return Ok(());
        };
        let (writer, filler) = (std::mem::take(&mut self.writer), std::mem::take(&mut self.filler));
        let is_full = std::mem::take(&mut self.is_full);
        let spelling = match self.frames.last() {
            Some(Frame::Item(frame)) => self.spelling_of(frame.next.saturating_sub(1)),
            _ => None,
        };
        let origin = std::mem::replace(&mut self.origin, Origin::at(offset));
        self.frames.push(Frame::Placed { writer, filler, offset, by, is_full, origin });
        self.value(shape, value, reject)?;
        self.spell(spelling, shape, 0);
        Ok(())
    }

    /// Keeps what was written at an offset, and returns to the enclosing value.
    pub(super) fn end_placed(&mut self) {
        let Some(Frame::Placed { writer, filler, offset, by, is_full, origin }) = self.frames.pop()
        else {
            return;
        };
        self.origin = origin;
        let is_full = std::mem::replace(&mut self.is_full, is_full);
        let bytes = std::mem::replace(&mut self.writer, writer).into_bytes();
        let filler = std::mem::replace(&mut self.filler, filler);
        let item = self.frame().map(|frame| (frame.item, frame.next.saturating_sub(1)));
        let step = match self.frames.last() {
            Some(Frame::Early { place, .. }) => item.map(|(item, _)| (item, *place)),
            _ => item,
        };
        if let Some(Frame::Early { .. }) = self.frames.last() {
            self.placed_early = Some(bytes.clone());
        }
        let (by, positions) = (Some(by), positions(&self.frames).into());
        self.state.written.push(Written { offset, bytes, filler, is_full, step, by, positions });
    }

    /// The bytes of a step of the current item that were written at an offset; none for other steps.
    pub(super) fn placed_bytes(&self, place: usize) -> Option<&[u8]> {
        let item = self.frame()?.item;
        let positions = positions_of(&self.frames, place);
        let written = self.state.written.iter().rev();
        let mut own = written.filter(|written| written.step == Some((item, place)));
        own.find(|written| written.positions == positions).map(|written| &*written.bytes)
    }

    /// The offset of the next byte in the file. What is written early is right only at its expected offset.
    pub(super) fn position(&self) -> Result<u64> {
        if !self.origin.is_known {
            let step = "position".to_owned();
            return Err(Error::new(ErrorKind::Plan(PlanFault::Unknown { step })));
        }
        self.origin.align(0);
        Ok(self.place())
    }

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
            match self.bytes_between(place, &origin) {
                Some(bytes) => origin.base = origin.base.wrapping_add(bytes),
                None => origin.is_known = false,
            }
        }
        origin
    }

    /// A step between the open one and a later step whose bytes depend on its position, if only writing it shows its size.
    pub(super) fn unplaced_before(&self, later: usize) -> Option<u32> {
        let frame = self.frame()?;
        let first = self.plan.items.get(frame.item.index())?.steps.start as usize;
        if !self.executor.prepared.is_placed(self.plan, first + later) {
            return None;
        }
        let mut origin = Origin::at(self.place());
        for place in frame.next..later {
            match self.bytes_between(place, &origin) {
                Some(bytes) => origin.base = origin.base.wrapping_add(bytes),
                None if self.is_given(place) => return Some(place as u32),
                None => return None,
            }
        }
        None
    }

    /// Whether the bytes of a step come from its value alone.
    fn is_given(&self, place: usize) -> bool {
        let Some((step, ..)) = self.step_at(place) else { return false };
        match (self.plan.shapes.get(step.shape.index()), step.role) {
            (Some(&Shape::Bits { parts, .. }), _) => {
                self.unknown_of_parts(place, parts as usize, true).is_none()
            }
            (_, role) => matches!(role, Role::Visible | Role::Constant(_)),
        }
    }

    /// The origin of a step that was written early, if that differs from its expected one and it can be written again.
    pub(super) fn other_origin(&self, place: usize, attempts: u8) -> Option<Origin> {
        let before = &self.frame()?.early.get(self.early_index(place)?)?.origin;
        if before.aligned.get() == 1 {
            return None;
        }
        let now = self.expected_origin(place);
        let is_same = before.is_same_at(now.base);
        let is_allowed =
            now.is_known && attempts < MAX_ATTEMPTS && self.is_allowed_again(self.early_levels());
        (is_allowed && !is_same).then_some(now)
    }

    /// The number of bytes of a step, if it is known before the step is written. A number of variable width that is computed from
    /// sizes that are not known is expected to have one byte.
    fn bytes_between(&self, place: usize, origin: &Origin) -> Option<u64> {
        let Some((step, value, open)) = self.step_at(place) else { return Some(0) };
        if !open || self.is_there(step, value, 0).is_ok_and(|there| !there) {
            return Some(0);
        }
        if let Some((kind, _)) = self.plan.digest(step) {
            return kind.digest_size();
        }
        if let (Some(at), Some(frame)) = (self.early_index(place), self.frame()) {
            return Some(frame.early[at].bytes.len() as u64);
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
            (Some(Shape::Integer { coding, bits, .. }), value) => {
                if let Some(bytes) = coding.fixed_bytes(*bits) {
                    return Some(bytes.into());
                }
                let is_bits =
                    |shape: &Shape| matches!(shape, Shape::Bits { .. }) && self.is_given(place);
                if self.plan.shapes.get(step.shape.index()).is_some_and(is_bits) {
                    return None;
                }
                let number = match step.role.computed() {
                    Some(by) => self.eval(by).ok(),
                    None => value.number(),
                };
                let width = self.spelling_of(place).map(|spelling| match spelling {
                    Spelling::Width(width) => u64::from(*width),
                    Spelling::Digits(bytes) | Spelling::Tail(bytes) => bytes.len() as u64,
                });
                Some(width.unwrap_or_else(|| self.bytes_of_number(id, number.unwrap_or(0))))
            }
            (Some(Shape::Wide { bits, .. }), _) => Some((bits / 8).into()),
            (Some(Shape::Bool), _) => Some(1),
            (Some(&Shape::Sequence { element, .. }), value) => {
                let by = step.role.computed().and_then(|by| self.plan.exprs.get(by.index()));
                if let Some(&Expr::Sizes(target)) = by {
                    let sizes = self.sizes_of(target as usize);
                    return Some(
                        sizes.iter().map(|size| self.bytes_of_number(element, *size)).sum(),
                    );
                }
                let Value::List(values) = value else { return None };
                match self.plan.shapes.get(self.plan.value_of_element(element).index()) {
                    Some(Shape::Integer { coding, bits, .. }) => {
                        let bytes = coding.fixed_bytes(*bits)?;
                        Some(values.len() as u64 * u64::from(bytes))
                    }
                    _ => None,
                }
            }
            (Some(Shape::Computed { .. } | Shape::At { .. } | Shape::Part { .. }), _) => Some(0),
            (Some(&Shape::Bytes(Length::Count(size))), _) if step.role == Role::Filler => {
                self.eval(size).ok()
            }
            (Some(&Shape::Padding { align, strict, from }), _) if origin.is_known => {
                self.filler_len_at(origin.base, value, (align, strict), from)
            }
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

/// The position of each open value in the one around it, outermost first.
pub(super) fn positions(frames: &[Frame<'_>]) -> Vec<usize> {
    let (mut early, mut positions) = (None, Vec::new());
    for frame in frames.iter().rev() {
        match frame {
            Frame::Item(frame) => {
                let step = early.take().unwrap_or(frame.next.saturating_sub(1));
                // A transparent item has no value of its own.
                if matches!(frame.values, Values::Each(_)) {
                    positions.push(step);
                }
            }
            Frame::Sequence(frame) => positions.push(frame.place()),
            Frame::Early { place, .. } => early = Some(*place),
            Frame::Placed { .. }
            | Frame::Window { .. }
            | Frame::Sized { .. }
            | Frame::Chosen { .. } => {}
        }
    }
    positions.reverse();
    positions
}

/// The positions of a step of the item that is written, see [`Written::positions`].
pub(super) fn positions_of(frames: &[Frame<'_>], place: usize) -> Box<[usize]> {
    let is_item = |frame: &Frame<'_>| matches!(frame, Frame::Item(_));
    let end = frames.iter().rposition(is_item).map_or(0, |at| at + 1);
    let mut positions = positions(frames.get(..end).unwrap_or_default());
    if let Some(last) = positions.last_mut() {
        *last = place;
    }
    positions.into()
}
