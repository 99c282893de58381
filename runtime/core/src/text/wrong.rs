//! Errors of parsers of texts.

use crate::error::{Error, ErrorKind, TextFault};
use crate::wire::MAX_DEPTH;

/// The error for text that breaks a rule.
#[cold]
pub fn breaks(offset: usize, fault: TextFault) -> Error {
    Error::at(offset, ErrorKind::Text(fault))
}

/// The error for content nested deeper than [`MAX_DEPTH`], without a place.
#[cold]
pub fn too_deep(limit: &'static str) -> Error {
    let max = u64::from(MAX_DEPTH);
    Error::new(ErrorKind::Limit { limit, found: max + 1, max })
}

/// The error for a name that is not declared where it is used.
#[cold]
pub fn undeclared(offset: usize, what: &'static str, name: &str) -> Error {
    Error::at(offset, ErrorKind::Undeclared { what, name: name.to_owned() })
}

/// The error for a name that is declared already.
#[cold]
pub fn duplicate(offset: usize, what: &'static str, name: &str) -> Error {
    Error::at(offset, ErrorKind::Duplicate { what, name: name.to_owned() })
}

/// The error for a wrong number of something.
#[cold]
pub fn miscounted(offset: usize, what: &'static str, expected: u64, found: u64) -> Error {
    Error::at(offset, ErrorKind::Count { what, expected, found })
}

/// The error for something of another kind than required.
#[cold]
pub fn unlike(
    offset: usize,
    item: impl Into<String>,
    found: String,
    expected: impl Into<String>,
) -> Error {
    let (item, expected) = (item.into(), expected.into().into());
    Error::at(offset, ErrorKind::Kind { item, found, expected })
}
