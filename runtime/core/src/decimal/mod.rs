//! Floating-point numbers in decimal, to the digit that MLIR's printer writes.
//!
//! It tries three forms: six decimals and an exponent, if these read back as the same bits; then as many digits as the format can
//! need; then the bits in hexadecimal. Observed from the printer of `mlir-opt` 16, 19 and 22.

mod big;
mod nearest;
mod number;

pub use big::Big;
pub(crate) use big::Limbs;
pub use number::{Kind, Number};
use std::fmt::Write;

/// How a floating-point format lays out its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The number of bits, including the sign.
    pub width: u32,
    exponent: u32,
    /// The number of bits of the significand, including the highest one.
    precision: u32,
    bias: i32,
    special: Special,
    /// The encoding contains the highest bit of the significand.
    explicit: bool,
}

/// The bit patterns that are not finite numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    /// Those with the largest exponent, as in IEEE 754.
    Ieee,
    /// Those with all bits set, except the sign.
    AllOnes,
    /// The pattern of negative zero.
    NegativeZero,
    /// None.
    None,
    /// The format has only an exponent, and the largest one is not a number.
    ExponentOnly,
}

/// The ratio of bits to decimal digits that LLVM uses. It determines where LLVM cuts numbers off.
const BITS_TO_DIGITS: (u32, u32) = (196, 59);

impl Format {
    /// The format of a type, by its name in MLIR.
    pub fn named(name: &str) -> Option<Format> {
        use Special as S;
        let (width, exponent, special) = match name {
            "f16" => (16, 5, S::Ieee),
            "bf16" => (16, 8, S::Ieee),
            "tf32" => (19, 8, S::Ieee),
            "f32" => (32, 8, S::Ieee),
            "f64" => (64, 11, S::Ieee),
            "f80" => (80, 15, S::Ieee),
            "f128" => (128, 15, S::Ieee),
            "f8E5M2" => (8, 5, S::Ieee),
            "f8E4M3" => (8, 4, S::Ieee),
            "f8E3M4" => (8, 3, S::Ieee),
            "f8E4M3FN" => (8, 4, S::AllOnes),
            "f8E5M2FNUZ" => (8, 5, S::NegativeZero),
            "f8E4M3FNUZ" | "f8E4M3B11FNUZ" => (8, 4, S::NegativeZero),
            "f8E8M0FNU" => (8, 8, S::ExponentOnly),
            "fnv8E5M3FNU" => (8, 5, S::AllOnes),
            "f6E3M2FN" => (6, 3, S::None),
            "f6E2M3FN" => (6, 2, S::None),
            "f4E2M1FN" => (4, 2, S::None),
            _ => return None,
        };
        let explicit = name == "f80";
        let usual = (1 << (exponent - 1)) - 1;
        let bias = match (name, special) {
            ("f8E4M3B11FNUZ", _) => 11,
            (_, S::NegativeZero) => usual + 1,
            _ => usual,
        };
        // The encoding contains the sign, and not the highest bit of the significand.
        let precision = if explicit { width - exponent - 1 } else { width - exponent };
        let precision = match (name, special) {
            (_, S::ExponentOnly) => 1,
            // This format has no sign.
            ("fnv8E5M3FNU", _) => precision + 1,
            _ => precision,
        };
        Some(Format { width, exponent, precision, bias, special, explicit })
    }

    /// The sign, the significand and the power of two of a bit pattern; none if it is not a finite number.
    fn parts(self, bits: u128) -> Option<(bool, u128, i32)> {
        let stored = if self.explicit { self.precision } else { self.precision - 1 };
        let fraction_mask = (1u128 << stored) - 1;
        let exponent_mask = (1u128 << self.exponent) - 1;
        let fraction = bits & fraction_mask;
        let exponent = bits >> stored & exponent_mask;
        if self.special == Special::ExponentOnly {
            let finite = exponent != exponent_mask;
            return finite.then_some((false, 1, exponent as i32 - self.bias));
        }
        let negative = bits >> (stored + self.exponent) & 1 == 1;
        let finite = match self.special {
            Special::Ieee => exponent != exponent_mask,
            Special::AllOnes => exponent != exponent_mask || fraction != fraction_mask,
            Special::NegativeZero => !negative || exponent != 0 || fraction != 0,
            Special::None | Special::ExponentOnly => true,
        };
        if !finite {
            return None;
        }
        let hidden = if self.explicit || exponent == 0 { 0 } else { 1 << stored };
        let power = (exponent as i32).max(1) - self.bias - (self.precision as i32 - 1);
        Some((negative, fraction | hidden, power))
    }

