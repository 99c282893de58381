//! Prefix varints, each in one load of the input or one store to the buffer.

use super::{Cursor, Writer};
use std::ops::Range;

/// The next bytes of a [`Cursor`], for prefix varints of up to four bytes each. It reads them without a branch on the length,
/// which the processor would predict badly.
///
/// It returns no errors: if a number is longer or the input ends, it returns `None`, and you read the number again from the
/// cursor.
#[derive(Clone, Copy, Debug)]
pub struct PrefixReader<'a> {
    rest: &'a [u8],
}

/// Bytes of the longest number.
const MAX_LEN: usize = 4;
/// As many bytes as these are copied at once.
const CHUNK: usize = 16;

impl<'a> Cursor<'a> {
    /// A reader of the next bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn prefix_reader(&self) -> PrefixReader<'a> {
        PrefixReader { rest: self.rest() }
    }

    /// Skips the bytes that `reader`, a reader of this cursor, has read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pass_prefixes(&mut self, reader: PrefixReader<'a>) {
        let passed = self.remaining().saturating_sub(reader.remaining());
        self.advance(passed);
    }
}

/// A word of what is left where that is less than a word.
#[cold]
#[inline(never)]
fn last_word(rest: &[u8]) -> u32 {
    rest.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

impl<'a> PrefixReader<'a> {
    /// Number of bytes left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// One byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn u8(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// A prefix varint that is usually below 128.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn prefix(&mut self) -> Option<u64> {
        if let Some((&first, rest)) = self.rest.split_first()
            && first & 1 == 1
        {
            self.rest = rest;
            return Some(u64::from(first >> 1));
        }
        self.prefix_u32().map(u64::from)
    }

    /// A prefix varint.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn prefix_u32(&mut self) -> Option<u32> {
        let word = match self.rest.first_chunk() {
            Some(bytes) => u32::from_le_bytes(*bytes),
            None => last_word(self.rest),
        };
        // Four at most: the number is longer.
        let more = (word | 1 << MAX_LEN).trailing_zeros();
        if more >= MAX_LEN as u32 {
            return None;
        }
        self.rest = self.rest.get(more as usize + 1..)?;
        // The first shift removes the bytes behind the number, the second the bits of its length.
        Some(word << (24 - 8 * more) >> (25 - 7 * more))
    }
}

/// The free bytes of a [`Writer`], for prefix varints of up to four bytes each.
///
/// It returns no errors: if a number is longer or there is no space, it returns `None`, and you write the number with the writer.
/// The bytes become part of the output when you call [`pass`](Writer::pass).
#[derive(Debug)]
pub struct PrefixWriter<'w> {
    free: &'w mut [u8],
    room: usize,
}

impl Writer {
    /// A writer of the free bytes, of which there are at least `room`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn prefix_writer(&mut self, room: usize) -> PrefixWriter<'_> {
        let free = self.room(room);
        PrefixWriter { room: free.len(), free }
    }
}

impl Writer {
    /// Appends a part of some bytes, usually a few, and a prefix varint, which is usually short.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn spliced(&mut self, bytes: &[u8], part: Range<usize>, number: u32) {
        let len = part.len();
        if len <= CHUNK
            && number >> (7 * MAX_LEN) == 0
            && let Some(few) = bytes.get(part.start..).and_then(<[u8]>::first_chunk::<CHUNK>)
            && let Some(free) = self.room(2 * CHUNK).first_chunk_mut::<{ 2 * CHUNK }>()
        {
            free[..CHUNK].copy_from_slice(few);
            let more = more_bytes(number);
            let coded = (number << (more + 1) | 1 << more).to_le_bytes();
            if let Some(place) = free.get_mut(len..len + MAX_LEN) {
                place.copy_from_slice(&coded);
            }
            self.pass(len + more as usize + 1);
        } else {
            self.bytes(bytes.get(part).unwrap_or_default());
            self.prefix(u64::from(number));
        }
    }

    /// Appends a part of some bytes, usually a few.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn part(&mut self, bytes: &[u8], part: Range<usize>) {
        let len = part.len();
        match bytes.get(part.start..).and_then(<[u8]>::first_chunk::<CHUNK>) {
            Some(few) if len <= CHUNK => {
                if let Some(free) = self.room(CHUNK).first_chunk_mut() {
                    *free = *few;
                }
                self.pass(len);
            }
            _ => self.bytes(bytes.get(part).unwrap_or_default()),
        }
    }
}

