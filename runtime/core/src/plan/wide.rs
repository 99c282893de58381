//! Integers of more than 64 bits, which expressions do not use.

use super::Value;
use crate::error::Result;
use crate::wire::Writer;
use bytespec_plan::{Coding, Sign};

/// The number in bytes: an unsigned value, or a signed one.
///
/// `bytes` are at most 16.
pub(super) fn value_of(bytes: &[u8], coding: Coding, sign: Sign) -> Value {
    match number_of(bytes, coding, sign) {
        (number, true) => Value::Signed128(number.cast_signed()),
        (number, false) => Value::Unsigned128(number),
    }
}

/// The same, sign-extended to 128 bits, and whether it is signed.
pub(super) fn number_of(bytes: &[u8], coding: Coding, sign: Sign) -> (u128, bool) {
    let next = |number: u128, byte: &u8| number << 8 | u128::from(*byte);
    let number = match coding {
        Coding::Big => bytes.iter().fold(0, next),
        _ => bytes.iter().rev().fold(0, next),
    };
    let unused = u128::BITS.saturating_sub(8 * bytes.len() as u32);
    match sign {
        Sign::Twos => (((number << unused).cast_signed() >> unused).cast_unsigned(), true),
        _ => (number, false),
    }
}

/// Writes a value: a number of any width.
///
/// # Errors
/// Another value, and a number that does not fit this number of bits.
pub(super) fn write(writer: &mut Writer, value: &Value, integer: (Coding, u8, Sign)) -> Result<()> {
    bytes_of(value, integer).map(|bytes| writer.bytes(&bytes))
}

/// The bytes of a value: a number of any width.
///
/// # Errors
/// Another value, and a number that does not fit this number of bits.
fn bytes_of(value: &Value, (coding, bits, sign): (Coding, u8, Sign)) -> Result<Vec<u8>> {
    let unused = u128::BITS.saturating_sub(bits.into());
    let fits = match (sign, value.bare()) {
        (Sign::Twos, Value::Signed128(number)) => Some(*number),
        (Sign::Twos, Value::Signed(number)) => Some((*number).into()),
        (Sign::Twos, Value::Unsigned(number)) => Some((*number).into()),
        (Sign::Unsigned, Value::Unsigned128(number)) => {
            Some(*number).filter(|number| number.leading_zeros() >= unused).map(u128::cast_signed)
        }
        (Sign::Unsigned, Value::Unsigned(number)) => Some((*number).into()),
        _ => None,
    };
    let is_narrow = |number: &i128| sign != Sign::Twos || number << unused >> unused == *number;
    let Some(number) = fits.filter(is_narrow) else {
        let letter = if sign == Sign::Twos { 'i' } else { 'u' };
        return Err(value.misfit(format!("{letter}{bits}")));
    };
    let len = usize::from(bits / 8).min(16);
    Ok(match coding {
        Coding::Big => number.to_be_bytes()[16 - len..].to_vec(),
        _ => number.to_le_bytes()[..len].to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::{bytes_of, value_of};
    use crate::plan::Value;
    use bytespec_plan::{Coding, Sign};

    #[test]
    fn decoding_reverses_encoding() {
        let least = Value::Signed128(-(1 << 71));
        for (value, coding, bits, sign, first, last) in [
            (Value::Unsigned128(u128::MAX), Coding::Little, 128, Sign::Unsigned, 0xff, 0xff),
            (Value::Unsigned128(1 << 95), Coding::Big, 96, Sign::Unsigned, 0x80, 0),
            (Value::Signed128(-2), Coding::Little, 72, Sign::Twos, 0xfe, 0xff),
            (Value::Signed128(i128::MIN), Coding::Big, 128, Sign::Twos, 0x80, 0),
            (least, Coding::Big, 72, Sign::Twos, 0x80, 0),
        ] {
            let bytes = bytes_of(&value, (coding, bits, sign)).expect("it fits");
            assert_eq!(bytes.len(), usize::from(bits / 8));
            assert_eq!((bytes.first(), bytes.last()), (Some(&first), Some(&last)));
            assert_eq!(value_of(&bytes, coding, sign), value);
        }
        let narrow = bytes_of(&Value::Unsigned(7), (Coding::Big, 128, Sign::Unsigned));
        assert_eq!(narrow.ok().and_then(|bytes| bytes.last().copied()), Some(7));
    }

    #[test]
    fn numbers_that_do_not_fit() {
        for (value, bits, sign) in [
            (Value::Unsigned128(1 << 96), 96, Sign::Unsigned),
            (Value::Signed128(1 << 71), 72, Sign::Twos),
            (Value::Signed128(-1), 128, Sign::Unsigned),
            (Value::Text("1".to_owned()), 128, Sign::Unsigned),
        ] {
            assert!(bytes_of(&value, (Coding::Little, bits, sign)).is_err(), "{value:?}");
        }
    }
}
