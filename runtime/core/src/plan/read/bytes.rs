//! Bytes and texts, and expressions over the bytes of steps.

use super::Reader;
use super::frame::{Frame, ItemFrame};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::bytes::{before, same_bytes, unpadded};
use crate::plan::checksum::{Sum, checksum, zeros};
use crate::plan::expression::one_of;
use crate::plan::number::element;
use crate::plan::transform::plain;
use crate::plan::{At, Leaf, Value};
use bytespec_plan::{
    Checksum, Coding, Covered, Encoding, ExprId, Length, Role, Run, Shape, ShapeId, Sign, Step,
    Until,
};
use std::borrow::Cow;
use std::ops::Range;

impl<'p, 'i> Reader<'_, 'p, 'i> {
    /// Reads bytes without a further structure.
    pub(super) fn bytes(
        &mut self,
        (id, shape): (ShapeId, &Shape),
        length: Length,
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let start = self.cursor.position();
        let bytes = self.take_bytes(length, 1)?;
        let span = start..self.cursor.position();
        self.check_constant(step, bytes, start)?;
        self.push_bytes(step, bytes);
        if let Some(table) = step.and_then(|(_, step)| step.holds)
            && self.names == 0
            && !self.state.tables_known
        {
            self.state.entry(table, id, span.clone());
        }
        self.sink.value(at, shape, Leaf::Bytes(bytes), span)
    }

    /// Resolves a shape that is one of two: an expression selects which.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn one_of(&self, id: ShapeId) -> Result<ShapeId> {
        one_of(self.plan, id, |test| self.eval(test))
    }

    /// Reads a text.
    pub(super) fn text(
        &mut self,
        shape: &Shape,
        (length, encoding, strict): (Length, Encoding, bool),
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let start = self.cursor.position();
        if let (Length::Count(size), Encoding::Utf8, true) = (length, encoding, strict) {
            let text = self.cursor.text(self.eval(size)?)?;
            return self.sink.value(at, shape, Leaf::Text(text), start..self.cursor.position());
        }
        let bytes = self.take_bytes(length, encoding.unit())?;
        self.check_constant(step, bytes, start)?;
        self.push_bytes(step, bytes);
        let span = start..self.cursor.position();
        match encoding.decode(bytes) {
            Some(Cow::Borrowed(text)) => self.sink.value(at, shape, Leaf::Text(text), span),
            Some(Cow::Owned(text)) => {
                self.sink.value(at, shape, Leaf::Value(&Value::Text(text)), span)
            }
            None if strict => Err(Error::at(start, ErrorKind::Utf8)),
            None => self.sink.value(at, shape, Leaf::Bytes(bytes), span),
        }
    }

    /// Refuses bytes that differ from the constant of a step.
    pub(super) fn check_constant(
        &mut self,
        step: Option<(usize, &Step)>,
        found: &[u8],
        start: usize,
    ) -> Result<()> {
        let Some((_, Step { role: Role::Constant(bytes), .. })) = step else { return Ok(()) };
        let same = same_bytes(bytes.of(&self.plan.bytes), found, start);
        same.or_else(|error| self.mistaken(error))
    }

    /// Checks the steps of the open item that depend on the whole item.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn check_at_end(&mut self) -> Result<()> {
        let Some(frame) = self.frame().filter(|frame| frame.starts.is_some()) else {
            return Ok(());
        };
        let (executor, first) = (self.executor, frame.first);
        for place in executor.prepared.checked_at_end(frame.item) {
            if let Err(error) = self.check_step_at_end(*place) {
                // The error belongs to this step, and not to the last one.
                let next = self.set_next(first + place + 1);
                self.mistaken(error)?;
                self.set_next(next);
            }
        }
        Ok(())
    }

    /// Makes a step the next one of the open item, and returns the one that was.
    #[cold]
    fn set_next(&mut self, next: u32) -> u32 {
        match self.buffers.frames.last_mut() {
            Some(Frame::Item(frame)) => std::mem::replace(&mut frame.next, next),
            _ => next,
        }
    }

    fn check_step_at_end(&self, place: u32) -> Result<()> {
        let Some(frame) = self.frame() else { return Ok(()) };
        let step = self.plan.steps.get((frame.first + place) as usize);
        let slot = self.buffers.slots.get(frame.slots + place as usize).copied();
        let (Some(step), Some(slot)) = (step, slot) else { return Ok(()) };
        let (Role::CheckedAtEnd(by), true) = (step.role, slot.present) else { return Ok(()) };
        let whole = self.plan.whole_of(frame.item, place);
        let placed = self.placed_span(frame, whole).map(|span| span.start);
        let start = placed.or_else(|| self.start_of(frame, whole)).unwrap_or(frame.start);
        if let Some((kind, steps)) = self.plan.digest(step) {
            let (sum, found) = (self.checksum_of(kind, steps)?, self.content_of(place)?);
            return same_bytes(&sum.digest, found, start);
        }
        let expected = self.eval(by)?;
        if expected == slot.number {
            return Ok(());
        }
        let of = (step.shape, step.base);
        Err(Error::at(start, self.executor.other_number(of, expected, slot.number)))
    }

    fn start_of(&self, frame: &ItemFrame, step: u32) -> Option<usize> {
        self.buffers.starts.get(frame.starts? + step as usize).copied()
    }

    /// The offset of the value that the current rule restricts.
    #[cold]
    pub(super) fn start_of_ruled(&self) -> Option<usize> {
        let frame = self.frame()?;
        let rule = (frame.next - frame.first).checked_sub(1)?;
        let step = self.plan.whole_of(frame.item, self.plan.ruled(frame.item, rule));
        let placed = self.placed_span(frame, step).map(|span| span.start);
        placed.or_else(|| self.start_of(frame, step))
    }

    /// The bytes of a step at an offset; none for other steps.
    fn placed_span(&self, frame: &ItemFrame, step: u32) -> Option<Range<usize>> {
        let at = frame.starts? + step as usize;
        let mut placed = self.buffers.placed.iter().rev();
        placed.find(|(step, _)| *step == at).map(|(_, span)| span.clone())
    }

    fn step_of(&self, frame: &ItemFrame, step: u32) -> Option<&'p Step> {
        self.plan.steps_of(frame.item).get(step as usize)
    }

    /// The shape of the value of a step, without its offset.
    fn shape_of(&self, frame: &ItemFrame, step: u32) -> Option<&'p Shape> {
        match self.plan.shapes.get(self.step_of(frame, step)?.shape.index())? {
            Shape::At { value, .. } => self.plan.shapes.get(value.index()),
            shape => Some(shape),
        }
    }

    /// The bytes of a step of the current item that was read, or is being read.
    fn span_of(&self, step: u32) -> Result<&'i [u8]> {
        let unknown = || {
            let step = self.scope().and_then(|frame| self.step_of(frame, step));
            let step = step.map_or("?", |step| self.plan.name(step.name)).to_owned();
            Error::at(self.cursor.position(), ErrorKind::Plan(PlanFault::Unknown { step }))
        };
        let frame = self.scope().ok_or_else(unknown)?;
        let read = frame.next - frame.first;
        let start = self.start_of(frame, step).filter(|_| step < read).ok_or_else(unknown)?;
        let next = if step + 1 < read { self.start_of(frame, step + 1) } else { None };
        let in_sequence = start..next.unwrap_or(self.cursor.position());
        let span = self.placed_span(frame, step).unwrap_or(in_sequence);
        self.input.get(span).ok_or_else(unknown)
    }

    /// The bytes of the value of a step, without a marker or filler at their end.
    pub(super) fn content_of(&self, step: u32) -> Result<&'i [u8]> {
        let bytes = self.span_of(step)?;
        let Some(frame) = self.scope() else { return Ok(bytes) };
        let length = self.shape_of(frame, step).and_then(|shape| shape.length());
        let Some((length, unit)) = length else { return Ok(bytes) };
        Ok(match length {
            Length::Marker(marker) => {
                bytes.get(..bytes.len().saturating_sub(marker.len as usize)).unwrap_or(bytes)
            }
            Length::Padded(_, pad) => unpadded(bytes, pad, unit),
            Length::Ended(_, marker) => before(bytes, marker.of(&self.plan.bytes), unit),
            _ => bytes,
        })
    }

    /// The bytes that are a tag, if a field of the current item has them.
    #[cold]
    pub(super) fn tag_bytes(&self, tag: ExprId) -> Option<&'i [u8]> {
        self.content_of(self.plan.step_of_tag(self.scope()?.item, tag)?).ok()
    }

    /// The number of bytes of a step.
    pub(super) fn size_of(&self, step: u32) -> Result<u64> {
        Ok(self.content_of(step)?.len() as u64)
    }

    /// A byte, or a number of fixed width, at a position of a step.
    pub(super) fn element_of(&self, step: u32, at: u64) -> Result<u64> {
        let bytes = self.content_of(step)?;
        let Some(frame) = self.scope() else { return Ok(0) };
        let integer = match self.shape_of(frame, step) {
            Some(Shape::Sequence { element, until: Until::Count(_) | Until::End, .. }) => {
                let element = self.one_of(self.plan.value_of_element(*element))?;
                match self.plan.shapes.get(element.index()) {
                    Some(&Shape::Integer { coding, bits, sign }) => Some((coding, bits, sign)),
                    _ => None,
                }
            }
            _ => None,
        };
        let integer = integer.unwrap_or((Coding::Little, 8, Sign::Unsigned));
        element(bytes, at, integer).unwrap_or_else(|len| {
            let name = self.step_of(frame, step).map_or("?", |step| self.plan.name(step.name));
            let table = format!("{}.{name}", self.executor.name_of(frame.item)).into();
            let kind = ErrorKind::Index { table, found: at, len };
            Err(Error::at(self.cursor.position(), kind))
        })
    }

    /// A checksum of the bytes of pieces.
    pub(super) fn checksum_of(&self, kind: Checksum, covered: Run) -> Result<Sum> {
        let pieces = Covered::all(covered, &self.plan.numbers).map(|piece| match piece {
            Covered::Step(step) => self.span_of(step).map(Cow::Borrowed),
            Covered::Plain(step) => self.before_transform(step).map(Cow::Owned),
            Covered::Number(step) => self.computed_bytes(step).map(Cow::Owned),
            Covered::Zeros(count) => Ok(Cow::Borrowed(zeros(count))),
        });
        let pieces: Vec<Cow<'_, [u8]>> = pieces.collect::<Result<_>>()?;
        checksum(kind, pieces.iter().map(AsRef::as_ref))
    }

    /// The bytes that the number of a computed step would have.
    fn computed_bytes(&self, step: u32) -> Result<Vec<u8>> {
        let of = self.scope().and_then(|frame| self.step_of(frame, step));
        let shape = of.and_then(|of| self.plan.computed_shape(of.shape));
        match shape {
            Some(shape) => self.executor.number_bytes(shape, self.number_of(step)),
            None => Ok(Vec::new()),
        }
    }

    /// The bytes before the transform of a step that was read.
    fn before_transform(&self, step: u32) -> Result<Vec<u8>> {
        let bytes = self.span_of(step)?;
        let of = self.scope().and_then(|frame| self.step_of(frame, step));
        match of.and_then(|of| self.plan.transform_of(of.shape)) {
            Some((by, key)) => plain(by, self.key_of(key)?, bytes),
            None => Ok(bytes.to_vec()),
        }
    }
}
