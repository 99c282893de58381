//! IEEE 754 numbers, stored as their bits, so that each number stays exactly as it was read.

use super::{Big, Cursor, Decode};
use crate::error::Result;
use bytespec_plan::float::{EXPONENT_16, LEAST_16, half};
use std::fmt;

macro_rules! float {
    ($name:ident, $bits:ident, $big:ident, $doc:literal) => {
        #[doc = $doc]
        ///
        /// It is stored as its bits: a NaN keeps its bits, and two numbers are equal if their bits are equal.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $bits);

        impl fmt::Display for $name {
            /// The shortest digits that represent it; for a NaN, the bits.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.value() {
                    value if value.is_nan() => write!(f, "nan:{:#x}", self.0),
                    value => write!(f, "{value:?}"),
                }
            }
        }

        impl<'a> Decode<'a> for $name {
            type Value = Self;
            type Context = ();

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, (): &()) -> Result<Self> {
                cursor.$bits().map($name)
            }
        }

        impl<'a> Decode<'a> for Big<$name> {
            type Value = $name;
            type Context = ();

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, (): &()) -> Result<$name> {
                cursor.$big().map($name)
            }
        }
    };
}

macro_rules! as_in_rust {
    ($name:ident, $float:ident) => {
        impl $name {
            /// The number.
            #[must_use]
            pub fn value(self) -> $float {
                $float::from_bits(self.0)
            }
        }

        impl From<$float> for $name {
            fn from(value: $float) -> Self {
                $name(value.to_bits())
            }
        }
    };
}

float!(F16, u16, u16_be, "A number of 16 bits.");
float!(F32, u32, u32_be, "A number of 32 bits.");
float!(F64, u64, u64_be, "A number of 64 bits.");
as_in_rust!(F32, f32);
as_in_rust!(F64, f64);

impl F16 {
    /// The number.
    #[must_use]
    pub fn value(self) -> f32 {
        half(self.0)
    }
}

impl From<f32> for F16 {
    /// The nearest number of 16 bits; of two equally near ones, the even one. Numbers from 65520 on are infinite.
    fn from(value: f32) -> Self {
        let (sign, magnitude) = ((value.to_bits() >> 16 & 0x8000) as u16, value.abs());
        let bits = match magnitude.to_bits() {
            _ if magnitude.is_nan() => 0x7e00 | (value.to_bits() >> 13 & 0x3ff) as u16,
            _ if magnitude >= 65520.0 => 0x7c00,
            // The product is an integer below 1024 and a fraction.
            _ if magnitude < 1024.0 * LEAST_16 => (magnitude / LEAST_16).round_ties_even() as u16,
            bits => {
                let rounded = bits + 0xfff + (bits >> 13 & 1);
                ((rounded >> 13) - (EXPONENT_16 << 10)) as u16
            }
        };
        F16(sign | bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stay_what_they_are() {
        let signalling = F32(0x7fa0_0001);
        assert_eq!(F32(signalling.value().to_bits() & 0x7fa0_0001), signalling);
        assert_eq!(signalling.to_string(), "nan:0x7fa00001");
        assert_eq!(F64::from(0.1).to_string(), "0.1");
        assert_eq!(F32::from(f32::NEG_INFINITY).to_string(), "-inf");
        assert_ne!(F32::from(0.0), F32::from(-0.0));
    }

    #[test]
    fn half_floats_are_numbers_of_32_bits() {
        for bits in 0..=u16::MAX {
            let half = F16(bits);
            let back = F16::from(half.value());
            assert!(back == half || half.value().is_nan() && back.value().is_nan(), "{bits:#x}");
        }
        for (bits, text) in [
            (0x3c00, "1.0"),
            (0xc100, "-2.5"),
            (0x7bff, "65504.0"),
            (0x0001, "5.9604645e-8"),
            (0x8000, "-0.0"),
            (0x7c00, "inf"),
            (0x7e01, "nan:0x7e01"),
        ] {
            assert_eq!(F16(bits).to_string(), text);
        }
        // Ties go to the even number, on both sides of the least normal number and of infinity.
        for (value, bits) in [
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
            (0.5 * LEAST_16, 0),
            (1.5 * LEAST_16, 2),
            (1023.5 * LEAST_16, 0x0400),
            (65519.0, 0x7bff),
            (65520.0, 0x7c00),
        ] {
            assert_eq!(F16::from(value), F16(bits), "{value}");
        }
    }
}
