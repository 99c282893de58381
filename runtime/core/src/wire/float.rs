//! IEEE 754 numbers, stored as their bits, so that each number stays exactly as it was read.

use super::{Big, Cursor, Decode};
use crate::error::Result;
use std::fmt;

macro_rules! float {
    ($name:ident, $bits:ident, $big:ident, $float:ident, $doc:literal) => {
        #[doc = $doc]
        ///
        /// It is stored as its bits: a NaN keeps its bits, and two numbers are equal if their bits are equal.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $bits);

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

float!(F32, u32, u32_be, f32, "A number of 32 bits.");
float!(F64, u64, u64_be, f64, "A number of 64 bits.");

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
}
