//! Reading varints: numbers of as many bytes as they need.

use super::cursor::{Cursor, end_error};
use super::{Convention, zigzag_decode};
use crate::error::{Error, ErrorKind, Result};

macro_rules! narrow {
    ($($name:ident $from:ident $ty:ty, $doc:literal;)*) => {$(
        #[doc = $doc]
        ///
        /// # Errors
        /// [`ErrorKind::VarintRange`] when the value is too large, and the errors of a varint.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name(&mut self) -> Result<$ty> {
            let start = self.position;
            let wide = self.$from()?;
            match <$ty>::try_from(wide) {
                Ok(value) => Ok(value),
                Err(_) => Err(range_error(start, stringify!($ty), wide)),
            }
        }
    )*};
}

macro_rules! of_convention {
    ($($name:ident $prefix:ident $leb128:ident $ty:ty, $doc:literal;)*) => {$(
        #[doc = $doc]
        ///
        /// # Errors
        /// A number that does not fit, and the errors of a varint.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<C: Convention>(&mut self) -> Result<$ty> {
            if C::PREFIX { self.$prefix() } else { self.$leb128() }
        }
    )*};
}

// The slow and the failing paths below take a cursor's parts by value: a cursor whose address is
// never taken stays in registers while its fast paths are inlined.

#[cold]
fn range_error(position: usize, expected: &'static str, found: u64) -> Error {
    Error::at(position, ErrorKind::VarintRange { expected, found })
}

/// A LEB128 number of any length: the value and the position after it, or position 0 when it
/// cannot be read.
#[inline(never)]
fn leb128_long(data: &[u8], start: usize) -> (u64, usize) {
    let mut value = 0u64;
    let rest = data.get(start..).unwrap_or_default();
    for (index, &byte) in rest.iter().take(10).enumerate() {
        if index == 9 && byte > 1 {
            break;
        }
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return (value, start + index + 1);
        }
    }
    (0, 0)
}

#[cold]
fn leb128_error(data: &[u8], start: usize) -> Error {
    if data.len() - start >= 10 {
        Error::at(start, ErrorKind::VarintTooLong)
    } else {
        end_error(start, "the rest of a varint")
    }
}

/// A prefix varint of any length: the value and the position after it, or position 0 when it
/// cannot be read.
#[inline(never)]
fn prefix_long(data: &[u8], start: usize) -> (u64, usize) {
    let rest = data.get(start..).unwrap_or_default();
    let more = rest.first().map_or(0, |first| first.trailing_zeros().min(8) as usize);
    let Some(bytes) = rest.get(..=more) else { return (0, 0) };
    let end = start + bytes.len();
    if more == 8 {
        // The first byte holds nothing else than the length.
        let number = bytes.last_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        return (number, end);
    }
    let word = match rest.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes) & u64::MAX >> (56 - 8 * more),
        None => bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    (word >> (more + 1), end)
}

#[cold]
fn prefix_error(data: &[u8], start: usize) -> Error {
    end_error(start, if start < data.len() { "the rest of a varint" } else { "a varint" })
}

/// A signed LEB128 number: its value and the position after it, or position 0 when it cannot be read or does not fit.
#[inline(never)]
fn signed_long(data: &[u8], start: usize, bits: u32) -> (i64, usize) {
    let mut value = 0i128;
    let rest = data.get(start..).unwrap_or_default();
    for (index, &byte) in rest.iter().take(bits.div_ceil(7) as usize).enumerate() {
        value |= i128::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            let above = 128 - 7 * (index as u32 + 1);
            let value = value << above >> above;
            let beyond = 128 - bits;
            let fits = value << beyond >> beyond == value;
            return if fits { (value as i64, start + index + 1) } else { (0, 0) };
        }
    }
    (0, 0)
}

/// A LEB128 number in no more bytes than `bits` need, of which the bits past them are zero: its value and the position after it,
/// or position 0.
#[inline(never)]
fn bounded_long(data: &[u8], start: usize, bits: u32) -> (u64, usize) {
    let mut value = 0u128;
    let rest = data.get(start..).unwrap_or_default();
    for (index, &byte) in rest.iter().take(bits.div_ceil(7) as usize).enumerate() {
        value |= u128::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return if value >> bits == 0 { (value as u64, start + index + 1) } else { (0, 0) };
        }
    }
    (0, 0)
}

