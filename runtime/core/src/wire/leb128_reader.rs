//! Short numbers, several from one load of the input.

use super::Cursor;
use crate::error::{Error, ErrorKind, Result};

/// A source of LEB128 numbers: a [`Cursor`], or a [`Leb128Reader`] of one.
pub trait Leb128Source {
    /// Offset of the next byte from the start of the input; meaningless in a source whose errors are not shown.
    fn position(&self) -> usize;

    /// A LEB128 varint of at most 64 bits.
    ///
    /// # Errors
    /// Those of [`Cursor::leb128`].
    fn leb128(&mut self) -> Result<u64>;

    /// A LEB128 varint that fits 32 bits.
    ///
    /// # Errors
    /// Those of [`Cursor::leb128_u32`].
    fn leb128_u32(&mut self) -> Result<u32>;

    /// The same as [`Leb128Source::leb128`], for a number that is below 128 in well-formed input.
    ///
    /// # Errors
    /// Those of [`Cursor::leb128`].
    fn leb128_low(&mut self) -> Result<u64>;

    /// The same as [`Leb128Source::leb128_u32`], for a number that is below 128 in well-formed input.
    ///
    /// # Errors
    /// Those of [`Cursor::leb128_u32`].
    fn leb128_u32_low(&mut self) -> Result<u32>;

    /// One byte that must be 0 or 1.
    ///
    /// # Errors
    /// Those of [`Cursor::bool`].
    fn bool(&mut self) -> Result<bool>;
}

impl Leb128Source for Cursor<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(&self) -> usize {
        Cursor::position(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128(&mut self) -> Result<u64> {
        Cursor::leb128(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128_u32(&mut self) -> Result<u32> {
        Cursor::leb128_u32(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128_low(&mut self) -> Result<u64> {
        Cursor::leb128(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128_u32_low(&mut self) -> Result<u32> {
        Cursor::leb128_u32(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bool(&mut self) -> Result<bool> {
        Cursor::bool(self)
    }
}

/// The next `BYTES` bytes of a [`Cursor`], for numbers of one or two bytes each. It reads them without a check of the input's end
/// for each number, and without a branch on the length, which the processor would predict badly.
///
/// The numbers are right if they [fit](Leb128Reader::fits). Otherwise, and after an error, read them again from the cursor: errors
/// of this reader have no place.
#[derive(Clone, Copy, Debug)]
pub struct Leb128Reader<'a, const BYTES: usize> {
    window: &'a [u8; BYTES],
    /// The next bytes, the first in the lowest bits.
    word: u64,
    /// How many bytes of the word are of the input for sure.
    sure: u32,
    /// Bits that were taken.
    taken: usize,
    /// Not zero: a number was longer, or past the window.
    longer: u64,
}

impl<'a> Cursor<'a> {
    /// A reader of the next bytes; none if fewer are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn leb128_reader<const BYTES: usize>(&self) -> Option<Leb128Reader<'a, BYTES>> {
        let window = self.rest().first_chunk()?;
        let mut reader = Leb128Reader { window, word: 0, sure: 0, taken: 0, longer: 0 };
        reader.refill();
        Some(reader)
    }

    /// Skips the bytes that the reader has read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pass<const BYTES: usize>(&mut self, reader: &Leb128Reader<'a, BYTES>) {
        self.advance(reader.taken / 8);
    }
}

impl<const BYTES: usize> Leb128Reader<'_, BYTES> {
    /// Whether all numbers so far were of one or two bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn fits(&self) -> bool {
        self.longer == 0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn refill(&mut self) {
        match self.window.get(self.taken / 8..).and_then(|rest| rest.first_chunk()) {
            Some(bytes) => self.word = u64::from_le_bytes(*bytes),
            None => self.longer = 1,
        }
        self.sure = u64::BITS / 8;
    }

    /// A number of one byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one(&mut self) -> u64 {
        if self.sure < 1 {
            self.refill();
        }
        let number = self.word & 0x7f;
        self.longer |= self.word & 0x80;
        self.word >>= 8;
        self.sure -= 1;
        self.taken += 8;
        number
    }

    /// A number of one byte or two.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn two(&mut self) -> u64 {
        if self.sure < 2 {
            self.refill();
        }
        let word = self.word;
        // Eight bits more where there is a second byte.
        let more = word >> 4 & 8;
        let high = (word >> 1 & 0x3f80) & (more >> 3).wrapping_neg();
        self.longer |= word & word >> 8 & 0x80;
        self.word = word >> 8 >> more;
        self.sure -= 2;
        self.taken += 8 + more as usize;
        word & 0x7f | high
    }
}

impl<const BYTES: usize> Leb128Source for Leb128Reader<'_, BYTES> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(&self) -> usize {
        0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128(&mut self) -> Result<u64> {
        Ok(self.two())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128_u32(&mut self) -> Result<u32> {
        Ok(self.two() as u32)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128_low(&mut self) -> Result<u64> {
        Ok(self.one())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128_u32_low(&mut self) -> Result<u32> {
        Ok(self.one() as u32)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bool(&mut self) -> Result<bool> {
        match self.one() {
            0 => Ok(false),
            1 => Ok(true),
            found => Err(not_bool(found)),
        }
    }
}

#[cold]
fn not_bool(found: u64) -> Error {
    Error::new(ErrorKind::Unknown { what: "boolean (0 or 1)".into(), found: found.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Writer;

    /// Numbers of one and two bytes, in any order, are what a cursor reads; a longer one does not fit.
    #[test]
    fn short_numbers_are_those_of_a_cursor() {
        let numbers = [0, 1, 127, 128, 300, 0x3fff, 5, 0x2000, 77];
        for start in 0..numbers.len() {
            let mut writer = Writer::new();
            let taken: Vec<u64> =
                (0..6).map(|at| numbers[(start + at * 7) % numbers.len()]).collect();
            taken.iter().for_each(|number| writer.leb128(*number));
            writer.bytes(&[0xff; 24]);
            let bytes = writer.into_bytes();
            let mut cursor = Cursor::new(&bytes);
            let mut reader = cursor.leb128_reader::<24>().unwrap();
            for number in taken {
                assert_eq!(reader.leb128().unwrap(), number);
                assert_eq!(cursor.leb128().unwrap(), number);
            }
            assert!(reader.fits());
            let mut passed = Cursor::new(&bytes);
            passed.pass(&reader);
            assert_eq!(passed, cursor);
            reader.leb128().unwrap();
            assert!(!reader.fits());
        }
    }

    /// A number below 128 may stand in two bytes all the same.
    #[test]
    fn low_numbers_may_be_long() {
        let bytes = [0x81, 0x00, 1, 0, 0, 0, 0, 0, 0];
        let mut reader = Cursor::new(&bytes).leb128_reader::<8>().unwrap();
        assert_eq!(reader.leb128_u32().unwrap(), 1);
        assert!(reader.bool().unwrap());
        assert!(reader.fits());
        let mut reader = Cursor::new(&bytes).leb128_reader::<8>().unwrap();
        reader.leb128_low().unwrap();
        assert!(!reader.fits());
    }

    /// Past the window nothing fits, and nothing is read behind the end of the input.
    #[test]
    fn a_window_ends() {
        let bytes = [1; 12];
        assert!(Cursor::new(&bytes).leb128_reader::<16>().is_none());
        let mut reader = Cursor::new(&bytes).leb128_reader::<8>().unwrap();
        for _ in 0..8 {
            reader.leb128_low().unwrap();
        }
        assert!(reader.fits());
        reader.leb128_low().unwrap();
        assert!(!reader.fits());
    }
}
