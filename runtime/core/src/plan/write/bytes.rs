//! Bytes and texts, and expressions over the bytes of steps.

use super::Writing;
use super::frame::{Frame, Used};
use super::shape::check_count;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::Value;
use crate::plan::bytes::unpadded;
use crate::plan::checksum::{Sum, checksum, zeros};
use crate::plan::expression::one_of;
use crate::plan::number::element;
use crate::plan::transform::plain;
use crate::wire::Writer;
use bytespec_plan::{
    Checksum, Coding, Covered, Encoding, ExprId, Length, Role, Run, Shape, ShapeId, Sign, Step,
    find,
};
use std::borrow::Cow;

/// The most bytes of a padded value.
const MAX_PADDED: u64 = 1 << 28;

impl<'v> Writing<'_, '_, 'v> {
    /// Resolves a shape that is one of two: an expression selects which.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn one_of(&self, id: ShapeId) -> Result<ShapeId> {
        one_of(self.plan, id, |test| self.eval(test))
    }

    /// The shape of a value, without its offset and its size.
    pub(super) fn plain_of(&self, mut id: ShapeId) -> Result<ShapeId> {
        loop {
            id = self.one_of(id)?;
            match self.plan.shapes.get(id.index()) {
                Some(&Shape::Sized { value, .. } | &Shape::At { value, .. }) => id = value,
                _ => return Ok(id),
            }
        }
    }

    /// Writes bytes of a length; a marker at their end begins at a multiple of `unit` bytes.
    pub(super) fn write_bytes(&mut self, length: Length, bytes: &[u8], unit: usize) -> Result<()> {
        match length {
            Length::Count(count)
                if self.reads_left(count) || self.is_computed_from_sizes(count) => {}
            Length::Count(count) => {
                let found = bytes.len() as u64;
                match self.listed_size(count)? {
                    Some((list, at)) if self.state.listed(list, at) != Some(found) => {
                        self.state.sizes.correct(list, at, found);
                    }
                    Some(_) => {}
                    None => {
                        check_count("bytes", self.or_later(self.eval(count), found)?, found)?;
                    }
                }
            }
            Length::Rest => self.fill(bytes.len())?,
            Length::Marker(marker) => {
                let marker = marker.of(&self.plan.bytes);
                // The marker must not occur in the bytes.
                let with_end = [bytes, marker].concat();
                if find(&with_end, marker, unit) != Some(bytes.len()) {
                    return Err(has_stop(marker));
                }
                self.writer.bytes(bytes);
                self.writer.bytes(marker);
                return Ok(());
            }
            Length::Padded(count, pad) => {
                let left = if self.reads_left(count) { 0 } else { self.left_after(bytes, count)? };
                if unpadded(bytes, pad, unit).len() < bytes.len() {
                    return Err(Error::new(ErrorKind::Plan(PlanFault::Pad { pad })));
                }
                let is_whole = |len: u64| len.is_multiple_of(unit as u64);
                let found = bytes.len() as u64;
                if left > 0 && !(is_whole(left) && is_whole(found)) {
                    return check_count("bytes", found + left, found);
                }
                self.writer.bytes(bytes);
                (0..left).for_each(|_| self.writer.u8(pad));
                return Ok(());
            }
            Length::Ended(count, marker) => {
                let marker = marker.of(&self.plan.bytes);
                if find(bytes, marker, unit).is_some() {
                    return Err(has_stop(marker));
                }
                let left = if self.reads_left(count) { 0 } else { self.left_after(bytes, count)? };
                let filler = match left.checked_sub(marker.len() as u64) {
                    Some(filler) => filler,
                    None if left == 0 => 0,
                    None => {
                        return check_count("bytes", bytes.len() as u64 + left, bytes.len() as u64);
                    }
                };
                self.writer.bytes(bytes);
                if left > 0 {
                    self.writer.bytes(marker);
                }
                (0..filler).for_each(|_| self.writer.u8(0));
                return Ok(());
            }
            Length::Except(_) | Length::First(_) => {}
        }
        self.writer.bytes(bytes);
        Ok(())
    }

    /// The number of bytes between a value and its size.
    fn left_after(&self, bytes: &[u8], size: ExprId) -> Result<u64> {
        let found = bytes.len() as u64;
        let size = self.or_later(self.eval(size), found)?;
        if size > MAX_PADDED {
            let (limit, max) = ("bytes of filler", MAX_PADDED);
            return Err(Error::new(ErrorKind::Limit { limit, found: size, max }));
        }
        match size.checked_sub(found) {
            Some(left) => Ok(left),
            None => check_count("bytes at most", size, found).map(|()| 0),
        }
    }

    /// Writes a text, or invalid bytes if the field allows them.
    pub(super) fn write_text(
        &mut self,
        (length, encoding, strict): (Length, Encoding, bool),
        value: &Value,
    ) -> Result<()> {
        match value {
            Value::Text(text) => match encoding.encode(text) {
                Some(bytes) => self.write_bytes(length, &bytes, encoding.unit()),
                None => Err(not_in(encoding)),
            },
            Value::Bytes(bytes) if !strict && encoding.decode(bytes).is_none() => {
                self.write_bytes(length, bytes, encoding.unit())
            }
            Value::Absent => self.write_bytes(length, &[], 1),
            _ => Err(value.misfit("text")),
        }
    }

    /// Writes constant bytes of the plan.
    pub(super) fn write_constant(&mut self, shape: Shape, bytes: Run) -> Result<()> {
        let (Shape::Bytes(length) | Shape::Text { length, .. }) = shape else { return Ok(()) };
        self.write_bytes(length, bytes.of(&self.plan.bytes), 1)
    }

    /// The offset of a step of the current item that was written, if offsets are noted.
    pub(super) fn start_of(&self, step: u32) -> Option<usize> {
        let frame = self.frame()?;
        let is_written = (step as usize) < frame.next;
        frame.starts.get(step as usize).copied().filter(|_| is_written)
    }

    /// The error for a step of the current item that is not known where an expression uses it.
    #[cold]
    pub(super) fn unknown(&self, place: usize) -> Error {
        self.unknown_step(self.step_at(place).map(|(step, ..)| step))
    }

    /// The error for a step that is not known where an expression uses it.
    #[cold]
    pub(super) fn unknown_step(&self, step: Option<&Step>) -> Error {
        let step = step.map_or("?", |step| self.plan.name(step.name)).to_owned();
        Error::new(ErrorKind::Plan(PlanFault::Unknown { step }))
    }

    /// The written bytes of a step, also if it was written early.
    fn written(&self, step: u32) -> Result<Cow<'_, [u8]>> {
        self.used(step, Used::Bytes)
    }

    /// The same for an expression that uses them or their number.
    fn used(&self, step: u32, used: Used) -> Result<Cow<'_, [u8]>> {
        let unknown = || self.unknown(step as usize);
        let frame = self.frame().ok_or_else(unknown)?;
        if let Some(at) = self.early_index(step as usize) {
            return Ok(Cow::Borrowed(frame.early[at].content(used)));
        }
        // The current step may have no bytes yet.
        let is_written = (step as usize + 1) < frame.next;
        let start = self.start_of(step).filter(|_| is_written).ok_or_else(unknown)?;
        let shape = self.step_at(step as usize).map(|(of, ..)| of.shape.index());
        let parts = match shape.and_then(|shape| self.plan.shapes.get(shape)) {
            Some(Shape::At { .. }) => match self.placed_bytes(step as usize) {
                Some(bytes) => return Ok(Cow::Borrowed(bytes)),
                None => 0,
            },
            // The parts of an integer of bits have no bytes of their own.
            Some(Shape::Bits { parts, .. }) => *parts,
            _ => 0,
        };
        let writer = self.writer_of_item();
        let end = self.start_of(step + 1 + parts).unwrap_or(writer.len());
        writer.as_slice().get(start..end).map(Cow::Borrowed).ok_or_else(unknown)
    }

    /// The output that contains the written steps of the current item. A step that is written early, and a value at an offset, have
    /// an output of their own.
    fn writer_of_item(&self) -> &Writer {
        let is_inside = |frame: &&Frame<'_>| !matches!(frame, Frame::Item(_));
        let inside = self.frames.iter().rev().take_while(is_inside);
        let outputs = inside.filter_map(|frame| match frame {
            Frame::Early { writer, .. } | Frame::Placed { writer, .. } => Some(writer),
            _ => None,
        });
        outputs.last().unwrap_or(&self.writer)
    }

    /// The bytes of the value of a step, without a marker or filler at their end.
    pub(super) fn content_of(&self, step: u32, depth: u32) -> Result<Cow<'_, [u8]>> {
        let Some((of, value, open)) = self.step_at(step as usize) else {
            return Ok(Cow::default());
        };
        if let Role::Constant(bytes) = of.role {
            let is_there = open && self.is_there(of, value, depth + 1)?;
            return Ok(if is_there {
                Cow::Borrowed(bytes.of(&self.plan.bytes))
            } else {
                Cow::default()
            });
        }
        let shape = self.plan.shapes.get(self.plain_of(of.shape)?.index());
        match (shape, value.bare()) {
            // A computed value is the written one; its size is the same before it is written.
            (Some(Shape::Bytes(_)), Value::Bytes(bytes)) if of.role != Role::Visible => {
                Ok(self.written(step).unwrap_or(Cow::Borrowed(bytes)))
            }
            (Some(Shape::Bytes(_) | Shape::Text { .. }), Value::Bytes(bytes)) => {
                Ok(Cow::Borrowed(bytes))
            }
            (Some(Shape::Text { encoding, .. }), Value::Text(text)) => {
                encoding.encode(text).ok_or_else(|| not_in(*encoding))
            }
            (_, Value::Absent) if of.role == Role::Visible => Ok(Cow::default()),
            // The bytes of other shapes are more than the value: a size, filler, the result of a transform.
            _ => self.written(step),
        }
    }

    /// A byte, or a number of fixed width, at a position of a step.
    pub(super) fn element_of(&self, step: u32, at: u64, depth: u32) -> Result<u64> {
        let Some((of, value, _)) = self.step_at(step as usize) else { return Ok(0) };
        let found = match value.bare() {
            Value::List(elements) if of.role.computed().is_none() => {
                let number = usize::try_from(at).ok().and_then(|at| elements.get(at)?.number());
                number.map(Ok).ok_or(elements.len() as u64)
            }
            _ => element(&self.content_of(step, depth)?, at, self.integer_of(of.shape)?),
        };
        found.unwrap_or_else(|len| {
            let item = self.frame().map_or("?", |frame| self.executor.name_of(frame.item));
            let table = format!("{item}.{}", self.plan.name(of.name)).into();
            Err(Error::new(ErrorKind::Index { table, found: at, len }))
        })
    }

    /// The numbers that bytes of a shape are: single bytes, or numbers of fixed width.
    fn integer_of(&self, shape: ShapeId) -> Result<(Coding, u8, Sign)> {
        let element = match self.plan.shapes.get(shape.index()) {
            Some(Shape::Sequence { element, .. }) => {
                self.one_of(self.plan.value_of_element(*element))?
            }
            _ => shape,
        };
        Ok(match self.plan.shapes.get(element.index()) {
            Some(&Shape::Integer { coding, bits, sign }) => (coding, bits, sign),
            _ => (Coding::Little, 8, Sign::Unsigned),
        })
    }

    /// A checksum of the bytes of pieces.
    pub(super) fn checksum_of(&self, kind: Checksum, covered: Run) -> Result<Sum> {
        let pieces = Covered::all(covered, &self.plan.numbers).map(|piece| match piece {
            Covered::Step(step) if kind == Checksum::SIZE => match self.width_of(step) {
                Some(width) => Ok(Cow::Borrowed(zeros(width))),
                None => self.used(step, Used::Size),
            },
            Covered::Step(step) => self.written(step),
            Covered::Plain(step) => self.before_transform(step).map(Cow::Owned),
            Covered::Number(step) => self.computed_bytes(step).map(Cow::Owned),
            Covered::Zeros(count) => Ok(Cow::Borrowed(zeros(count))),
        });
        let pieces: Vec<Cow<'_, [u8]>> = pieces.collect::<Result<_>>()?;
        checksum(kind, pieces.iter().map(AsRef::as_ref))
    }

    /// The bytes that the number of a computed step would have.
    fn computed_bytes(&self, step: u32) -> Result<Vec<u8>> {
        let of = self.step_at(step as usize).map(|(of, ..)| of.shape);
        match of.and_then(|of| self.plan.computed_shape(of)) {
            Some(shape) => self.executor.number_bytes(shape, self.number_of(step, 0)?),
            None => Ok(Vec::new()),
        }
    }

    /// The bytes before the transform of a step that was written.
    fn before_transform(&self, step: u32) -> Result<Vec<u8>> {
        let bytes = self.written(step)?;
        let of = self.step_at(step as usize).map(|(of, ..)| of.shape);
        match of.and_then(|of| self.plan.transform_of(of)) {
            Some((by, key)) => plain(by, self.key_of(key)?, &bytes),
            None => Ok(bytes.into_owned()),
        }
    }
}

/// The error for bytes that contain the marker that ends them.
#[cold]
fn has_stop(marker: &[u8]) -> Error {
    Error::new(ErrorKind::Plan(PlanFault::Stop { bytes: marker.to_vec() }))
}

/// The error for a text that its encoding cannot represent.
#[cold]
fn not_in(encoding: Encoding) -> Error {
    let (item, found) =
        ("the value".to_owned(), "a text of letters of another encoding".to_owned());
    let expected = format!("{} text", encoding.word()).into();
    Error::new(ErrorKind::Kind { item, found, expected })
}
