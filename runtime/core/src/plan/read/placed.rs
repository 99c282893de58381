//! Values at offsets from the start of the file.

use super::Reader;
use super::frame::Frame;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::{At, Leaf, Sink};
use crate::wire::{Budget, Cursor};
use bytespec_plan::{ExprId, Shape, ShapeId, Step};

/// What is read at offsets, all of it together, which others may lead to again.
const LIMIT: &str = "bytes at offsets";

impl<'p, 'i, S: Sink<'i>> Reader<'_, 'p, 'i, S> {
    /// Goes to an offset, and reads a value there.
    pub(super) fn placed(
        &mut self,
        offset: ExprId,
        value: ShapeId,
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let (back, end) = (self.cursor.position(), self.cursor.end());
        let offset = self.eval(offset)?;
        let size = self.input.len() as u64;
        let start = usize::try_from(offset).ok().filter(|start| *start <= self.input.len());
        let Some(start) = start else {
            let (found, max) = (offset, size);
            return Err(Error::at(back, ErrorKind::Limit { limit: "offset", found, max }));
        };
        self.buffers.frames.push(Frame::Placed { back, end, start });
        self.cursor = Cursor::over(self.input, start, self.input.len())?;
        let id = self.one_of(value)?;
        match self.plan.shapes.get(id.index()) {
            Some(shape) if step.is_some() && !is_number(shape) => {
                self.compound(id, shape, at, step)
            }
            _ => self.inner(id, at, step),
        }
    }

    /// Reads what a step has inside of something else: a number is that of the step.
    pub(super) fn inner(
        &mut self,
        id: ShapeId,
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let id = self.one_of(id)?;
        let (Some(shape), Some((slot, step))) = (self.plan.shapes.get(id.index()), step) else {
            return self.of_shape(id, at);
        };
        if !is_number(shape) {
            return self.of_shape(id, at);
        }
        let start = self.cursor.position();
        let number = self.executor.read_number(&mut self.cursor, shape)?;
        self.hold(slot, number);
        self.push_number(step, number);
        self.sink.value(at, shape, Leaf::Number(number), start..self.cursor.position())
    }

    /// Comes back from an offset.
    pub(super) fn end_placed(&mut self, back: usize, end: usize, start: usize) -> Result<()> {
        // One at least, so that a value without bytes is not read without end.
        let read = self.cursor.position().saturating_sub(start).max(1);
        let bytes = self.input.len();
        let budget = self.state.placed.get_or_insert_with(|| Budget::decoded(bytes, LIMIT));
        budget.spend(read as u64, start)?;
        self.cursor = Cursor::over(self.input, back, end)?;
        Ok(())
    }
}

fn is_number(shape: &Shape) -> bool {
    matches!(shape, Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. })
}
