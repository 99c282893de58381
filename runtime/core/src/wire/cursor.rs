//! Reading: a position in bytes. Varints stand in `varint`.

use super::MAX_DEPTH;
use crate::error::{BYTES_LEFT, ELEMENTS_LEFT, Error, ErrorKind, Result};

/// A position in a borrowed slice of bytes.
///
/// The slice starts where the input starts, so that [`Cursor::position`] is the absolute offset; a
/// cursor over a part of the input ends where that part ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor<'a> {
    pub(super) data: &'a [u8],
    pub(super) position: usize,
    depth: u32,
}

macro_rules! fixed {
    ($($name:ident $ty:ty, $bytes:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        ///
        /// # Errors
        /// [`ErrorKind::UnexpectedEnd`] when fewer bytes are left.
        #[inline]
        pub fn $name(&mut self) -> Result<$ty> {
            const WIDTH: usize = size_of::<$ty>();
            match self.data.get(self.position..).and_then(|rest| rest.first_chunk::<WIDTH>()) {
                Some(bytes) => {
                    self.position += WIDTH;
                    Ok(<$ty>::$bytes(*bytes))
                }
                None => Err(end_error(self.position, stringify!($ty))),
            }
        }
    )*};
}

// Failing paths take a cursor's parts by value: a cursor whose address is never taken stays in
// registers while its fast paths are inlined.

#[cold]
pub(super) fn end_error(position: usize, expected: &'static str) -> Error {
    Error::at(position, ErrorKind::UnexpectedEnd { expected: expected.into() })
}

#[cold]
fn bytes_error(position: usize, len: usize, left: usize) -> Error {
    let expected = format!("{len} bytes, found {left}").into();
    Error::at(position, ErrorKind::UnexpectedEnd { expected })
}

#[cold]
fn count_error(position: usize, count: u64, most: usize) -> Error {
    Error::at(position, ErrorKind::Limit { limit: ELEMENTS_LEFT, found: count, max: most as u64 })
}

