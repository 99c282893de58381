//! Printing numbers of any type from their bytes, as MLIR does.

use super::{Big, Format};
use std::fmt::Write;

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub kind: Kind,
    /// The number of bits of each part.
    pub width: u64,
    /// A number consists of two parts.
    pub complex: bool,
    pub index: bool,
}

/// The interpretation of the bits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A signless integer is printed as a signed one.
    Signless,
    Signed,
    Unsigned,
    Float(Format),
}

/// The most common width of numbers, whose type lists omit.
const USUAL: u64 = 64;

impl Number {
    /// Whether the numbers are Booleans.
    pub fn is_truth(&self) -> bool {
        self.kind == Kind::Signless && self.width == 1 && !self.complex
    }

    /// Whether lists omit the type.
    pub fn is_usual(&self) -> bool {
        let kind = matches!(self.kind, Kind::Signless | Kind::Float(_)) && !self.index;
        kind && self.width == USUAL && !self.complex
    }

    /// The number of bytes of each part.
    pub fn part_size(&self) -> usize {
        usize::try_from(self.width.div_ceil(8)).unwrap_or(usize::MAX)
    }

    /// The number of bytes of a number in a list.
    pub fn size(&self) -> usize {
        self.part_size().saturating_mul(if self.complex { 2 } else { 1 })
    }

    /// Writes a number from its little-endian bytes; missing bytes are zero.
    ///
    /// Returns whether the number is written in decimal, not as its bits.
    pub fn write(&self, out: &mut String, bytes: &[u8]) -> bool {
        if !self.complex {
            return self.write_part(out, bytes);
        }
        let (real, imaginary) = bytes.split_at(self.part_size().min(bytes.len()));
        out.push('(');
        let real = self.write_part(out, real);
        out.push(',');
        let imaginary = self.write_part(out, imaginary);
        out.push(')');
        real && imaginary
    }

    fn write_part(&self, out: &mut String, bytes: &[u8]) -> bool {
        let bits = u64::from(u128::BITS);
        if self.width > bits {
            write_wide(out, bytes, self.width, self.kind != Kind::Unsigned);
            return true;
        }
        let mut low = [0; 16];
        for (to, from) in low.iter_mut().zip(bytes) {
            *to = *from;
        }
        let number = u128::from_le_bytes(low);
        let unused = (bits - self.width) as u32;
        let number = if self.width == 0 { 0 } else { number << unused >> unused };
        let _ = match self.kind {
            Kind::Float(format) => return super::write(out, format, number),
            Kind::Signless if self.is_truth() => write!(out, "{}", number != 0),
            Kind::Unsigned => write!(out, "{number}"),
            _ if self.width == 0 => write!(out, "0"),
            _ => write!(out, "{}", (number << unused).cast_signed() >> unused),
        };
        true
    }
}

/// Writes an integer of more than 128 bits.
fn write_wide(out: &mut String, bytes: &[u8], width: u64, signed: bool) {
    let size = usize::try_from(width.div_ceil(8)).unwrap_or(usize::MAX);
    let last = size - 1;
    let sign = 1u8 << ((width - 1) % 8);
    let negative = signed && bytes.get(last).is_some_and(|byte| byte & sign != 0);
    let mut number = bytes[..bytes.len().min(size)].to_vec();
    if negative {
        // Negates the two's complement within the width.
        let mut carry = true;
        for byte in &mut number {
            (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
        }
        out.push('-');
    }
    if let Some(byte) = number.get_mut(last) {
        *byte &= sign | (sign - 1);
    }
    out.extend(Big::from_bytes(&number).digits().into_iter().map(char::from));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Kind, width: u64, bytes: &[u8], expected: &str) {
        let mut out = String::new();
        Number { kind, width, complex: false, index: false }.write(&mut out, bytes);
        assert_eq!(out, expected);
    }

    #[test]
    fn integers_of_any_width() {
        check(Kind::Signless, 0, &[], "0");
        check(Kind::Signless, 1, &[1], "true");
        check(Kind::Signed, 1, &[1], "-1");
        check(Kind::Signless, 3, &[5], "-3");
        check(Kind::Unsigned, 8, &[0xff], "255");
        check(Kind::Signless, 128, &[0xff; 16], "-1");
        check(Kind::Signless, 129, &[0xff; 17], "-1");
        check(Kind::Unsigned, 129, &[0xff; 17], "680564733841876926926749214863536422911");
        let mut bytes = [0; 32];
        bytes[16] = 1;
        check(Kind::Signless, 256, &bytes, "340282366920938463463374607431768211456");
        bytes[31] = 0x80;
        let least =
            "-57896044618658097711785492504343953926294709965899343556265417396524796608512";
        check(Kind::Signless, 256, &bytes, least);
    }
}
