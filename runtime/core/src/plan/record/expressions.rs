//! Functions of expressions that need no reader.

use crate::error::{Error, ErrorKind, Result};
use crate::plan::bytes;
use crate::plan::expression::{self, fault, past_the_end, signed_fault};
use crate::plan::number;
use bytespec_plan::Operator;

/// The result of an operator on two numbers, in an item that begins at `start`.
///
/// # Errors
/// A result that does not fit 64 bits, and a divisor of zero.
#[inline]
pub fn apply(operator: Operator, a: u64, b: u64, start: usize) -> Result<u64> {
    let fault = || Error::at(start, ErrorKind::Plan(fault(operator, a, b)));
    operator.apply(a, b).ok_or_else(fault)
}

/// The number of bytes left without the last `count`.
///
/// # Errors
/// Fewer bytes are left.
#[inline]
pub fn left_without(left: usize, count: u64, start: usize) -> Result<u64> {
    let left = left as u64;
    left.checked_sub(count).ok_or_else(|| Error::at(start, past_the_end(count, left)))
}

/// The same for two signed numbers, in two's complement.
///
/// # Errors
/// A result that does not fit 64 bits with a sign, and a divisor of zero.
#[inline]
pub fn apply_signed(operator: Operator, a: u64, b: u64, start: usize) -> Result<u64> {
    let fault = || Error::at(start, ErrorKind::Plan(signed_fault(operator, a, b)));
    operator.apply_signed(a, b).ok_or_else(fault)
}

/// Checks that a number is the same as a signed and as an unsigned number, in an item that begins at `start`.
///
/// # Errors
/// A number above the greatest signed one.
#[inline]
pub fn natural(number: u64, signed: bool, start: usize) -> Result<u64> {
    expression::natural(number, signed).map_err(|error| error.or_at(start))
}

/// The value of a field of an enclosing item.
///
/// # Errors
/// No such item encloses this one.
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

/// The number of bytes as a tag, where `tags` are the long ones that are tags of variants; the number that equals no other for bytes
/// that are neither short nor one of these.
#[inline]
#[must_use]
pub fn tag_of(bytes: &[u8], tags: &[&[u8]]) -> u64 {
    bytespec_plan::tag_among(bytes, tags.iter().copied())
}

/// The number that digits represent.
///
/// # Errors
/// Bytes that are not digits of the base.
#[inline]
pub fn digits(bytes: &[u8], base: u8) -> Result<u64> {
    number::digits(bytes, base)
}

/// The bytes without those equal to `pad` at their end.
#[must_use]
pub fn trimmed(bytes: &[u8], pad: u8, unit: usize) -> &[u8] {
    bytes::unpadded(bytes, pad, unit)
}

/// The bytes before a marker, which begins at a multiple of `unit` bytes; all bytes if there is none.
#[must_use]
pub fn before<'i>(bytes: &'i [u8], marker: &[u8], unit: usize) -> &'i [u8] {
    bytes::before(bytes, marker, unit)
}

/// The bytes without the last `len`.
#[must_use]
pub fn without_end(bytes: &[u8], len: usize) -> &[u8] {
    bytes.get(..bytes.len().saturating_sub(len)).unwrap_or(bytes)
}
