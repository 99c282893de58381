//! Values at offsets from the start of the file.

use super::Writing;
use super::frame::Frame;
use super::origin::Origin;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::Value;
use crate::plan::execution_state::Written;
use bytespec_plan::{ExprId, Run, ShapeId};

impl<'v> Writing<'_, '_, 'v> {
    /// Opens a value at an offset.
    pub(super) fn placed(
        &mut self,
        offset: ExprId,
        shape: ShapeId,
        value: &'v Value,
        reject: Run,
    ) -> Result<()> {
        let offset = self.eval(offset)?;
        let writer = std::mem::take(&mut self.writer);
        let is_full = std::mem::take(&mut self.is_full);
        let width = match self.frames.last() {
            Some(Frame::Item(frame)) => self.width_of(frame.next.saturating_sub(1)),
            _ => None,
        };
        let origin = std::mem::replace(&mut self.origin, Origin::at(offset));
        self.frames.push(Frame::Placed { writer, offset, is_full, origin });
        self.value(shape, value, reject)?;
        self.pad(width, shape, 0);
        Ok(())
    }

    /// Keeps what was written at an offset, and returns to the enclosing value.
    pub(super) fn end_placed(&mut self) {
        let Some(Frame::Placed { writer, offset, is_full, origin }) = self.frames.pop() else {
            return;
        };
        self.origin = origin;
        let is_full = std::mem::replace(&mut self.is_full, is_full);
        let bytes = std::mem::replace(&mut self.writer, writer).into_bytes();
        if let Some(Frame::Ahead { .. }) = self.frames.last() {
            self.placed_size = Some(bytes.len() as u64);
        }
        self.state.written.push(Written { offset, bytes, is_full });
    }

    /// The offset of the next byte in the file. What is written ahead is right only at its expected offset.
    pub(super) fn position(&self) -> Result<u64> {
        if !self.origin.is_known {
            let step = "position".to_owned();
            return Err(Error::new(ErrorKind::Plan(PlanFault::Unknown { step })));
        }
        self.origin.align(0);
        Ok(self.place())
    }
}