    /// The number of a bit pattern, if it is a whole number from 0 to 2^64 - 1 and not negative zero.
    pub fn whole(self, bits: u128) -> Option<u64> {
        let (negative, significand, power) = self.parts(bits)?;
        if negative || significand == 0 {
            return (!negative).then_some(0);
        }
        let power = power + significand.trailing_zeros() as i32;
        let significand = significand >> significand.trailing_zeros();
        let power = u32::try_from(power).ok().filter(|power| *power < u64::BITS)?;
        u64::try_from(significand).ok()?.checked_mul(1 << power)
    }

    /// Whether a bit pattern is a NaN.
    pub fn is_nan(self, bits: u128) -> bool {
        let fraction = (1u128 << (self.precision - 1)) - 1;
        self.parts(bits).is_none() && (self.special != Special::Ieee || bits & fraction != 0)
    }

    /// Whether a decimal number rounds to this number of the format. Of two equally near numbers, the one with an even
    /// significand is taken.
    fn reads_as(self, decimal: (&[u8], i32), significand: u128, power: i32) -> bool {
        let number = decimal.0.iter().fold(0u128, |sum, digit| sum * 10 + u128::from(digit - b'0'));
        // All three in quarters of the unit in the last place.
        let smallest =
            self.special != Special::ExponentOnly && power == 2 - self.bias - self.precision as i32;
        let below = if significand == 1 << (self.precision - 1) && !smallest { 1 } else { 2 };
        let scaled = |quarters: Big| -> Big {
            let scaled = quarters.times_two_to((power - 2).max(0) as u32);
            scaled.times_ten_to((-decimal.1).max(0) as u32)
        };
        let lower = scaled(Big::from(significand).times_two_to(2).minus(below));
        let upper = scaled(Big::from(significand).times_two_to(2).plus(2));
        let number = Big::from(number)
            .times_ten_to(decimal.1.max(0) as u32)
            .times_two_to((2 - power).max(0) as u32);
        let even = significand.is_multiple_of(2);
        if even { lower <= number && number <= upper } else { lower < number && number < upper }
    }
}

/// The first digits of a number, without trailing zeros, and the power of ten of the last digit.
fn digits(significand: u128, power: i32, count: u32) -> (Vec<u8>, i32) {
    let zeros = significand.trailing_zeros();
    let (significand, power) = (significand >> zeros, power + zeros as i32);
    let (mut number, mut exponent) = match u32::try_from(power) {
        Ok(power) => (Big::from(significand).times_two_to(power), 0),
        Err(_) => (Big::from(significand).times_five_to(power.unsigned_abs()), power),
    };
    let (up, down) = BITS_TO_DIGITS;
    let needed = (count * up).div_ceil(down);
    if let Some(spare @ 1..) = number.bits().checked_sub(needed) {
        let tens = spare * down / up;
        number = number.by_ten_to(tens);
        exponent += tens as i32;
    }
    let mut digits = number.digits();
    drop_zeros(&mut digits, &mut exponent);
    let count = count as usize;
    if digits.len() > count {
        let up = digits[count] >= b'5';
        exponent += (digits.len() - count) as i32;
        digits.truncate(count);
        if up {
            let nines = digits.iter().rev().take_while(|digit| **digit == b'9').count();
            digits.truncate(count - nines);
            exponent += nines as i32;
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => digits.push(b'1'),
            }
        }
        drop_zeros(&mut digits, &mut exponent);
    }
    (digits, exponent)
}

fn drop_zeros(digits: &mut Vec<u8>, exponent: &mut i32) {
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
        *exponent += 1;
    }
}

