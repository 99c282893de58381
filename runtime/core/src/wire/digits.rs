//! Numbers in digits of ASCII, see [`Digits`].

use super::cursor::{Cursor, end_error};
use super::writer::Writer;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use bytespec_plan::Digits;
use std::ops::Range;

impl Cursor<'_> {
    /// A number in digits; a negative one, which only `signed` allows, in two's complement.
    ///
    /// # Errors
    /// [`PlanFault::Digits`] for bytes that are not the digits of a number of 64 bits, [`ErrorKind::UnexpectedEnd`].
    pub fn digits(&mut self, of: Digits, signed: bool) -> Result<u64> {
        let start = self.position();
        if of.width == 0 && self.is_empty() {
            return Err(end_error(start, "digits"));
        }
        let len = if of.width == 0 { extent(self.rest(), of) } else { of.width.into() };
        let bytes = self.bytes(len)?;
        number(&bytes[digits_in(bytes, of)], of, signed).ok_or_else(|| {
            let (base, found) = (of.base.radix() as u8, bytes.to_vec());
            Error::at(start, ErrorKind::Plan(PlanFault::Digits { base, found }))
        })
    }
}

/// The number of bytes of the digits that bytes begin with; one byte if that is no digit, and more than a number can have if there
/// are that many.
fn extent(bytes: &[u8], of: Digits) -> usize {
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(of.base.radix());
    let most = usize::from(Digits::MAX) + 1;
    let digits = bytes.iter().skip(sign).take(most - sign).take_while(is_digit).count();
    (sign + digits).max(1)
}

/// The digits in bytes: without the blanks, the zero bytes and the filler that can be around digits of a fixed width.
fn digits_in(bytes: &[u8], of: Digits) -> Range<usize> {
    let is_around = |byte: &u8| of.width > 0 && (matches!(byte, 0 | b' ') || of.pad == Some(*byte));
    let start = bytes.iter().position(|byte| !is_around(byte)).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|byte| !is_around(byte)).map_or(start, |last| last + 1);
    start..end
}

/// The number of digits. Filler alone is zero.
fn number(digits: &[u8], of: Digits, signed: bool) -> Option<u64> {
    if digits.is_empty() && of.pad.is_some() {
        return Some(0);
    }
    let (is_negative, digits) = match digits.strip_prefix(b"-") {
        Some(digits) if signed => (true, digits),
        _ => (false, digits),
    };
    let is_plain = digits.len() <= Digits::MAX.into() && digits.first() != Some(&b'+');
    let text = std::str::from_utf8(digits).ok().filter(|_| is_plain)?;
    let number = u64::from_str_radix(text, of.base.radix()).ok()?;
    match is_negative {
        true => 0i64.checked_sub_unsigned(number).map(i64::cast_unsigned),
        false if signed => i64::try_from(number).ok().map(i64::cast_unsigned),
        false => Some(number),
    }
}

/// The digits of a number, at least `width` of them with a sign.
fn spelled(number: u64, of: Digits, signed: bool, width: usize) -> Vec<u8> {
    let negative = signed && number.cast_signed() < 0;
    let mut left = if negative { number.cast_signed().unsigned_abs() } else { number };
    let (radix, sign) = (of.base.radix(), usize::from(negative));
    let mut digits = Vec::new();
    while left > 0 || digits.is_empty() || digits.len() + sign < width {
        let digit = char::from_digit((left % u64::from(radix)) as u32, radix);
        digits.push(digit.map_or(b'0', |digit| digit as u8));
        left /= u64::from(radix);
    }
    if negative {
        digits.push(b'-');
    }
    digits.reverse();
    digits
}

/// Whether a number was read from the bytes that [`Writer::digits`] writes.
pub(crate) fn is_usual(bytes: &[u8], number: u64, of: Digits, signed: bool) -> bool {
    bytes == written(number, of, signed)
}

/// The bytes of a number in place of those of another one, or the same: with at least as many digits, capital letters if there were
/// any, and the same bytes around them, of which more digits take the place. None for more digits than fit.
fn replaced(before: &[u8], number: u64, of: Digits, signed: bool) -> Option<Vec<u8>> {
    let known = digits_in(before, of);
    if self::number(&before[known.clone()], of, signed) == Some(number) {
        return Some(before.to_vec());
    }
    let mut digits = spelled(number, of, signed, known.len());
    if before[known.clone()].iter().any(u8::is_ascii_uppercase) {
        digits.make_ascii_uppercase();
    }
    if of.width == 0 {
        return Some(digits);
    }
    let more = digits.len() - known.len();
    let start = known.start.saturating_sub(more);
    let end = start + digits.len();
    let mut bytes = before.to_vec();
    bytes.get_mut(start..end)?.copy_from_slice(&digits);
    Some(bytes)
}

/// The bytes of a number: with zeros in front or filler behind up to the width, or more of them if it does not fit.
fn written(number: u64, of: Digits, signed: bool) -> Vec<u8> {
    let zeros = if of.pad.is_none() { of.width } else { 0 };
    let mut digits = spelled(number, of, signed, zeros.into());
    if let Some(pad) = of.pad {
        digits.resize(digits.len().max(of.width.into()), pad);
    }
    digits
}

impl Writer {
    /// A number in digits: with zeros in front or filler behind up to a fixed width, otherwise in as few digits as it needs.
    ///
    /// # Errors
    /// [`PlanFault::DigitCount`] for more digits than the width.
    pub fn digits(&mut self, number: u64, of: Digits, signed: bool) -> Result<()> {
        let bytes = written(number, of, signed);
        if of.width > 0 && bytes.len() > of.width.into() {
            let found = if signed { number.cast_signed().into() } else { number.into() };
            let fault = PlanFault::DigitCount { found, digits: of.width, base: of.base };
            return Err(Error::new(ErrorKind::Plan(fault)));
        }
        self.bytes(&bytes);
        Ok(())
    }