#[cold]
fn size_error(position: usize, size: u64, left: usize) -> Error {
    Error::at(position, ErrorKind::Limit { limit: BYTES_LEFT, found: size, max: left as u64 })
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `data`.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Cursor { data, position: 0, depth: 0 }
    }

    /// A cursor over `data[start..end]` that counts offsets from the start of `data`.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] when the range is not inside `data`.
    pub fn over(data: &'a [u8], start: usize, end: usize) -> Result<Self> {
        match data.get(..end) {
            Some(data) if start <= end => Ok(Cursor { data, position: start, depth: 0 }),
            _ => Err(Error::at(
                start,
                ErrorKind::UnexpectedEnd { expected: "the bytes of an entry".into() },
            )),
        }
    }

    /// Offset of the next byte from the start of the input.
    #[inline]
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Offset one past the last byte that this cursor can read.
    #[inline]
    #[must_use]
    pub fn end(&self) -> usize {
        self.data.len()
    }

    /// Number of bytes left.
    #[inline]
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.data.len() - self.position
    }

    /// Whether no byte is left.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.position >= self.data.len()
    }

    /// The bytes left, without moving.
    #[inline]
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.data.get(self.position..).unwrap_or_default()
    }

    /// The input up to where this cursor ends.
    #[inline]
    #[must_use]
    pub fn input(&self) -> &'a [u8] {
        self.data
    }

    /// Passes bytes that were looked at.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.position = (self.position + bytes).min(self.data.len());
    }

    /// An error at the current position.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn error(&self, kind: ErrorKind) -> Error {
        Error::at(self.position, kind)
    }

    fixed! {
        u8 u8, from_le_bytes, "One byte.";
        u16 u16, from_le_bytes, "Two bytes, little endian.";
        u32 u32, from_le_bytes, "Four bytes, little endian.";
        u64 u64, from_le_bytes, "Eight bytes, little endian.";
        i8 i8, from_le_bytes, "One byte, two's complement.";
        i16 i16, from_le_bytes, "Two bytes, little endian, two's complement.";
        i32 i32, from_le_bytes, "Four bytes, little endian, two's complement.";
        i64 i64, from_le_bytes, "Eight bytes, little endian, two's complement.";
        u16_be u16, from_be_bytes, "Two bytes, big endian.";
        u32_be u32, from_be_bytes, "Four bytes, big endian.";
        u64_be u64, from_be_bytes, "Eight bytes, big endian.";
        i16_be i16, from_be_bytes, "Two bytes, big endian, two's complement.";
        i32_be i32, from_be_bytes, "Four bytes, big endian, two's complement.";
        i64_be i64, from_be_bytes, "Eight bytes, big endian, two's complement.";
    }

    /// One byte that must be 0 or 1.
    ///
    /// # Errors
    /// [`ErrorKind::Unknown`] on any other byte: it could not be written back.
    #[inline]
    pub fn bool(&mut self) -> Result<bool> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            found => Err(Error::at(
                self.position - 1,
                ErrorKind::Unknown { what: "boolean (0 or 1)".into(), found: found.into() },
            )),
        }
    }

    /// The next `len` bytes.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] when fewer are left.
    #[inline]
    pub fn bytes(&mut self, len: usize) -> Result<&'a [u8]> {
        match self.rest().get(..len) {
            Some(bytes) => {
                self.position += len;
                Ok(bytes)
            }
            None => Err(bytes_error(self.position, len, self.remaining())),
        }
    }

    /// All bytes left.
    #[inline]
    pub fn take_rest(&mut self) -> &'a [u8] {
        let rest = self.rest();
        self.position = self.data.len();
        rest
    }

    /// The bytes up to the next zero byte, which is passed and not returned.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] when no zero byte follows.
    pub fn nul_terminated(&mut self) -> Result<&'a [u8]> {
        let rest = self.rest();
        match rest.iter().position(|&byte| byte == 0) {
            Some(len) => {
                self.position += len + 1;
                Ok(&rest[..len])
            }
            None => Err(end_error(self.position, "a zero byte")),
        }
    }

    /// Skips filler bytes up to a multiple of `alignment` bytes, counted from offset `origin`, and returns them.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] when the input ends before.
    pub fn align(&mut self, alignment: usize, origin: usize) -> Result<&'a [u8]> {
        self.bytes(super::padding(self.position - origin, alignment))
    }

    /// The next `size` bytes, which are UTF-8.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when fewer are left, [`ErrorKind::Utf8`] when they are not UTF-8.
    pub fn text(&mut self, size: u64) -> Result<&'a str> {
        let size = self.check_size(size)?;
        let start = self.position;
        std::str::from_utf8(self.bytes(size)?)
            .map_err(|error| Error::at(start + error.valid_up_to(), ErrorKind::Utf8))
    }

    /// Steps into a nested value.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the nesting is deeper than [`MAX_DEPTH`].
    #[inline]
    pub fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(ErrorKind::Limit {
                limit: "nesting depth",
                found: u64::from(self.depth),
                max: u64::from(MAX_DEPTH),
            }));
        }
        Ok(())
    }

    /// Steps out of a nested value.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Checks a number of bytes against the bytes left.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when fewer are left.
    #[inline]
    pub fn check_size(&self, size: u64) -> Result<usize> {
        let left = self.remaining();
        match usize::try_from(size) {
            Ok(size) if size <= left => Ok(size),
            _ => Err(size_error(self.position, size, left)),
        }
    }

    /// Checks a count against the bytes left, where each element takes at least `smallest` bytes. A reader can then reserve memory
    /// for the elements.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the elements cannot fit.
    #[inline]
    pub fn check_count(&self, count: u64, smallest: usize) -> Result<usize> {
        let most = self.remaining() / smallest.max(1);
        match usize::try_from(count) {
            Ok(count) if count <= most => Ok(count),
            _ => Err(count_error(self.position, count, most)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_limited() {
        let mut cursor = Cursor::new(&[]);
        for _ in 0..MAX_DEPTH {
            cursor.enter().unwrap();
        }
        assert!(cursor.enter().is_err());
    }
}
