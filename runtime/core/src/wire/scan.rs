//! Skips the bytes of a value without building it.

use super::Cursor;
use std::ops::Range;

/// A position in the bytes of a value of which only the references are needed.
///
/// It skips only numbers in their shortest encoding, so that the bytes between references are those that a writer would write. It
/// returns no errors: read a value that it cannot skip.
//
// It loads a whole word, also past the end of the value; the end is checked once, after the last number. It is passed by value, so
// that it stays in registers.
#[derive(Clone, Copy, Debug)]
pub struct Scan<'a> {
    rest: &'a [u8],
    /// How many of these stand behind the value.
    behind: usize,
}

/// The place of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of bytes of the data from its beginning on, including those after the value.
    pub before: usize,
    /// The same from its end on.
    pub after: usize,
    /// It is an index with a presence flag.
    pub flagged: bool,
}

/// The most bytes of a number that is seen by one load.
const MAX_LEN: u32 = 4;
/// The bits of a number of so many more bytes than one, and the least number that takes them.
const BITS: [u32; MAX_LEN as usize] = [0xff, 0xffff, 0xff_ffff, 0xffff_ffff];
const MIN: [u32; MAX_LEN as usize] = [0, 1 << 7, 1 << 14, 1 << 21];

/// How many bytes a prefix varint takes.
fn prefix_len(number: u64) -> usize {
    let bits = u64::BITS - number.leading_zeros();
    (bits.saturating_sub(1) / 7).min(8) as usize + 1
}

/// The number that a word begins with, and how many bytes it takes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn decoded(word: u32) -> Option<(u32, usize)> {
    let more = (word | 1 << MAX_LEN).trailing_zeros() as usize;
    let number = (word & BITS.get(more)?) >> (more + 1);
    (number >= *MIN.get(more)?).then_some((number, more + 1))
}

/// A number where less than a word is left, and what is behind it.
#[cold]
#[inline(never)]
fn last(rest: &[u8]) -> Option<(u32, &[u8])> {
    let word = rest.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let (number, len) = decoded(word)?;
    Some((number, rest.get(len..)?))
}

/// A number of any length, and what is behind it.
#[inline(never)]
fn long(rest: &[u8]) -> Option<(u64, &[u8])> {
    let mut cursor = Cursor::new(rest);
    let number = cursor.prefix().ok()?;
    (cursor.position() == prefix_len(number)).then(|| (number, cursor.rest()))
}

