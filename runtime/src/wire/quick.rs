//! Prefix varints, each from one look at the input.

use super::Cursor;

/// The bytes ahead of a [`Cursor`], for prefix varints of up to four bytes each, which are taken without a branch on how long they
/// are: that is hard to foresee.
///
/// There are no errors here: where a number is longer or the input ends, nothing comes back, and the cursor has to read it again.
#[derive(Clone, Copy, Debug)]
pub struct Quick<'a> {
    rest: &'a [u8],
}

/// Bytes of the longest number.
const MOST: usize = 4;

impl<'a> Cursor<'a> {
    /// The bytes ahead.
    #[inline(always)]
    #[must_use]
    pub fn quick(&self) -> Quick<'a> {
        Quick { rest: self.rest() }
    }

    /// Passes what was read ahead: `quick` is of this cursor.
    #[inline(always)]
    pub fn pass_quick(&mut self, quick: Quick<'a>) {
        let passed = self.remaining().saturating_sub(quick.remaining());
        self.advance(passed);
    }
}

/// A word of what is left where that is less than a word.
#[cold]
#[inline(never)]
fn last_word(rest: &[u8]) -> u32 {
    rest.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

impl<'a> Quick<'a> {
    /// Number of bytes left.
    #[inline(always)]
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// One byte.
    #[inline(always)]
    pub fn u8(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// A prefix varint that is below 128 as a rule.
    #[inline(always)]
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
    #[inline(always)]
    pub fn prefix_u32(&mut self) -> Option<u32> {
        let word = match self.rest.first_chunk() {
            Some(bytes) => u32::from_le_bytes(*bytes),
            None => last_word(self.rest),
        };
        // Four at most: the number is longer.
        let more = (word | 1 << MOST).trailing_zeros();
        if more >= MOST as u32 {
            return None;
        }
        self.rest = self.rest.get(more as usize + 1..)?;
        // The bytes behind the number, and then the bits that tell its length, go over the edge.
        Some(word << (24 - 8 * more) >> (25 - 7 * more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Writer;

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
                    let mut quick = cursor.quick();
                    assert_eq!(quick.prefix_u32(), Some(number as u32));
                    let mut low = cursor.quick();
                    assert_eq!(low.prefix(), Some(number));
                    assert_eq!(low.remaining(), quick.remaining());
                    cursor.pass_quick(quick);
                    assert_eq!(cursor.position(), end);
                    // Cut off.
                    for len in 0..end {
                        assert_eq!(Cursor::new(&bytes[..len]).quick().prefix_u32(), None);
                        assert_eq!(Cursor::new(&bytes[..len]).quick().prefix(), None);
                    }
                }
            }
        }
    }

    #[test]
    fn longer_numbers_are_left_to_the_cursor() {
        let mut writer = Writer::new();
        writer.prefix(1 << 28);
        assert_eq!(Cursor::new(writer.as_slice()).quick().prefix_u32(), None);
        assert_eq!(Cursor::new(&[0; 9]).quick().prefix(), None);
        assert_eq!(Cursor::new(&[]).quick().u8(), None);
        assert_eq!(Cursor::new(&[7]).quick().u8(), Some(7));
    }
}