    /// Spells the number that was written from `start` on like the one in these bytes, if it fits.
    pub(crate) fn spell_digits(&mut self, start: usize, before: &[u8], of: Digits, signed: bool) {
        let written = self.as_slice().get(start..).unwrap_or_default();
        let number = number(&written[digits_in(written, of)], of, signed);
        let is_same_size = of.width == 0 || before.len() == written.len();
        let bytes = number.filter(|_| is_same_size);
        if let Some(bytes) = bytes.and_then(|number| replaced(before, number, of, signed)) {
            self.truncate(start);
            self.bytes(&bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_usual, number, replaced};
    use crate::wire::{Cursor, Writer};
    use bytespec_plan::{Base, Digits};

    fn of(base: Base, width: u8, pad: Option<u8>) -> Digits {
        Digits { base, width, pad }
    }

    #[test]
    fn each_spelling_comes_back() {
        let octal = of(Base::Octal, 8, Some(0));
        let hexadecimal = of(Base::Hexadecimal, 8, None);
        let padded = of(Base::Decimal, 4, Some(b' '));
        let free = of(Base::Decimal, 0, None);
        let cases: &[(&[u8], Digits, i64)] = &[
            (b"0000644\0", octal, 0o644),
            (b"644\0\0\0\0\0", octal, 0o644),
            (b"\0\0\0\0\0\0\0\0", octal, 0),
            (b"0\0\0\0\0\0\0\0", octal, 0),
            (b"77777777", octal, 0o7777_7777),
            (b"000644 \0", octal, 0o644),
            (b"   644 \0", octal, 0o644),
            (b"        ", octal, 0),
            (b"     1ff", hexadecimal, 0x1ff),
            (b"000000ff", hexadecimal, 0xff),
            (b"000000FF", hexadecimal, 0xff),
            (b"00000012", hexadecimal, 0x12),
            (b"00aBcDEf", hexadecimal, 0xab_cdef),
            (b"   -0Af ", hexadecimal, -0xaf),
            (b"12  ", padded, 12),
            (b"012 ", padded, 12),
            (b"-12 ", padded, -12),
            (b"    ", padded, 0),
            (b"0", free, 0),
            (b"007", free, 7),
            (b"-0", free, 0),
            (b"-00", free, 0),
            (b"-5", free, -5),
            (b"-05", free, -5),
            (b"-9223372036854775808", free, i64::MIN),
        ];
        for (bytes, of, expected) in cases {
            let found = Cursor::new(bytes).digits(*of, true).expect("they are digits");
            assert_eq!(found.cast_signed(), *expected, "{bytes:?}");
            let mut writer = Writer::new();
            writer.digits(found, *of, true).expect("it fits");
            if !is_usual(bytes, found, *of, true) {
                writer.spell_digits(0, bytes, *of, true);
            }
            assert_eq!(writer.as_slice(), *bytes);
        }
    }

    #[test]
    fn another_number_takes_the_place_of_digits() {
        let octal = of(Base::Octal, 8, Some(0));
        let hexadecimal = of(Base::Hexadecimal, 0, None);
        for (before, of, number, after) in [
            (&b"000644 \0"[..], octal, 0o755, Some(&b"000755 \0"[..])),
            (b"   644 \0", octal, 0o17, Some(b"   017 \0")),
            (b"   644 \0", octal, 0o12345, Some(b" 12345 \0")),
            (b"644 \0\0\0\0", octal, 0o12345, Some(b"12345\0\0\0")),
            (b"  644  \0", octal, 0o1234_5670, Some(b"12345670")),
            (b"   644 \0", octal, 0o1_2345_6701, None),
            (b"        ", octal, 0o7, Some(b"       7")),
            (b"00FF", hexadecimal, 0xab, Some(b"00AB")),
            (b"00FF", hexadecimal, 0xabcde, Some(b"ABCDE")),
            (b"00fF", hexadecimal, 0xff, Some(b"00fF")),
            (b"00fF", hexadecimal, 0xab, Some(b"00AB")),
        ] {
            assert_eq!(replaced(before, number, of, false).as_deref(), after, "{number:o}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        let free = of(Base::Decimal, 0, None);
        for text in
            ["", "-", "--0", "+5", " 5", "5 ", "a", "18446744073709551616", "9223372036854775808"]
        {
            assert_eq!(number(text.as_bytes(), free, true), None, "{text}");
        }
        assert_eq!(number(b"-5", free, false), None);
        assert_eq!(number(b"-0", free, false), None);
        assert_eq!(number(b"18446744073709551615", free, false), Some(u64::MAX));
        assert_eq!(number("0".repeat(101).as_bytes(), free, false), None);
        assert!(Writer::new().digits(1000, of(Base::Decimal, 3, None), false).is_err());
        assert!(Writer::new().digits(1000, of(Base::Decimal, 3, Some(b' ')), false).is_err());
    }

    #[test]
    fn digits_end_before_another_byte() {
        let mut cursor = Cursor::new(b"640 480");
        assert_eq!(cursor.digits(of(Base::Decimal, 0, None), false), Ok(640));
        assert_eq!(cursor.rest(), b" 480");
        assert!(cursor.digits(of(Base::Decimal, 0, None), false).is_err());
    }
}
