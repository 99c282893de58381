//! What expressions ask that no reader is needed for.

use crate::error::{Error, ErrorKind, Result};
use crate::plan::bytes;
use crate::plan::expression::{self, fault, signed_fault};
use crate::plan::number;
use bytespec_plan::{Operator, Plan};

/// What an operator makes of two numbers of an item that begins at `start`.
///
/// # Errors
/// A number that 64 bits do not hold, and a divisor of zero.
#[inline]
pub fn apply(operator: Operator, a: u64, b: u64, start: usize) -> Result<u64> {
    let fault = || Error::at(start, ErrorKind::Plan(fault(operator, a, b)));
    operator.apply(a, b).ok_or_else(fault)
}

/// The same of two numbers with a sign, in two's complement.
///
/// # Errors
/// A number that 64 bits with a sign do not hold, and a divisor of zero.
#[inline]
pub fn apply_signed(operator: Operator, a: u64, b: u64, start: usize) -> Result<u64> {
    let fault = || Error::at(start, ErrorKind::Plan(signed_fault(operator, a, b)));
    operator.apply_signed(a, b).ok_or_else(fault)
}

/// A number that is the same with a sign and without, of an item that begins at `start`.
///
/// # Errors
/// A negative number, and one of 64 bits.
#[inline]
pub fn natural(number: u64, start: usize) -> Result<u64> {
    expression::natural(number).map_err(|error| error.or_at(start))
}

/// What a field of an item around another one holds.
///
/// # Errors
/// No such item around it.
#[inline]
pub fn held(field: Option<u64>, item: &'static str) -> Result<u64> {
    field.ok_or_else(|| {
        let item = format!("an item `{item}` around this").into();
        Error::new(ErrorKind::Absent { item, why: "is missing" })
    })
}

/// A byte of a value.
#[must_use]
pub fn byte_of(bytes: &[u8], at: u64) -> Option<u64> {
    bytes.get(usize::try_from(at).ok()?).map(|byte| u64::from(*byte))
}

/// All bytes as one number, the first byte highest; of more than eight bytes the number that nothing is.
#[inline]
#[must_use]
pub fn big_of(bytes: &[u8]) -> u64 {
    number::big(bytes).unwrap_or(Plan::NOWHERE)
}

/// The number that digits say.
///
/// # Errors
/// Bytes that are no digits of the base.
#[inline]
pub fn digits(bytes: &[u8], base: u8) -> Result<u64> {
    number::digits(bytes, base)
}

/// Bytes without those at their end that are `pad`.
#[must_use]
pub fn trimmed(bytes: &[u8], pad: u8) -> &[u8] {
    bytes::unpadded(bytes, pad)
}

/// Bytes without so many at their end.
#[must_use]
pub fn without_end(bytes: &[u8], len: usize) -> &[u8] {
    bytes.get(..bytes.len().saturating_sub(len)).unwrap_or(bytes)
}