impl<'a> Scan<'a> {
    /// The value in these bytes of `data`; none if the range is not in `data`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn new(data: &'a [u8], value: Range<usize>) -> Option<Self> {
        let behind = data.len().checked_sub(value.end)?;
        Some(Scan { rest: data.get(value.start..)?, behind }).filter(|_| value.start <= value.end)
    }

    /// Number of bytes left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.rest.len().saturating_sub(self.behind)
    }

    /// Whether exactly the bytes of the value were skipped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.rest.len() == self.behind
    }

    /// One byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn u8(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// One byte, 0 or 1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bool(&mut self) -> Option<bool> {
        match self.u8()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Skips bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn skip(&mut self, bytes: u64) -> Option<()> {
        self.rest = self.rest.get(usize::try_from(bytes).ok()?..)?;
        Some(())
    }

    /// Skips all bytes left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn skip_rest(&mut self) {
        self.rest = self.rest.get(self.remaining()..).unwrap_or_default();
    }

    /// A prefix varint below 128.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn low(&mut self) -> Option<u64> {
        let first = self.u8()?;
        (first & 1 == 1).then_some(u64::from(first >> 1))
    }

    /// A prefix varint of up to four bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short(&mut self) -> Option<u32> {
        let Some(bytes) = self.rest.first_chunk() else {
            let (number, rest) = last(self.rest)?;
            self.rest = rest;
            return Some(number);
        };
        let (number, len) = decoded(u32::from_le_bytes(*bytes))?;
        self.rest = self.rest.get(len..)?;
        Some(number)
    }

    /// A prefix varint.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn number(&mut self) -> Option<u64> {
        if let Some(number) = self.short() {
            return Some(u64::from(number));
        }
        let (number, rest) = long(self.rest)?;
        self.rest = rest;
        Some(number)
    }

    /// The number of elements of a list, as a prefix varint.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn count(&mut self) -> Option<u64> {
        let count = self.number()?;
        self.checked_count(count)
    }

    /// A number of elements, if so many fit the bytes left: every element takes at least one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn checked_count(&self, count: u64) -> Option<u64> {
        (count <= self.remaining() as u64).then_some(count)
    }

    /// An optional number: a prefix varint that is zero, or odd with the number in the upper bits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn flagged_number(&mut self) -> Option<Option<u64>> {
        let code = self.number()?;
        match code & 1 {
            0 => (code == 0).then_some(None),
            _ => Some(Some(code >> 1)),
        }
    }

    /// A reference: its index and its place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn index(&mut self) -> Option<(u32, Found)> {
        let before = self.rest.len();
        let number = self.short()?;
        Some((number, Found { before, after: self.rest.len(), flagged: false }))
    }

    /// An optional reference.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn flagged(&mut self) -> Option<(Option<u32>, Found)> {
        let before = self.rest.len();
        let code = self.short()?;
        let number = match code & 1 {
            0 if code == 0 => None,
            0 => return None,
            _ => Some(code >> 1),
        };
        Some((number, Found { before, after: self.rest.len(), flagged: true }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Writer;

    /// Numbers that a writer wrote are passed wherever they stand, and those in more bytes are not.
    #[test]
    fn numbers_are_those_of_a_writer() {
        let edges = (0..64).flat_map(|bits| [1u64 << bits, (1 << bits) - 1, (1 << bits) | 1]);
        for number in edges.chain([u64::MAX]) {
            let mut writer = Writer::new();
            writer.u8(0);
            writer.prefix(number);
            let end = writer.len();
            writer.bytes(&[0xff; 9]);
            let bytes = writer.into_bytes();
            assert_eq!(prefix_len(number), end - 1);
            for behind in 0..9 {
                let mut scan = Scan::new(&bytes[..end + behind], 1..end).unwrap();
                assert_eq!((scan.number(), scan.is_done()), (Some(number), true));
                let mut short = Scan::new(&bytes[..end + behind], 1..end).unwrap();
                let found = Found { before: end - 1 + behind, after: behind, flagged: false };
                let short = short.index();
                assert_eq!(short, (number < 1 << 28).then_some((number as u32, found)));
                let mut low = Scan::new(&bytes[..end + behind], 1..end).unwrap();
                assert_eq!(low.low(), (number < 128).then_some(number));
                // One that ends too early is seen in the end.
                let mut shorter = Scan::new(&bytes[..end + behind], 1..end - 1).unwrap();
                assert!(shorter.number().is_none() || !shorter.is_done());
            }
            for len in 1..end {
                assert_eq!(Scan::new(&bytes[..len], 1..len).unwrap().number(), None);
            }
            for more in prefix_len(number)..8 {
                let coded = u128::from(number) << (more + 1) | 1 << more;
                let bytes = coded.to_le_bytes();
                let mut scan = Scan::new(&bytes, 0..more + 1).unwrap();
                assert_eq!(scan.number(), None, "{number} in {} bytes", more + 1);
            }
        }
    }

    #[test]
    fn missing_bytes_are_not_skipped() {
        let bytes = [1, 2, 3, 7, 0, 0];
        assert!(Scan::new(&bytes, 0..7).is_none());
        let (start, end) = (6, 5);
        assert!(Scan::new(&bytes, start..end).is_none());
        let mut scan = Scan::new(&bytes, 0..4).unwrap();
        assert_eq!((scan.bool(), scan.bool()), (Some(true), None));
        assert_eq!((scan.remaining(), scan.u8(), scan.skip(9)), (2, Some(3), None));
        let found = Found { before: 3, after: 2, flagged: true };
        assert_eq!((scan.flagged(), scan.is_done()), (Some((Some(1), found)), true));
        scan.skip_rest();
        assert!(scan.is_done());
        assert_eq!(scan.skip(1), Some(()));
        assert!(!scan.is_done() && scan.remaining() == 0);
        let flagged = |code: u64| {
            let mut writer = Writer::new();
            writer.prefix(code);
            let bytes = writer.into_bytes();
            let mut scan = Scan::new(&bytes, 0..bytes.len()).unwrap();
            let number = scan.flagged_number();
            let mut scan = Scan::new(&bytes, 0..bytes.len()).unwrap();
            assert_eq!(number, scan.flagged().map(|(number, _)| number.map(u64::from)));
            number
        };
        assert_eq!([flagged(0), flagged(2), flagged(3)], [Some(None), None, Some(Some(1))]);
    }
}
