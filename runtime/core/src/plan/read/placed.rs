//! Values at offsets from the start of the file.

use super::Reader;
use super::frame::Frame;
use crate::error::Result;
use crate::plan::bytes::placed;
use crate::plan::{At, Leaf};
use crate::wire::Cursor;
use bytespec_plan::{ExprId, Shape, ShapeId, Step};

impl<'p, 'i> Reader<'_, 'p, 'i> {
    /// Moves to an offset, and reads a value there.
    pub(super) fn placed(
        &mut self,
        offset: ExprId,
        value: ShapeId,
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let (back, end) = (self.cursor.position(), self.cursor.end());
        let offset = self.eval(offset)?;
        self.cursor = placed(self.input, offset, back)?;
        let start = self.cursor.position();
        self.buffers.frames.push(Frame::Placed { back, end, start });
        let id = self.one_of(value)?;
        match self.plan.shapes.get(id.index()) {
            Some(shape) if step.is_some() && !is_number(shape) => {
                self.compound(id, shape, at, step)
            }
            _ => self.inner(id, at, step),
        }
    }

    /// Reads the value of a step inside another frame: a number becomes the number of the step.
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

    /// Returns from an offset.
    pub(super) fn end_placed(&mut self, back: usize, end: usize, start: usize) -> Result<()> {
        let span = start..self.cursor.position();
        if let Some(Frame::Item(frame)) = self.buffers.frames.last()
            && let Some(starts) = frame.starts
        {
            let step = starts + (frame.next - frame.first) as usize - 1;
            self.buffers.placed.push((step, span.clone()));
        }
        self.state.spend_placed(span, self.input)?;
        self.cursor = Cursor::over(self.input, back, end)?;
        Ok(())
    }
}

fn is_number(shape: &Shape) -> bool {
    matches!(shape, Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. })
}
