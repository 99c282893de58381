//! Going on behind an error, where the length of the bytes around it is known.

use super::Reader;
use super::frame::{Frame, Left};
use crate::error::{Error, Result};
use crate::plan::Sink;
use crate::wire::Cursor;

impl<'p, 'i, S: Sink<'i>> Reader<'_, 'p, 'i, S> {
    /// Leaves the innermost value that has bytes of its own, where the sink wants to know what follows it.
    #[cold]
    pub(super) fn resume(&mut self, error: Error) -> Result<()> {
        let last = self.buffers.frames.len().saturating_sub(1);
        let bounded = |(at, frame): (usize, &Frame)| match frame {
            Frame::Window { .. } => true,
            // Where an entry is, nobody knows behind an offset that is wrong.
            Frame::Sequence(frame) => at < last && matches!(frame.left, Left::Offsets { .. }),
            Frame::Item(_) | Frame::Placed { .. } | Frame::Named { .. } => false,
        };
        let resumes = S::RESUMES && !self.state.tried;
        let bounded = self.buffers.frames.iter().enumerate().rev().find(|frame| bounded(*frame));
        let Some((bounded, _)) = bounded.filter(|_| resumes) else {
            return Err(error);
        };
        let error = self.locate(error);
        let mut end = self.cursor.end();
        for frame in self.buffers.frames.drain(bounded + 1..).rev() {
            match frame {
                Frame::Placed { end: around, .. } => end = around,
                Frame::Item(frame) => {
                    self.buffers.slots.truncate(frame.slots);
                    if let Some(starts) = frame.starts {
                        self.buffers.starts.truncate(starts);
                    }
                    if let Some(item) = self.plan.items.get(frame.item.index()) {
                        self.depth.leave(item.kind);
                    }
                }
                Frame::Named { origin } => {
                    self.origin = origin;
                    self.names -= 1;
                }
                Frame::Sequence(_) | Frame::Window { .. } => {}
            }
        }
        self.cursor = Cursor::over(self.input, end, end)?;
        let levels =
            self.buffers.frames.iter().filter(|f| matches!(f, Frame::Item(_) | Frame::Sequence(_)));
        self.sink.resume(error, levels.count(), end)
    }
}
