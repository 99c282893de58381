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
                    self.depth.leave(frame.nesting);
                }
                Frame::Named { origin } => {
                    self.origin = origin;
                    self.names -= 1;
                }
                Frame::Sequence(_) | Frame::Window { .. } => {}
            }
        }
        self.cursor = Cursor::over(self.input, end, end)?;
        let levels = self.levels();
        self.sink.resume(error, levels, end)
    }

    /// Goes on with a value that is not the one that must be there, where the sink wants to know what follows: its bytes are known.
    #[cold]
    pub(super) fn mistaken(&mut self, error: Error) -> Result<()> {
        if !S::RESUMES || self.state.tried {
            return Err(error);
        }
        let error = self.locate(error);
        let at = error.offset().unwrap_or(self.cursor.position());
        let levels = self.levels();
        self.sink.resume(error, levels, at)
    }

    /// How many levels the sink was told of that have not ended.
    fn levels(&self) -> usize {
        let is_level = |frame: &&Frame| matches!(frame, Frame::Item(_) | Frame::Sequence(_));
        self.buffers.frames.iter().filter(is_level).count()
    }
}
