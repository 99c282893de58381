//! Writing.

use super::{Convention, Cursor, MAX_DEPTH, MAX_PREFIX, padding, zigzag_encode};
use crate::error::{Error, ErrorKind, Result};
use std::fmt;

/// A growing buffer of bytes.
//
// The vector is longer than the written bytes, so that one store writes a byte. Growing takes the buffer by value: a writer
// whose address is never taken stays in registers.
#[derive(Clone, Default)]
pub struct Writer {
    bytes: Vec<u8>,
    len: usize,
    depth: u32,
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Writer").field(&self.as_slice()).finish()
    }
}

impl PartialEq for Writer {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Writer {}

/// A longer vector, with `more` after the first `len` bytes.
#[cold]
#[inline(never)]
fn grown(mut bytes: Vec<u8>, len: usize, more: &[u8]) -> Vec<u8> {
    bytes.truncate(len);
    bytes.extend_from_slice(more);
    let wanted = (bytes.len() * 2).max(bytes.capacity()).max(64);
    bytes.resize(wanted, 0);
    bytes
}

/// A longer vector, of at least so many bytes.
#[cold]
#[inline(never)]
fn with_room(mut bytes: Vec<u8>, least: usize) -> Vec<u8> {
    let wanted = (bytes.len() * 2).max(bytes.capacity()).max(least);
    bytes.resize(wanted, 0);
    bytes
}

#[cold]
fn depth_error() -> Error {
    Error::new(ErrorKind::Limit {
        limit: "nesting depth",
        found: u64::from(MAX_DEPTH) + 1,
        max: u64::from(MAX_DEPTH),
    })
}

/// A LEB128 number of any length, and how many of the bytes it takes.
#[inline(never)]
fn leb128_long(mut value: u64) -> ([u8; 10], usize) {
    let mut bytes = [0; 10];
    let mut len = 0;
    for byte in &mut bytes {
        len += 1;
        if value < 0x80 {
            *byte = value as u8;
            break;
        }
        *byte = value as u8 | 0x80;
        value >>= 7;
    }
    (bytes, len)
}

/// A prefix varint of any length, and how many of the bytes it takes.
#[inline(never)]
fn prefix_long(value: u64) -> ([u8; 9], usize) {
    let bits = (u64::BITS - value.leading_zeros()).max(1);
    let more = ((bits - 1) / 7).min(8);
    let coded = if more == 8 {
        u128::from(value) << 8
    } else {
        u128::from(value) << (more + 1) | 1 << more
    };
    let mut bytes = [0; 9];
    bytes.copy_from_slice(&coded.to_le_bytes()[..9]);
    (bytes, more as usize + 1)
}

macro_rules! fixed {
    ($($name:ident $ty:ty, $bytes:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[inline]
        pub fn $name(&mut self, value: $ty) {
            self.put(value.$bytes(), size_of::<$ty>());
        }
    )*};
}

impl Writer {
    /// An empty buffer.
    #[must_use]
    pub fn new() -> Self {
        Writer::default()
    }

    /// An empty buffer with room for `capacity` bytes.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Writer { bytes: vec![0; capacity], ..Writer::default() }
    }

    /// An empty buffer that reuses the memory of a vector.
    #[must_use]
    pub fn reuse(memory: Vec<u8>) -> Self {
        Writer { bytes: memory, ..Writer::default() }
    }

