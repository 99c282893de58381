//! Continues after an error, if the length of the enclosing bytes is known.

use super::Reader;
use super::frame::{Frame, Left};
use crate::error::{Error, Result};
use crate::wire::Cursor;

impl<'p, 'i> Reader<'_, 'p, 'i> {
    /// Leaves the innermost value with a size of its own, if the sink resumes.
    #[cold]
    pub(super) fn resume(&mut self, error: Error) -> Result<()> {
        let last = self.buffers.frames.len().saturating_sub(1);
        let bounded = |(at, frame): (usize, &Frame)| match frame {
            Frame::Window { .. } => true,
            // A wrong offset locates no entry.
            Frame::Sequence(frame) => at < last && matches!(frame.left, Left::Offsets { .. }),
            Frame::Item(_) | Frame::Placed { .. } | Frame::Named { .. } => false,
        };
        let resumes = self.sink.resumes() && !self.state.tried;
        let bounded = self.buffers.frames.iter().enumerate().rev().find(|frame| bounded(*frame));
        let Some((bounded, _)) = bounded.filter(|_| resumes) else {
            return Err(error);
        };
        let error = self.state.in_section(self.locate(error));
        let (mut end, mut unkept) = (self.cursor.end(), None);
        for frame in self.buffers.frames.drain(bounded + 1..).rev() {
            match frame {
                Frame::Placed { end: around, .. } => end = around,
                Frame::Item(frame) => {
                    self.buffers.slots.truncate(frame.slots);
                    if let Some(starts) = frame.starts {
                        unkept = Some(starts);
                    }
                    self.depth.leave(frame.nesting);
                }
                Frame::Named { origin } => {
                    self.origin = origin;
                    self.names -= 1;
                }
                Frame::Sequence(_) | Frame::Window { .. } => {}
            }
        }
        if let Some(starts) = unkept {
            self.buffers.end_starts(starts);
        }
        self.cursor = Cursor::over(self.input, end, end)?;
        let levels = self.levels();
        self.sink.resume(error, levels, end)
    }

    /// Continues with a value that is not the required one, if the sink resumes: its bytes are known.
    #[cold]
    pub(super) fn mistaken(&mut self, error: Error) -> Result<()> {
        if !self.sink.resumes() || self.state.tried {
            return Err(error);
        }
        let error = self.state.in_section(self.locate(error));
        let at = error.offset().unwrap_or(self.cursor.position());
        let levels = self.levels();
        self.sink.resume(error, levels, at)
    }

    /// The number of levels that the sink received and that have not ended.
    fn levels(&self) -> usize {
        let is_level = |frame: &&Frame| matches!(frame, Frame::Item(_) | Frame::Sequence(_));
        self.buffers.frames.iter().filter(is_level).count()
    }
}
