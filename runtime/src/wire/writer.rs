//! Writing.

use super::{padding, zigzag_encode};

/// A growing buffer of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writer {
    bytes: Vec<u8>,
}

macro_rules! fixed {
    ($($name:ident $ty:ty, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[inline]
        pub fn $name(&mut self, value: $ty) {
            self.bytes.extend_from_slice(&value.to_le_bytes());
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
        Writer { bytes: Vec::with_capacity(capacity) }
    }

    /// Number of bytes written.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing was written.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes written.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes written, owned.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Forgets what was written and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    fixed! {
        u8 u8, "One byte.";
        u16 u16, "Two bytes, little endian.";
        u32 u32, "Four bytes, little endian.";
        u64 u64, "Eight bytes, little endian.";
        i8 i8, "One byte, two's complement.";
        i16 i16, "Two bytes, little endian, two's complement.";
        i32 i32, "Four bytes, little endian, two's complement.";
        i64 i64, "Eight bytes, little endian, two's complement.";
    }

    /// One byte, 0 or 1.
    #[inline]
    pub fn bool(&mut self, value: bool) {
        self.bytes.push(u8::from(value));
    }

    /// Bytes as they are.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Bytes and a zero byte.
    pub fn nul_terminated(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.bytes.push(0);
    }

    /// Filler bytes up to a multiple of `alignment` bytes, counted from the start of the buffer.
    pub fn align(&mut self, alignment: usize, filler: u8) {
        let len = self.bytes.len();
        self.bytes.resize(len + padding(len, alignment), filler);
    }

    /// A LEB128 varint, in as few bytes as it takes.
    #[inline(always)]
    pub fn leb128(&mut self, value: u64) {
        if value < 0x80 {
            self.bytes.push(value as u8);
        } else {
            self.leb128_long(value);
        }
    }

    fn leb128_long(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A LEB128 number with bits above the 64th.
    pub fn leb128_wide(&mut self, mut value: u128) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A prefix varint, in as few bytes as it takes.
    #[inline(always)]
    pub fn prefix(&mut self, value: u64) {
        if value < 0x80 {
            self.bytes.push((value as u8) << 1 | 1);
        } else {
            self.prefix_long(value);
        }
    }

    fn prefix_long(&mut self, value: u64) {
        let bits = u64::BITS - value.leading_zeros();
        let more = (bits - 1) / 7;
        if more >= 8 {
            self.bytes.push(0);
            self.bytes.extend_from_slice(&value.to_le_bytes());
        } else {
            let coded = value << (more + 1) | 1 << more;
            self.bytes.extend_from_slice(&coded.to_le_bytes()[..=more as usize]);
        }
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
