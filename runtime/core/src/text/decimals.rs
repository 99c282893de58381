//! Decimal integers in templates.

use super::Scanner;
use super::template::Integer;
use crate::error::{Error, Result};

impl Scanner<'_> {
    /// Reads a decimal integer of a type, with an optional minus sign. Any text may follow the digits.
    ///
    /// # Errors
    /// Other text, and a number that does not fit the type.
    pub fn decimal<T: TryFrom<i128>>(&mut self) -> Result<T> {
        let digits = self.digits();
        let number = digits.and_then(|(number, end)| Some((T::try_from(number).ok()?, end)));
        let Some((number, end)) = number else {
            return Err(self.expected_bits(std::mem::size_of::<T>() * 8));
        };
        self.resume(end);
        Ok(number)
    }

    /// Reads a decimal integer of a width, see [`Scanner::decimal`].
    pub(super) fn whole(&mut self, integer: Integer) -> Result<i128> {
        match self.digits().filter(|(number, _)| integer.holds(*number)) {
            Some((number, end)) => {
                self.resume(end);
                Ok(number)
            }
            None => Err(self.expected_bits(integer.bits() as usize)),
        }
    }

    /// A decimal integer that comes next, and its end.
    fn digits(&self) -> Option<(i128, usize)> {
        let start = self.offset();
        let rest = &self.text().as_bytes()[start..];
        let sign = usize::from(rest.first() == Some(&b'-'));
        let digits = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = start + sign + digits;
        Some((self.text()[start..end].parse().ok()?, end))
    }

    #[cold]
    fn expected_bits(&self, bits: usize) -> Error {
        self.expected(format!("an integer of {bits} bits"))
    }
}
