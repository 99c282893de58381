//! Bytes without a meaning: those that were read, or the filler of the format.

use super::Writing;
use super::frame::Frame;
use super::placed::positions;
use super::shape::check_count;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::Value;
use crate::plan::bytes::filler_len;
use crate::plan::execution_state::Filler;
use bytespec_plan::{ExprId, Length, Shape};

/// The most bytes of new filler, so that a wrong alignment does not take all memory.
const MAX_FILLER: usize = 1 << 26;

impl Writing<'_, '_, '_> {
    /// Writes filler as it was read, or the filler of the format.
    pub(super) fn filler(&mut self, value: &Value, shape: Shape) -> Result<()> {
        let (before, kept) = match value.bare() {
            Value::Bytes(bytes) => (None, bytes.as_slice()),
            Value::Opaque(before, bytes) => (Some(*before), bytes.as_slice()),
            _ => (None, &[][..]),
        };
        match shape {
            Shape::Padding { align, strict, from } => {
                self.aligned_filler(value, (align, strict), from)
            }
            Shape::Bytes(Length::Count(size)) => {
                let found = kept.len() as u64;
                let size = self.or_later(self.eval(size), found)?;
                let len = self.len_of_filler(size, kept.len())?;
                if !self.write_filler(kept, 0, len) {
                    return check_count("bytes", size, found);
                }
                Ok(())
            }
            Shape::Bytes(Length::Except(after)) => {
                self.remaining_filler(before, kept, after.into())
            }
            Shape::Bytes(_) => {
                self.fill(kept.len())?;
                self.remaining_filler(before, kept, 0)
            }
            _ => Ok(()),
        }
    }

    /// Writes filler that takes all remaining bytes but the last `after` ones. It stays where it was in its item, behind `before` bytes,
    /// as far as its bytes have no meaning where the item has others.
    fn remaining_filler(&mut self, before: Option<u64>, kept: &[u8], after: u64) -> Result<()> {
        let start = self.frame().map_or(0, |frame| self.writer.len() - frame.start) as u64;
        let moved = start.wrapping_sub(before.unwrap_or(start)).cast_signed();
        let left = match self.bytes_left() {
            Some(left) => left.saturating_sub(after),
            None => (kept.len() as i64).saturating_sub(moved).max(0).cast_unsigned(),
        };
        let len = self.len_of_filler(left, kept.len())?;
        if !self.write_filler(kept, moved, len) {
            // The size of the value is an error, or follows.
            self.write_filler(kept, 0, kept.len());
        }
        Ok(())
    }

    /// Writes `len` bytes of filler: the bytes that were read, without the first `moved` ones, or after as many new ones if it is
    /// negative. Returns whether the others have no meaning; writes nothing otherwise.
    fn write_filler(&mut self, kept: &[u8], moved: i64, len: usize) -> bool {
        let most = |bytes: u64, of: usize| usize::try_from(bytes).map_or(of, |bytes| bytes.min(of));
        let first = most(moved.max(0).unsigned_abs(), kept.len());
        let added = most(moved.min(0).unsigned_abs(), len);
        let last = kept.len().min(first + len - added);
        let cut = kept[..first].iter().chain(&kept[last..]);
        if cut.into_iter().any(|byte| *byte != self.pad) {
            return false;
        }
        let start = self.writer.len();
        (0..added).for_each(|_| self.writer.u8(self.pad));
        self.writer.bytes(&kept[first..last]);
        (added + last - first..len).for_each(|_| self.writer.u8(self.pad));
        let span = start..self.writer.len();
        self.filler.push(Filler { span, positions: positions(&self.frames).into() });
        true
    }

    /// The number of bytes of filler of this size.
    fn len_of_filler(&self, size: u64, kept: usize) -> Result<usize> {
        match usize::try_from(size) {
            Ok(size) if size <= kept.max(MAX_FILLER) => Ok(size),
            _ => {
                let (limit, max) = ("bytes of filler", MAX_FILLER as u64);
                Err(Error::new(ErrorKind::Limit { limit, found: size, max }))
            }
        }
    }

    /// The number of bytes between the next byte and the end of the innermost value with a size, if that is known; none after its
    /// end.
    fn bytes_left(&self) -> Option<u64> {
        let size = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Sized { start, size } => Some(size.map(|size| (*start, size))),
            Frame::Window { start, size, .. } => Some(Some((*start, *size))),
            Frame::Early { .. } | Frame::Placed { .. } => Some(None),
            Frame::Item(_) | Frame::Sequence(_) | Frame::Chosen { .. } => None,
        });
        let (start, size) = size.flatten()?;
        size.checked_sub((self.writer.len() - start) as u64)
    }

    /// Writes filler up to a multiple of bytes.
    fn aligned_filler(
        &mut self,
        value: &Value,
        (align, strict): (ExprId, ExprId),
        from: Option<ExprId>,
    ) -> Result<()> {
        if from.is_some() && self.is_in_section() {
            return self.filler_of_file(value);
        }
        let aligned = self.or_later(self.eval(align), 1)?.max(1);
        self.origin.align(aligned);
        match self.filler_at(self.place(), value, (align, strict), from)? {
            Ok(bytes) => self.writer.bytes(bytes),
            Err(needed) => {
                let needed = self.len_of_filler(needed, 0)?;
                (0..needed).for_each(|_| self.writer.u8(self.pad));
            }
        }
        Ok(())
    }

    /// The number of bytes of the filler of a step at a position, if it is known there.
    pub(super) fn filler_len_at(
        &self,
        place: u64,
        value: &Value,
        (align, strict): (ExprId, ExprId),
        from: Option<ExprId>,
    ) -> Option<u64> {
        if from.is_some() && self.is_in_section() {
            return None;
        }
        match self.filler_at(place, value, (align, strict), from).ok()? {
            Ok(bytes) => Some(bytes.len() as u64),
            Err(needed) => Some(needed),
        }
    }

    /// The filler at a position that was read and stays, or the number of new bytes.
    fn filler_at<'b>(
        &self,
        place: u64,
        value: &'b Value,
        (align, strict): (ExprId, ExprId),
        from: Option<ExprId>,
    ) -> Result<std::result::Result<&'b [u8], u64>> {
        let align = self.or_later(self.eval(align).map(Some), None)?;
        let from = from.map_or(Ok(0), |from| self.or_later(self.eval(from), 0))?;
        // While the alignment is not known, the filler is what it was.
        let needed = match (align, value.bare()) {
            (Some(align), _) => filler_len(place, from, align),
            (None, Value::Bytes(bytes)) => bytes.len() as u64,
            (None, _) => 0,
        };
        match value.bare() {
            Value::Bytes(bytes)
                if (bytes.len() as u64 == needed || self.eval(strict)? == 0)
                    && self.takes_filler(bytes) =>
            {
                Ok(Ok(bytes))
            }
            _ => Ok(Err(needed)),
        }
    }

    /// Whether filler is in a section of a file.
    fn is_in_section(&self) -> bool {
        self.plan.file.is_none_or(|file| file.content.is_none())
    }

    /// Writes filler that aligns to the start of the file, as it was read. The offset of a section is known only after everything
    /// is written.
    fn filler_of_file(&mut self, value: &Value) -> Result<()> {
        self.state.fixed = true;
        match value.bare() {
            Value::Bytes(bytes) if self.takes_filler(bytes) => self.writer.bytes(bytes),
            _ => {}
        }
        Ok(())
    }

    /// Whether the format allows these bytes as filler.
    fn takes_filler(&self, bytes: &[u8]) -> bool {
        let strict = self.plan.file.is_some_and(|file| file.filler_error);
        !strict || bytes.iter().all(|byte| *byte == self.pad)
    }
}