/// Writes the number in some bits.
///
/// Returns whether the number is written in decimal, not as its bits.
pub fn write(out: &mut String, format: Format, bits: u128) -> bool {
    let mask = u128::MAX >> (u128::BITS - format.width);
    let bits = bits & mask;
    let Some((negative, significand, power)) = format.parts(bits) else {
        let _ = write!(out, "0x{bits:X}");
        return false;
    };
    let sign = if negative { "-" } else { "" };
    if significand == 0 {
        let _ = write!(out, "{sign}0.000000e+00");
        return true;
    }
    let (short, exponent) = digits(significand, power, 6);
    if format.reads_as((&short, exponent), significand, power) {
        let first = char::from(short[0]);
        let _ = write!(out, "{sign}{first}.");
        let decimals = short[1..].iter().copied().chain(std::iter::repeat(b'0')).take(6);
        out.extend(decimals.map(char::from));
        let exponent = exponent + short.len() as i32 - 1;
        let _ = write!(out, "e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
        return true;
    }
    let (up, down) = BITS_TO_DIGITS;
    let count = 2 + down * format.precision / up;
    let (long, exponent) = digits(significand, power, count);
    let start = out.len();
    out.push_str(sign);
    long_form(out, &long, exponent, count as i32);
    if out[start..].contains('.') {
        return true;
    }
    out.truncate(start);
    let _ = write!(out, "0x{bits:X}");
    false
}

/// Writes the number in the bits of an `f64`.
pub fn write_double(out: &mut String, bits: u64) {
    write(out, F64, u128::from(bits));
}

const F64: Format = Format {
    width: 64,
    exponent: 11,
    precision: 53,
    bias: 1023,
    special: Special::Ieee,
    explicit: false,
};

/// Writes digits with a point or an exponent, if the number has a fraction or needs an exponent.
fn long_form(out: &mut String, digits: &[u8], exponent: i32, count: i32) {
    let len = digits.len() as i32;
    let push = |out: &mut String, digits: &[u8]| out.extend(digits.iter().copied().map(char::from));
    let scientific = |out: &mut String| {
        push(out, &digits[..1]);
        out.push('.');
        push(out, if len > 1 { &digits[1..] } else { b"0" });
        let exponent = exponent + len - 1;
        let _ = write!(out, "E{}{}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    };
    if exponent >= 0 {
        if exponent > 3 || len + exponent > count {
            return scientific(out);
        }
        push(out, digits);
        out.extend(std::iter::repeat_n('0', exponent as usize));
        return;
    }
    let top = exponent + len - 1;
    if top < -3 {
        return scientific(out);
    }
    if top < 0 {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', (-top - 1) as usize));
        return push(out, digits);
    }
    let whole = (top + 1) as usize;
    push(out, &digits[..whole]);
    out.push('.');
    push(out, &digits[whole..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(format: &str, bits: u128, expected: &str) {
        let mut out = String::new();
        write(&mut out, Format::named(format).expect("a format"), bits);
        assert_eq!(out, expected, "{format} {bits:#x}");
    }

    /// Numbers that `mlir-opt` 22 printed.
    #[test]
    fn as_the_tool_prints_them() {
        check("f16", 0x2e66, "9.997550e-02");
        check("f32", u128::from(std::f32::consts::PI.to_bits()), "3.14159274");
        check("f64", u128::from((1.0f64 / 3.0).to_bits()), "0.33333333333333331");
        check("f64", u128::from(1e23f64.to_bits()), "9.9999999999999991E+22");
        check("f64", u128::from(1.234_567_89e-4f64.to_bits()), "1.23456789E-4");
        check("f64", u128::from(1_234_567.0f64.to_bits()), "0x4132D68700000000");
        check("f32", u128::from(16_777_216f32.to_bits()), "0x4B800000");
        check("f64", u128::from(1_234_567.5f64.to_bits()), "1234567.5");
        check("f64", 1, "4.940660e-324");
        check("f32", u128::from(f32::INFINITY.to_bits()), "0x7F800000");
        check("f64", 0, "0.000000e+00");
        check("f64", 1 << 63, "-0.000000e+00");
        check("f32", u128::from((-1.5f32).to_bits()), "-1.500000e+00");
        check("f80", 0x3ffb_cccc_cccc_cccc_d000, "0.100000000000000005551");
        check("f8E8M0FNU", 127, "1.000000e+00");
        check("f8E8M0FNU", 255, "0xFF");
        check("f8E4M3FN", 0x7f, "0x7F");
        check("f4E2M1FN", 7, "6.000000e+00");
    }
}
