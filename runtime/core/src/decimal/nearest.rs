//! Conversion of numbers from one floating-point format to another.

use super::{F64, Format, Special};

/// The encoded bits of the significand of an `f64`.
const STORED: u32 = 52;

impl Format {
    /// The bits of the number in this format that is nearest to an `f64`; of two equally near ones, the even one. A number that
    /// is too large becomes infinity, or NaN, or the largest number (parser of `mlir-opt` 22, observed).
    pub fn nearest(self, number: f64) -> u128 {
        let bits = u128::from(number.to_bits());
        if self == F64 {
            return bits;
        }
        let sign = if number.is_sign_negative() && self.special != Special::ExponentOnly {
            1u128 << (self.width - 1)
        } else {
            0
        };
        let Some((_, significand, power)) = F64.parts(bits) else {
            return self.beyond(sign);
        };
        if significand == 0 {
            return match self.special {
                Special::NegativeZero | Special::ExponentOnly => 0,
                _ => sign,
            };
        }
        let length = (u128::BITS - significand.leading_zeros()) as i32;
        let precision = self.precision as i32;
        let least = match self.special {
            Special::ExponentOnly => -self.bias,
            _ => 2 - self.bias - precision,
        };
        // The power of two of the last place that is kept.
        let mut place = (power + length - precision).max(least);
        let shift = place - power;
        let mut rounded = match u32::try_from(shift) {
            Ok(0) => significand,
            Ok(shift @ 1..=127) => {
                let kept = significand >> shift;
                let rest = significand & ((1 << shift) - 1);
                let half = 1 << (shift - 1);
                kept + u128::from(rest > half || rest == half && kept & 1 == 1)
            }
            Ok(_) => 0,
            Err(_) => significand << shift.unsigned_abs(),
        };
        if rounded >> precision != 0 {
            rounded >>= 1;
            place += 1;
        }
        if self.special == Special::ExponentOnly {
            let exponent = (place + self.bias).max(0);
            let mask = (1 << self.exponent) - 1;
            return if exponent >= mask { self.beyond(sign) } else { exponent as u128 };
        }
        let stored = if self.explicit { self.precision } else { self.precision - 1 };
        let normal = rounded >> (precision - 1) != 0;
        let exponent = if normal { (place + self.bias + precision - 1) as u128 } else { 0 };
        let fraction = rounded & ((1 << stored) - 1);
        let exponent_mask = (1 << self.exponent) - 1;
        let too_large = match self.special {
            Special::Ieee => exponent >= exponent_mask,
            Special::AllOnes => {
                exponent > exponent_mask
                    || exponent == exponent_mask && fraction == (1 << stored) - 1
            }
            _ => exponent > exponent_mask,
        };
        if too_large {
            return self.beyond(sign);
        }
        let magnitude = exponent << stored | fraction;
        match self.special {
            Special::NegativeZero if magnitude == 0 => 0,
            _ => sign | magnitude,
        }
    }

    /// The bits for numbers that are too large.
    fn beyond(self, sign: u128) -> u128 {
        let ones = |bits: u32| (1u128 << bits) - 1;
        let magnitude = ones(self.width - 1);
        match self.special {
            Special::Ieee => {
                let stored = if self.explicit { self.precision } else { self.precision - 1 };
                let whole = if self.explicit { 1 << (self.precision - 1) } else { 0 };
                sign | ones(self.exponent) << stored | whole
            }
            Special::AllOnes | Special::None => sign | magnitude,
            Special::NegativeZero => 1 << (self.width - 1),
            Special::ExponentOnly => ones(self.exponent),
        }
    }
}

const _: () = assert!(F64.precision == STORED + 1);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, number: f64, bits: u128) {
        let format = Format::named(name).unwrap();
        assert_eq!(
            format!("{:#x}", format.nearest(number)),
            format!("{bits:#x}"),
            "{name} {number}"
        );
    }

    #[test]
    fn rounding() {
        check("f64", 0.1, 0x3fb9_9999_9999_999a);
        check("f32", 0.1, 0x3dcc_cccd);
        check("f32", 1e300, 0x7f80_0000);
        check("f32", -1e-46, 0x8000_0000);
        check("f32", 1e-45, 1);
        check("f16", 65519.0, 0x7bff);
        check("f16", 65520.0, 0x7c00);
        check("bf16", -1.5, 0xbfc0);
        check("tf32", 1.0, 0x1fc00);
        check("f80", 1.0, 0x3fff_8000_0000_0000_0000);
        check("f128", -2.0, 0xc000_0000_0000_0000_0000_0000_0000_0000);
        check("f8E4M3FN", 448.0, 0x7e);
        check("f8E4M3FN", 464.0, 0x7e);
        check("f8E4M3FN", 465.0, 0x7f);
        check("f8E5M2FNUZ", -0.0, 0);
        check("f8E5M2FNUZ", 1e9, 0x80);
        check("f4E2M1FN", 100.0, 7);
        check("f4E2M1FN", -100.0, 15);
        check("f8E8M0FNU", 1.0, 127);
        check("f8E8M0FNU", 0.0, 0);
        check("f8E8M0FNU", 1e-300, 0);
        check("f8E8M0FNU", 3.0, 129);
    }
}
