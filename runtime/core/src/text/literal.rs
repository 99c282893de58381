//! Number literals.

use super::{Kind, Scanner, hexadecimal, misspelled};
use crate::decimal::{Format, Kind as NumberKind, Limbs, Number};
use crate::error::{Error, ErrorKind, Result};

/// The maximum number of digits in a decimal number. The time for longer numbers grows faster than their length.
const MAX_DIGITS: usize = 20_000;

/// A number literal.
#[derive(Clone, Copy, Debug)]
pub struct Literal {
    /// The start of the literal, including its sign.
    pub start: usize,
    /// Its end.
    pub end: usize,
    /// Its kind.
    pub what: What,
}

/// The kind of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An integer, and whether it has a minus sign.
    Integer { negative: bool },
    /// A number with a point, and whether it has a minus sign.
    Float { negative: bool },
    /// `true` or `false`.
    Truth(bool),
    /// A string literal.
    String,
}

impl Scanner<'_> {
    /// Reads a number literal, or `true` or `false`.
    ///
    /// # Errors
    /// Another token: `what` was expected.
    pub fn number_literal(&mut self, what: &'static str) -> Result<Literal> {
        let start = self.offset();
        let negative = self.eat(b'-');
        let what = match self.kind() {
            Kind::Integer => What::Integer { negative },
            Kind::Float => What::Float { negative },
            Kind::Word if !negative && self.is_word("true") => What::Truth(true),
            Kind::Word if !negative && self.is_word("false") => What::Truth(false),
            _ => return Err(self.expected(what)),
        };
        let end = self.advance().end;
        Ok(Literal { start, end, what })
    }
}

impl Literal {
    /// Appends the bytes of the number, as one of a type, in little-endian order. `text` is the whole text.
    ///
    /// # Errors
    /// A literal that is no number of the type.
    pub fn put(&self, text: &str, number: &Number, to: &mut Vec<u8>) -> Result<()> {
        let spelling = &text[self.start..self.end];
        let size = number.part_size();
        let misfit = |expected: &'static str| Err(misspelled(self.start, spelling, expected));
        if let NumberKind::Float(format) = number.kind {
            let bits = self.float_bits(spelling, number, format)?;
            to.extend_from_slice(&bits.to_le_bytes()[..size]);
            return Ok(());
        }
        let negative = match self.what {
            What::Integer { negative } => negative,
            What::Truth(truth) if number.is_truth() => {
                to.push(u8::from(truth));
                return Ok(());
            }
            What::Truth(_) => return misfit("of this type, but of `i1`"),
            _ => return misfit("an integer, which has no point"),
        };
        let digits = magnitude(spelling, negative);
        let width = number.width;
        let unsigned = number.kind == NumberKind::Unsigned;
        let signed = number.kind == NumberKind::Signed || number.index;
        if negative && unsigned {
            return misfit("an unsigned integer, which has no sign");
        }
        let range = || misspelled(self.start, spelling, format!("an integer of {width} bits"));
        if let Some(value) = short(digits).filter(|_| width <= 64) {
            let all = if width == 0 { 0 } else { u128::MAX >> (u64::from(u128::BITS) - width) };
            let half = if width == 0 { 0 } else { 1u128 << (width - 1) };
            let max = match (negative, signed) {
                (true, _) => half,
                (false, true) => half.saturating_sub(1),
                (false, false) => all,
            };
            if value > max {
                return Err(range());
            }
            let bits = if negative { value.wrapping_neg() & all } else { value };
            to.extend_from_slice(&bits.to_le_bytes()[..size]);
            return Ok(());
        }
        let bytes = long_integer(self.start, digits, number, (negative, signed))?;
        let bytes = bytes.ok_or_else(range)?;
        to.extend_from_slice(&bytes);
        Ok(())
    }

    /// The bits of a number of a floating-point type: those of the nearest number, or as they are in the text.
    fn float_bits(&self, spelling: &str, number: &Number, format: Format) -> Result<u128> {
        let misfit = |expected: &'static str| misspelled(self.start, spelling, expected);
        match self.what {
            What::Float { negative } => {
                let digits = magnitude(spelling, negative);
                let value: f64 = digits.parse().unwrap_or(f64::INFINITY);
                Ok(format.nearest(if negative { -value } else { value }))
            }
            What::Integer { negative: false } if spelling.starts_with("0x") => {
                let fits =
                    |bits: &u128| number.width == u128::BITS.into() || bits >> number.width == 0;
                let digits = spelling[2..].trim_start_matches('0');
                let bits = match digits {
                    "" => Some(0),
                    digits => u128::from_str_radix(digits, 16).ok(),
                };
                bits.filter(fits).ok_or_else(|| misfit("the bits of a number of its type"))
            }
            _ => Err(misfit("a number with a point, or the bits of one with `0x`")),
        }
    }
}

/// The bytes of an integer with many digits, as many as its type needs; `None` if it does not fit.
fn long_integer(
    start: usize,
    digits: &str,
    number: &Number,
    (negative, signed): (bool, bool),
) -> Result<Option<Vec<u8>>> {
    let (size, width) = (number.part_size(), number.width);
    let mut bytes = match digits.strip_prefix("0x") {
        Some(digits) => {
            let odd = digits.len() % 2 == 1;
            let even = if odd { format!("0{digits}") } else { digits.to_owned() };
            let mut bytes = hexadecimal(even.as_bytes()).unwrap_or_default();
            bytes.reverse();
            bytes
        }
        None if digits.len() > MAX_DIGITS => {
            let (found, max) = (digits.len() as u64, MAX_DIGITS as u64);
            let kind = ErrorKind::Limit { limit: "digits of a number", found, max };
            return Err(Error::at(start, kind));
        }
        None => Limbs::from_digits(digits).bytes(),
    };
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    let length = match bytes.last() {
        Some(last) => (bytes.len() as u64) * 8 - u64::from(last.leading_zeros()),
        None => 0,
    };
    // The magnitude of the least number needs one bit more than that of the others.
    let is_power = bytes.iter().map(|byte| byte.count_ones()).sum::<u32>() == 1;
    let fits = match (negative, signed) {
        (true, _) => length < width || length == width && is_power,
        (false, true) => length < width,
        (false, false) => length <= width,
    };
    if !fits {
        return Ok(None);
    }
    bytes.resize(size, 0);
    if negative {
        let mut carry = true;
        for byte in &mut bytes {
            (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
        }
        let spare = (size as u64 * 8 - width) as u32;
        if let Some(last) = bytes.last_mut() {
            *last = *last << spare >> spare;
        }
    }
    Ok(Some(bytes))
}

/// The digits after the sign.
fn magnitude(spelling: &str, negative: bool) -> &str {
    match negative {
        true => spelling[1..].trim_start_matches([' ', '\t', '\n', '\r']),
        false => spelling,
    }
}

/// A number with fewer digits fits 64 bits.
const MAX_SHORT: usize = 20;

/// A number that is not too long.
fn short(digits: &str) -> Option<u128> {
    match digits.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None if digits.len() < MAX_SHORT => digits.parse::<u64>().ok().map(u128::from),
        None => digits.parse().ok(),
    }
}
