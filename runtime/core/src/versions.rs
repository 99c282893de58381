//! Looks up versions of a format or a dialect by their names in derived items, at compile time.

use crate::error::{Error, ErrorKind, GateAxis};

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The position of a version among those of a format or a dialect, oldest first. For an unknown version, it is the position
/// after all of them.
#[must_use]
pub const fn index_of(versions: &[&str], name: &str) -> u32 {
    let mut at = 0;
    while at < versions.len() && !same(versions[at], name) {
        at += 1;
    }
    at as u32
}

/// Whether a version is declared, for compile-time checks of derived items. An empty list means that the dialect has another
/// error, so it contains every version: this avoids follow-up errors.
#[must_use]
pub const fn declared(versions: &[&str], name: &str) -> bool {
    versions.is_empty() || (index_of(versions, name) as usize) < versions.len()
}

/// Whether a version is the oldest one, for compile-time checks of derived items.
#[must_use]
pub const fn is_oldest(versions: &[&str], name: &str) -> bool {
    !versions.is_empty() && index_of(versions, name) == 0
}

/// The error for an item that a version of a format does not have.
#[cold]
#[must_use]
pub fn gate_error(item: &str, needs: &str, version: &str) -> Error {
    Error::new(ErrorKind::Gate {
        item: item.to_owned(),
        needs: needs.to_owned(),
        axis: GateAxis::Version,
        version: version.to_owned(),
    })
}
