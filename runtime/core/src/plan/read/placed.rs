//! Values at offsets from the start of the file.

use super::Reader;
use super::frame::Frame;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::{At, Sink};
use crate::wire::{Budget, Cursor};
use bytespec_plan::{ExprId, ShapeId};

/// What is read at offsets, all of it together, which others may lead to again.
const LIMIT: &str = "bytes at offsets";

impl<'p, 'i, S: Sink<'i>> Reader<'_, 'p, 'i, S> {
    /// Goes to an offset, and reads a value there.
    pub(super) fn placed(&mut self, offset: ExprId, value: ShapeId, at: At) -> Result<()> {
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
        self.of_shape(value, at)
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
