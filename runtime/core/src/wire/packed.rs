//! Several values in one number.

use crate::error::{Error, ErrorKind, Result};
use crate::values::unwritable;

/// A number as a narrower type. `expected` is the name of the type, and `offset` the place of the number.
///
/// # Errors
/// [`ErrorKind::VarintRange`] when it does not fit.
#[inline]
pub fn narrow<T: TryFrom<u64>>(offset: usize, number: u64, expected: &'static str) -> Result<T> {
    T::try_from(number)
        .map_err(|_| Error::at(offset, ErrorKind::VarintRange { expected, found: number }))
}

/// Packs a value of `bits` bits below the bits of `above`.
///
/// # Errors
/// A value of more bits, and numbers that do not fit 64 bits together.
#[inline]
pub fn pack(above: u64, bits: u32, value: u64) -> Result<u64> {
    if value.checked_shr(bits).unwrap_or(0) != 0 {
        return Err(Error::new(ErrorKind::Width { value: value.into(), bits }));
    }
    match above.checked_shl(bits) {
        Some(shifted) if shifted >> bits == above => Ok(shifted | value),
        _ => {
            let (value, bits) = (above.into(), 64u32.saturating_sub(bits));
            Err(Error::new(ErrorKind::Width { value, bits }))
        }
    }
}

/// The code of an optional value: zero, or the value shifted left with the lowest bit set.
///
/// # Errors
/// A value that needs all 64 bits.
#[inline]
pub fn flag(value: Option<u64>) -> Result<u64> {
    match value {
        Some(value) if value >> 63 == 0 => Ok(value << 1 | 1),
        Some(value) => Err(Error::new(ErrorKind::Width { value: value.into(), bits: 63 })),
        None => Ok(0),
    }
}

/// The code of an optional index that is present: the index plus one.
///
/// # Errors
/// An index whose code does not fit the 32 bits that readers accept.
#[inline]
pub fn plus_one(index: u64) -> Result<u64> {
    let found = index.saturating_add(1);
    match u32::try_from(found) {
        Ok(_) => Ok(found),
        Err(_) => Err(Error::new(ErrorKind::VarintRange { expected: "u32", found })),
    }
}

/// The value of a code of [`flag`]. `offset` is the place of the code.
///
/// # Errors
/// A code that is neither zero nor odd, and a value that does not fit the type, named `expected`.
#[inline]
pub fn unflag<T: TryFrom<u64>>(
    offset: usize,
    code: u64,
    expected: &'static str,
) -> Result<Option<T>> {
    if code & 1 == 1 {
        return narrow(offset, code >> 1, expected).map(Some);
    }
    if code == 0 { Ok(None) } else { Err(even(offset, code)) }
}

#[cold]
fn even(offset: usize, code: u64) -> Error {
    Error::at(offset, ErrorKind::EvenCode { code })
}

/// The code of an optional number: zero, or the number plus one.
///
/// # Errors
/// The number that has no code, [`u64::MAX`].
#[inline]
pub fn shift(value: Option<u64>) -> Result<u64> {
    match value {
        Some(number) => number.checked_add(1).ok_or_else(|| unwritable(number.into())),
        None => Ok(0),
    }
}

/// The number of a code of [`shift`]. `offset` is the place of the code.
///
/// # Errors
/// A number that does not fit the type, named `expected`.
#[inline]
pub fn unshift<T: TryFrom<u64>>(
    offset: usize,
    code: u64,
    expected: &'static str,
) -> Result<Option<T>> {
    code.checked_sub(1).map(|number| narrow(offset, number, expected)).transpose()
}

/// Refuses a list whose length differs from `count`, the value of the field `counter`.
///
/// # Errors
/// A list of another length.
#[inline]
pub fn check_repeat(len: usize, count: u64, counter: &'static str) -> Result<()> {
    if len as u64 == count {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Repeat { found: len, counter, count }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_go_below_each_other() {
        assert_eq!(pack(5, 1, 1), Ok(11));
        assert_eq!(pack(0, 63, u64::MAX >> 1), Ok(u64::MAX >> 1));
        assert!(pack(1, 3, 8).is_err(), "a bit of the value was lost");
        assert!(pack(1 << 63, 1, 0).is_err(), "a bit above was lost");
        assert!(pack(1, 64, 0).is_err());
    }

    #[test]
    fn shifted_values_come_back() {
        for value in [None, Some(0), Some(1), Some(u64::MAX - 1)] {
            assert_eq!(shift(value).and_then(|code| unshift(0, code, "u64")), Ok(value));
        }
        assert!(shift(Some(u64::MAX)).is_err());
        assert_eq!(unshift::<u8>(0, 256, "u8"), Ok(Some(255)));
        assert!(unshift::<u8>(0, 257, "u8").is_err());
    }

    #[test]
    fn flagged_values_come_back() {
        for value in [None, Some(0), Some(1), Some(u64::MAX >> 1)] {
            assert_eq!(flag(value).and_then(|code| unflag(0, code, "u64")), Ok(value));
        }
        assert!(flag(Some(1 << 63)).is_err());
        assert!(unflag::<u64>(0, 2, "u64").is_err(), "an even code was taken");
        assert!(unflag::<u8>(0, 0x201, "u8").is_err());
    }
}