#[cold]
fn bounded_error(data: &[u8], start: usize, bits: u32) -> Error {
    let most = bits.div_ceil(7) as usize;
    let rest = data.get(start..).unwrap_or_default();
    let ended = rest.iter().take(most).any(|byte| *byte < 0x80);
    match () {
        () if ended => Error::at(start, ErrorKind::VarintBits { bits, long: false }),
        () if rest.len() >= most => Error::at(start, ErrorKind::VarintBits { bits, long: true }),
        () => end_error(start, "the rest of a varint"),
    }
}

impl Cursor<'_> {
    /// A LEB128 varint of at most 64 bits. Bits above the 64th are an error.
    ///
    /// # Errors
    /// [`ErrorKind::VarintTooLong`] after ten bytes or when bits are lost.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leb128(&mut self) -> Result<u64> {
        let first = self.data.get(self.position).copied();
        if let Some(first @ ..0x80) = first {
            self.position += 1;
            return Ok(u64::from(first));
        }
        // Two bytes are common enough to be read in place.
        if let Some(first) = first
            && let Some(&second @ ..0x80) = self.data.get(self.position + 1)
        {
            self.position += 2;
            return Ok(u64::from(first & 0x7f) | u64::from(second) << 7);
        }
        match leb128_long(self.data, self.position) {
            (_, 0) => Err(leb128_error(self.data, self.position)),
            (value, end) => {
                self.position = end;
                Ok(value)
            }
        }
    }

    /// A LEB128 varint of at most `BITS` bits, in no more bytes than these need.
    ///
    /// # Errors
    /// [`ErrorKind::VarintBits`] on a number that is wider, or in more bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bounded_bits<const BITS: u32>(&mut self) -> Result<u64> {
        if let Some(&first @ ..0x80) = self.data.get(self.position)
            && (BITS >= 7 || first >> BITS == 0)
        {
            self.position += 1;
            return Ok(u64::from(first));
        }
        match bounded_long(self.data, self.position, BITS) {
            (_, 0) => Err(bounded_error(self.data, self.position, BITS)),
            (value, end) => {
                self.position = end;
                Ok(value)
            }
        }
    }

    /// A LEB128 varint of at most 64 bits, in no more bytes than these need.
    ///
    /// # Errors
    /// [`ErrorKind::VarintBits`] on a number that is wider, or in more bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bounded(&mut self) -> Result<u64> {
        self.bounded_bits::<64>()
    }

    /// The same of at most 32 bits.
    ///
    /// # Errors
    /// Those of [`Cursor::bounded`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bounded_u32(&mut self) -> Result<u32> {
        self.bounded_bits::<32>().map(|number| number as u32)
    }

    /// The same of at most 16 bits.
    ///
    /// # Errors
    /// Those of [`Cursor::bounded`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bounded_u16(&mut self) -> Result<u16> {
        self.bounded_bits::<16>().map(|number| number as u16)
    }

    /// The same of at most 8 bits.
    ///
    /// # Errors
    /// Those of [`Cursor::bounded`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bounded_u8(&mut self) -> Result<u8> {
        self.bounded_bits::<8>().map(|number| number as u8)
    }

    /// A zigzag number over a bounded varint.
    ///
    /// # Errors
    /// Those of [`Cursor::bounded`].
    #[inline]
    pub fn bounded_zigzag(&mut self) -> Result<i64> {
        self.bounded().map(zigzag_decode)
    }

    /// A bounded varint of any width.
    pub(crate) fn bounded_of(&mut self, bits: u8) -> Result<u64> {
        match bits {
            8 => self.bounded_u8().map(u64::from),
            16 => self.bounded_u16().map(u64::from),
            32 => self.bounded_u32().map(u64::from),
            _ => self.bounded(),
        }
    }

    /// A signed LEB128 number, whose sign is bit 6 of the last byte. It must fit `BITS` bits, in no more bytes than these need.
    ///
    /// # Errors
    /// [`ErrorKind::VarintBits`] on a number that is wider, or in more bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn signed<const BITS: u32>(&mut self) -> Result<i64> {
        if let Some(&first @ ..0x80) = self.data.get(self.position)
            && BITS >= 7
        {
            self.position += 1;
            return Ok(i64::from((first << 1).cast_signed() >> 1));
        }
        self.signed_of(BITS)
    }

    /// The same of any width.
    pub(crate) fn signed_of(&mut self, bits: u32) -> Result<i64> {
        match signed_long(self.data, self.position, bits) {
            (_, 0) => Err(bounded_error(self.data, self.position, bits)),
            (value, end) => {
                self.position = end;
                Ok(value)
            }
        }
    }

    /// A LEB128 number of up to ten bytes, with the bits above the 64th that ten bytes can hold.
    ///
    /// # Errors
    /// [`ErrorKind::VarintTooLong`] after ten bytes.
    pub fn leb128_wide(&mut self) -> Result<u128> {
        let mut value = 0u128;
        for (index, &byte) in self.rest().iter().take(10).enumerate() {
            value |= u128::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                self.position += index + 1;
                return Ok(value);
            }
        }
        Err(leb128_error(self.data, self.position))
    }

    /// A prefix varint of one byte, where there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn short_prefix(&mut self) -> Option<u64> {
        let byte = self.data.get(self.position).filter(|byte| **byte & 1 == 1)?;
        self.position += 1;
        Some(u64::from(byte >> 1))
    }

    /// A LEB128 varint of one byte, where there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn short_leb128(&mut self) -> Option<u64> {
        let byte = self.data.get(self.position).filter(|byte| **byte < 0x80)?;
        self.position += 1;
        Some(u64::from(*byte))
    }

    /// A prefix varint of at most 64 bits: the trailing zeros of the first byte say how many bytes
    /// follow; a first byte of zero says eight.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] when the input ends inside.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn prefix(&mut self) -> Result<u64> {
        if let Some(number) = self.short_prefix() {
            return Ok(number);
        }
        match prefix_long(self.data, self.position) {
            (_, 0) => Err(prefix_error(self.data, self.position)),
            (value, end) => {
                self.position = end;
                Ok(value)
            }
        }
    }

    narrow! {
        leb128_u8 leb128 u8, "A LEB128 varint that fits 8 bits.";
        leb128_u16 leb128 u16, "A LEB128 varint that fits 16 bits.";
        leb128_u32 leb128 u32, "A LEB128 varint that fits 32 bits.";
        prefix_u8 prefix u8, "A prefix varint that fits 8 bits.";
        prefix_u16 prefix u16, "A prefix varint that fits 16 bits.";
        prefix_u32 prefix u32, "A prefix varint that fits 32 bits.";
    }

    /// A zigzag number over LEB128.
    ///
    /// # Errors
    /// Those of [`Cursor::leb128`].
    #[inline]
    pub fn leb128_zigzag(&mut self) -> Result<i64> {
        self.leb128().map(zigzag_decode)
    }

    /// A zigzag number over the prefix varint.
    ///
    /// # Errors
    /// Those of [`Cursor::prefix`].
    #[inline]
    pub fn prefix_zigzag(&mut self) -> Result<i64> {
        self.prefix().map(zigzag_decode)
    }

    /// A varint of at most 64 bits, in the encoding of the context `C`.
    ///
    /// # Errors
    /// Those of [`Cursor::prefix`] or [`Cursor::leb128`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn varint<C: Convention>(&mut self) -> Result<u64> {
        if C::PREFIX { self.prefix() } else { self.leb128() }
    }

    of_convention! {
        varint_u8 prefix_u8 leb128_u8 u8, "A varint that fits 8 bits, as the format has it.";
        varint_u16 prefix_u16 leb128_u16 u16, "A varint that fits 16 bits, as the format has it.";
        varint_u32 prefix_u32 leb128_u32 u32, "A varint that fits 32 bits, as the format has it.";
        varint_zigzag prefix_zigzag leb128_zigzag i64, "A zigzag number, as the format has it.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Writer;

    #[test]
    fn leb128_examples() {
        for (bytes, value) in [
            (&[0x00][..], 0),
            (&[0x7f], 127),
            (&[0x80, 0x01], 128),
            (&[0xac, 0x02], 300),
            (&[0x82, 0x80, 0x01], 0x4002),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], u64::MAX),
        ] {
            assert_eq!(Cursor::new(bytes).leb128(), Ok(value));
            let mut writer = Writer::new();
            writer.leb128(value);
            assert_eq!(writer.as_slice(), bytes);
        }
    }

    #[test]
    fn leb128_refuses_lost_bits_and_endless_numbers() {
        let mut lost = [0xff; 10];
        lost[9] = 0x02;
        assert!(matches!(
            Cursor::new(&lost).leb128().unwrap_err().kind(),
            ErrorKind::VarintTooLong
        ));
        assert!(matches!(
            Cursor::new(&[0x80; 11]).leb128().unwrap_err().kind(),
            ErrorKind::VarintTooLong
        ));
        assert!(matches!(
            Cursor::new(&[0x80; 3]).leb128().unwrap_err().kind(),
            ErrorKind::UnexpectedEnd { .. }
        ));
    }

    #[test]
    fn signed_numbers_fit_their_width_and_its_bytes() {
        for value in [0, 1, -1, 63, 64, -64, -65, 1 << 31, i64::from(i32::MIN), -(1 << 32)] {
            let mut writer = Writer::new();
            assert_eq!(writer.signed::<33>(value), Ok(()));
            assert_eq!(Cursor::new(writer.as_slice()).signed::<33>(), Ok(value), "{value}");
            for width in writer.len()..=5 {
                let mut padded = Writer::new();
                assert_eq!(padded.signed::<33>(value), Ok(()));
                padded.pad_leb128(0, width, true);
                assert_eq!(padded.len(), width);
                assert_eq!(Cursor::new(padded.as_slice()).signed::<33>(), Ok(value), "{value}");
            }
        }
        assert!(Writer::new().signed::<33>(1 << 32).is_err());
        assert_eq!(Cursor::new(&[0x7f]).signed::<7>(), Ok(-1));
        // Bit 6 is past the width.
        assert!(Cursor::new(&[0x40]).signed::<6>().is_err());
        assert!(Cursor::new(&[0x80, 0x80, 0x80, 0x80, 0x10]).signed::<33>().is_err());
        assert!(Cursor::new(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]).signed::<33>().is_err());
        let mut most = [0x80; 10];
        most[9] = 0x7f;
        assert_eq!(Cursor::new(&most).signed::<64>(), Ok(i64::MIN));
        most[9] = 0x7e;
        assert!(Cursor::new(&most).signed::<64>().is_err());
    }

    #[test]
    fn bounded_numbers_have_no_more_bytes_than_they_need() {
        assert_eq!(Cursor::new(&[0x80, 0x80, 0x80, 0x80, 0]).bounded_u32(), Ok(0));
        assert!(Cursor::new(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]).bounded_u32().is_err());
        assert!(Cursor::new(&[0xff, 0xff, 0xff, 0xff, 0x1f]).bounded_u32().is_err());
        assert_eq!(Cursor::new(&[0xff, 0xff, 0xff, 0xff, 0x0f]).bounded_u32(), Ok(u32::MAX));
        assert_eq!(Cursor::new(&[0xff, 1]).bounded_u8(), Ok(0xff));
        assert!(Cursor::new(&[0xff, 2]).bounded_u8().is_err());
        let error = Cursor::new(&[0x80, 0x80]).bounded().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }));
    }

    #[test]
    fn leb128_wide_keeps_high_bits() {
        let mut wide = [0xff; 10];
        wide[9] = 0x03;
        let value = (1 << 65) - 1;
        assert_eq!(Cursor::new(&wide).leb128_wide(), Ok(value));
        let mut writer = Writer::new();
        writer.leb128_wide(value);
        assert_eq!(writer.as_slice(), wide);
    }

    #[test]
    fn prefix_round_trips_at_every_length() {
        for bits in 0..64 {
            for value in [1u64 << bits, (1u64 << bits) - 1, u64::MAX >> bits] {
                let mut writer = Writer::new();
                writer.prefix(value);
                assert_eq!(Cursor::new(writer.as_slice()).prefix(), Ok(value), "{value:#x}");
            }
        }
    }

    #[test]
    fn narrow_varints_say_the_type() {
        let error = Cursor::new(&[0x80, 0x02]).leb128_u8().unwrap_err();
        assert_eq!(error.to_string(), "at byte 0 (0x0): 256 does not fit u8");
    }
}