/// How many bytes a number of up to four takes besides the first.
#[cfg_attr(not(debug_assertions), inline(always))]
fn more_bytes(number: u32) -> u32 {
    u32::from(number >= 1 << 7) + u32::from(number >= 1 << 14) + u32::from(number >= 1 << 21)
}

impl PrefixWriter<'_> {
    /// The number of bytes written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn len(&self) -> usize {
        self.room - self.free.len()
    }

    /// Whether nothing was written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn u8(&mut self, byte: u8) -> Option<()> {
        let (first, free) = std::mem::take(&mut self.free).split_first_mut()?;
        *first = byte;
        self.free = free;
        Some(())
    }

    /// A prefix varint, in as few bytes as it takes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn prefix(&mut self, number: u32) -> Option<()> {
        if number >> (7 * MAX_LEN) != 0 {
            return None;
        }
        let more = more_bytes(number);
        let free = std::mem::take(&mut self.free);
        *free.first_chunk_mut()? = (number << (more + 1) | 1 << more).to_le_bytes();
        self.free = free.get_mut(more as usize + 1..)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of up to four bytes are what a cursor reads, also at the end of the input.
    #[test]
    fn numbers_are_those_of_a_cursor() {
        for bits in 0..28 {
            for number in [1u64 << bits, (1 << bits) - 1, (1 << bits) | 1] {
                for behind in 0..6 {
                    let mut writer = Writer::new();
                    writer.prefix(number);
                    let end = writer.len();
                    writer.bytes(&[0xff; 6][..behind]);
                    let bytes = writer.into_bytes();
                    let mut cursor = Cursor::new(&bytes);
                    let mut reader = cursor.prefix_reader();
                    assert_eq!(reader.prefix_u32(), Some(number as u32));
                    let mut low = cursor.prefix_reader();
                    assert_eq!(low.prefix(), Some(number));
                    assert_eq!(low.remaining(), reader.remaining());
                    cursor.pass_prefixes(reader);
                    assert_eq!(cursor.position(), end);
                    // Cut off.
                    for len in 0..end {
                        assert_eq!(Cursor::new(&bytes[..len]).prefix_reader().prefix_u32(), None);
                        assert_eq!(Cursor::new(&bytes[..len]).prefix_reader().prefix(), None);
                    }
                }
            }
        }
    }

    /// Numbers of up to four bytes are what a writer puts.
    #[test]
    fn numbers_are_those_of_a_writer() {
        let mut writer = Writer::new();
        let mut other = Writer::new();
        for bits in 0..28 {
            for number in [1u32 << bits, (1 << bits) - 1, (1 << bits) | 1] {
                writer.prefix(u64::from(number));
                let mut window = other.prefix_writer(4);
                assert!(window.is_empty());
                assert_eq!(window.prefix(number), Some(()));
                let len = window.len();
                other.pass(len);
            }
        }
        assert_eq!(other, writer);
        assert_eq!(other.prefix_writer(4).prefix(1 << 28), None);
        let bytes: Vec<u8> = (0..40).collect();
        for (start, end) in [(0, 0), (3, 7), (0, 16), (30, 40), (2, 30), (40, 40)] {
            writer.bytes(&bytes[start..end]);
            other.part(&bytes, start..end);
            for number in [0, 127, 128, (1 << 28) - 1, 1 << 28, u32::MAX] {
                writer.bytes(&bytes[start..end]);
                writer.prefix(u64::from(number));
                other.spliced(&bytes, start..end, number);
            }
        }
        assert_eq!(other, writer);
        let mut window = other.prefix_writer(1);
        let room = window.room;
        assert!((0..room).all(|_| window.u8(1).is_some()));
        assert_eq!(window.u8(1), None);
        assert_eq!(window.prefix(1), None);
    }

    #[test]
    fn longer_numbers_are_left_to_the_cursor() {
        let mut writer = Writer::new();
        writer.prefix(1 << 28);
        assert_eq!(Cursor::new(writer.as_slice()).prefix_reader().prefix_u32(), None);
        assert_eq!(Cursor::new(&[0; 9]).prefix_reader().prefix(), None);
        assert_eq!(Cursor::new(&[]).prefix_reader().u8(), None);
        assert_eq!(Cursor::new(&[7]).prefix_reader().u8(), Some(7));
    }
}
