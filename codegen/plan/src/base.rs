//! Bases of numbers.

use core::fmt::{Binary, Display, LowerHex, Octal};

words! {
    /// The base in which listings show a number, or of the digits that it has in a file.
    #[derive(Default)]
    pub enum Base {
        /// Base 10, without a prefix.
        #[default]
        Decimal = "decimal";
        /// Base 16, behind `0x`.
        Hexadecimal = "hexadecimal";
        /// Base 8, behind `0o`.
        Octal = "octal";
        /// Base 2, behind `0b`.
        Binary = "binary";
    }
}

impl Base {
    /// The number of digits that there are.
    #[must_use]
    pub fn radix(self) -> u32 {
        match self {
            Base::Decimal => 10,
            Base::Hexadecimal => 16,
            Base::Octal => 8,
            Base::Binary => 2,
        }
    }

    /// Writes a number with a sign in this base.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn write_signed(self, f: &mut dyn core::fmt::Write, number: i128) -> core::fmt::Result {
        f.write_str(if number < 0 { "-" } else { "" })?;
        self.write(f, number.unsigned_abs())
    }

    /// Writes a number in this base: a `u64` or a `u128`.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn write<N>(self, f: &mut dyn core::fmt::Write, number: N) -> core::fmt::Result
    where
        N: Display + LowerHex + Octal + Binary,
    {
        match self {
            Base::Decimal => write!(f, "{number}"),
            Base::Hexadecimal => write!(f, "{number:#x}"),
            Base::Octal => write!(f, "{number:#o}"),
            Base::Binary => write!(f, "{number:#b}"),
        }
    }
}
