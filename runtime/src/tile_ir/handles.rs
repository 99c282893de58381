//! Errors of handles that a body does not have.

use crate::error::{Error, ErrorKind};
use crate::values::Value;

/// Whether the operation or value is one of a body; for errors.
#[cold]
pub(super) fn wrong(what: &'static str, number: u32) -> Error {
    Error::new(ErrorKind::Handle { what, number, erased: false })
}

/// The handle of an operation by its number, for errors.
pub(super) fn wrong_op(number: u32) -> Error {
    wrong("operation", number)
}

/// The handle of a value, for errors.
pub(super) fn wrong_value(value: Value) -> Error {
    wrong("value", value.index())
}