    /// Number of bytes written.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was written.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes written.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// The bytes written, owned.
    #[must_use]
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.len);
        self.bytes
    }

    /// Puts `N` bytes and keeps the first `len` of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<const N: usize>(&mut self, bytes: [u8; N], len: usize) {
        match self.bytes.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            Some(place) => *place = bytes,
            None => self.bytes = grown(std::mem::take(&mut self.bytes), self.len, &bytes),
        }
        self.len += len;
    }

    /// The bytes behind those that were written, which are there to be filled.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn free(&mut self) -> &mut [u8] {
        self.bytes.get_mut(self.len..).unwrap_or_default()
    }

    /// The same, of at least so many bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn room(&mut self, room: usize) -> &mut [u8] {
        if self.bytes.len() - self.len < room {
            self.bytes = with_room(std::mem::take(&mut self.bytes), self.len + room);
        }
        self.free()
    }

    /// Makes `bytes` bytes after the written ones part of the output.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pass(&mut self, bytes: usize) {
        self.len = (self.len + bytes).min(self.bytes.len());
    }

    /// Clears the buffer and keeps its memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Writes a value inside another one, at most as deep as a [`Cursor`](super::Cursor) reads.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the nesting is deeper than [`MAX_DEPTH`], and those of `write`.
    #[inline]
    pub fn nested<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(depth_error());
        }
        self.depth += 1;
        let written = write(self);
        self.depth -= 1;
        written
    }

    /// Removes what was written after the first `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    fixed! {
        u8 u8, to_le_bytes, "One byte.";
        u16 u16, to_le_bytes, "Two bytes, little endian.";
        u32 u32, to_le_bytes, "Four bytes, little endian.";
        u64 u64, to_le_bytes, "Eight bytes, little endian.";
        i8 i8, to_le_bytes, "One byte, two's complement.";
        i16 i16, to_le_bytes, "Two bytes, little endian, two's complement.";
        i32 i32, to_le_bytes, "Four bytes, little endian, two's complement.";
        i64 i64, to_le_bytes, "Eight bytes, little endian, two's complement.";
        u16_be u16, to_be_bytes, "Two bytes, big endian.";
        u32_be u32, to_be_bytes, "Four bytes, big endian.";
        u64_be u64, to_be_bytes, "Eight bytes, big endian.";
        i16_be i16, to_be_bytes, "Two bytes, big endian, two's complement.";
        i32_be i32, to_be_bytes, "Four bytes, big endian, two's complement.";
        i64_be i64, to_be_bytes, "Eight bytes, big endian, two's complement.";
    }

    /// One byte, 0 or 1.
    #[inline]
    pub fn bool(&mut self, value: bool) {
        self.put([u8::from(value)], 1);
    }

    /// Bytes as they are.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        match self.bytes.get_mut(self.len..end) {
            Some(place) => place.copy_from_slice(bytes),
            None => self.bytes = grown(std::mem::take(&mut self.bytes), self.len, bytes),
        }
        self.len = end;
    }

    /// Bytes and a zero byte.
    pub fn nul_terminated(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
        self.u8(0);
    }

    /// Filler bytes up to a multiple of `alignment` bytes, counted from the start of the buffer.
    pub fn align(&mut self, alignment: usize, filler: u8) {
        for _ in 0..padding(self.len, alignment) {
            self.u8(filler);
        }
    }

    /// A LEB128 varint, in as few bytes as it takes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leb128(&mut self, value: u64) {
        if value < 0x4000 {
            // One byte or two: without a branch, since it is hard to foresee which.
            let long = value >= 0x80;
            self.put(
                [value as u8 | u8::from(long) << 7, (value >> 7) as u8],
                1 + usize::from(long),
            );
        } else {
            let (bytes, len) = leb128_long(value);
            self.put(bytes, len);
        }
    }

    /// A bounded LEB128 varint, in as few bytes as it takes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bounded(&mut self, value: u64) {
        self.leb128(value);
    }

    /// A zigzag number over a bounded varint.
    pub fn bounded_zigzag(&mut self, value: i64) {
        self.leb128_zigzag(value);
    }

    /// A signed LEB128 number, whose sign is bit 6 of the last byte, in as few bytes as it takes.
    ///
    /// # Errors
    /// [`ErrorKind::Width`](crate::ErrorKind::Width) where it does not fit `BITS` bits.
    #[inline]
    pub fn signed<const BITS: u32>(&mut self, value: i64) -> Result<()> {
        self.signed_of(value, BITS)
    }

    /// The same at any width.
    pub(crate) fn signed_of(&mut self, mut value: i64, bits: u32) -> Result<()> {
        let beyond = 64 - bits.clamp(1, 64);
        if value << beyond >> beyond != value {
            return Err(Error::new(ErrorKind::Width { value: value.into(), bits }));
        }
        loop {
            let byte = value as u8 & 0x7f;
            value >>= 7;
            if value == if byte & 0x40 == 0 { 0 } else { -1 } {
                self.u8(byte);
                return Ok(());
            }
            self.u8(byte | 0x80);
        }
    }

    /// Pads the LEB128 number that was written from `start` on to `width` bytes, of a signed one by its sign.
    pub(crate) fn pad_leb128(&mut self, start: usize, width: usize, signed: bool) {
        let Some(&last) = self.as_slice().last().filter(|_| self.len() < start + width) else {
            return;
        };
        let fill = if signed && last & 0x40 != 0 { 0x7f } else { 0 };
        self.truncate(self.len() - 1);
        self.u8(last | 0x80);
        while self.len() + 1 < start + width {
            self.u8(fill | 0x80);
        }
        self.u8(fill);
    }

    /// Pads the prefix varint that was written from `start` on to `width` bytes, of which there are at most nine.
    pub(crate) fn pad_prefix(&mut self, start: usize, width: usize) {
        let width = width.min(MAX_PREFIX);
        let written = self.as_slice().get(start..).unwrap_or_default();
        if written.len() >= width {
            return;
        }
        let Ok(value) = Cursor::new(written).prefix() else { return };
        self.truncate(start);
        if width == MAX_PREFIX {
            self.u8(0);
            self.bytes(&value.to_le_bytes());
        } else {
            let coded = (value << 1 | 1) << (width - 1);
            self.bytes(&coded.to_le_bytes()[..width]);
        }
    }

    /// A LEB128 number with bits above the 64th.
    pub fn leb128_wide(&mut self, mut value: u128) {
        while value >= 0x80 {
            self.u8(value as u8 | 0x80);
            value >>= 7;
        }
        self.u8(value as u8);
    }

    /// A prefix varint, in as few bytes as it takes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn prefix(&mut self, value: u64) {
        if value < 0x80 {
            self.u8((value as u8) << 1 | 1);
        } else {
            self.longer_prefix(value);
        }
    }

    /// A prefix varint of more than one byte. Not inlined: generated code writes thousands.
    #[inline(never)]
    fn longer_prefix(&mut self, value: u64) {
        if value < 0x20_0000 {
            // Two bytes or three: without a branch, since it is hard to foresee which.
            let long = u32::from(value >= 0x4000);
            let coded = (value as u32) << (2 + long) | 2 << long;
            self.put(coded.to_le_bytes(), 2 + long as usize);
        } else {
            let (bytes, len) = prefix_long(value);
            self.put(bytes, len);
        }
    }

    /// A varint, in the encoding of the context `C`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn varint<C: Convention>(&mut self, value: u64) {
        if C::PREFIX { self.prefix(value) } else { self.leb128(value) }
    }

    /// A zigzag number over the varint of the context `C`.
    #[inline]
    pub fn varint_zigzag<C: Convention>(&mut self, value: i64) {
        self.varint::<C>(zigzag_encode(value));
    }

    /// A zigzag number over LEB128.
    #[inline]
    pub fn leb128_zigzag(&mut self, value: i64) {
        self.leb128(zigzag_encode(value));
    }

    /// A zigzag number over the prefix varint.
    #[inline]
    pub fn prefix_zigzag(&mut self, value: i64) {
        self.prefix(zigzag_encode(value));
    }
}
