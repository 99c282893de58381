//! Bytes and texts.

use super::Text;
use super::reader::RecordReader;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::bytes;
use bytespec_plan::Encoding;
use std::borrow::Cow;

impl<'i> RecordReader<'_, 'i> {
    /// Reads `len` bytes.
    ///
    /// # Errors
    /// Fewer bytes are left.
    #[inline]
    pub fn bytes(&mut self, len: u64) -> Result<&'i [u8]> {
        let len = self.cursor.check_size(len)?;
        self.cursor.bytes(len)
    }

    /// Reads all remaining bytes.
    #[inline]
    pub fn rest(&mut self) -> &'i [u8] {
        self.cursor.take_rest()
    }

    /// Reads all remaining bytes except the last `left`.
    ///
    /// # Errors
    /// Fewer bytes are left.
    #[inline]
    pub fn all_but(&mut self, left: u32) -> Result<&'i [u8]> {
        bytes::all_but(&mut self.cursor, left)
    }

    /// Reads the bytes up to a marker, which begins at a multiple of `unit` bytes, and skips the marker.
    ///
    /// # Errors
    /// The marker does not occur.
    #[inline]
    pub fn until(&mut self, marker: &[u8], unit: usize) -> Result<&'i [u8]> {
        bytes::until(&mut self.cursor, marker, unit)
    }

    /// The offset from which filler counts, if its field does not state one.
    #[inline]
    #[must_use]
    pub fn origin(&self) -> u64 {
        self.origin as u64
    }

    /// Reads filler up to a multiple of `align` bytes, counted from the offset `from`. If it is not `strict`, the end of the input
    /// may cut it off.
    ///
    /// # Errors
    /// Fewer bytes are left, and wrong filler in a format that checks it.
    pub fn filler(&mut self, align: u64, strict: u64, from: u64) -> Result<()> {
        let file = self.executor.plan().file;
        bytes::filler(&mut self.cursor, file, (align, strict != 0), from).map(|_| ())
    }

    /// The text in some bytes; the bytes if they are invalid in the encoding.
    #[inline]
    #[must_use]
    pub fn text(&self, bytes: &'i [u8], encoding: Encoding) -> Text<'i> {
        match encoding.decode(bytes) {
            Some(text) => Text::Characters(text),
            None => Text::IllFormed(Cow::Borrowed(bytes)),
        }
    }

    /// The text in bytes that begin at `start`.
    ///
    /// # Errors
    /// Bytes that are invalid in the encoding.
    #[inline]
    pub fn strict_text(
        &self,
        bytes: &'i [u8],
        encoding: Encoding,
        start: usize,
    ) -> Result<Cow<'i, str>> {
        encoding.decode(bytes).ok_or_else(|| Error::at(start, ErrorKind::Utf8))
    }

    /// Reads a text of `size` bytes of UTF-8.
    ///
    /// # Errors
    /// Fewer bytes are left, and bytes that are not UTF-8.
    #[inline]
    pub fn utf8(&mut self, size: u64) -> Result<Cow<'i, str>> {
        self.cursor.text(size).map(Cow::Borrowed)
    }
}
