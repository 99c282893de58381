//! Integers whose bits are fields.

use crate::error::{Error, ErrorKind, Result};
use crate::plan::number::bits_of;

/// An integer whose bits are fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bits {
    /// All bits.
    pub number: u64,
    /// The offset of the integer.
    pub start: usize,
    /// Whether the integer is present.
    pub present: bool,
    pub(super) taken: u32,
}

impl Bits {
    /// Takes `width` bits, or all that are left, from bit `from` on, or after the bits that are taken.
    #[inline]
    pub fn take(&mut self, from: Option<u32>, width: Option<u8>) -> u64 {
        let width = width.unwrap_or(64);
        let (bits, taken) = bits_of(self.number, from.unwrap_or(self.taken), width);
        self.taken = self.taken.max(taken);
        bits
    }

    /// Refuses set bits of an absent field.
    ///
    /// # Errors
    /// Bits that are not zero.
    #[inline]
    pub fn check_zero(
        &mut self,
        from: Option<u32>,
        width: Option<u8>,
        name: &'static str,
    ) -> Result<()> {
        if self.present && self.take(from, width) != 0 {
            let kind = ErrorKind::Presence { item: name.into(), when: None };
            return Err(Error::at(self.start, kind));
        }
        Ok(())
    }
}
