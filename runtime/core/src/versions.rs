//! Versions of a format or a dialect by their names, as derived items say them: looked up while the items are compiled.

use crate::error::{Error, ErrorKind, GateAxis};

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The position of a version among those of a format or a dialect, oldest first; of one that is not there, the position
/// after all of them.
#[must_use]
pub const fn index_of(versions: &[&str], name: &str) -> u32 {
    let mut at = 0;
    while at < versions.len() && !same(versions[at], name) {
        at += 1;
    }
    at as u32
}

/// Whether a version is there; what derived items are held to at compile time. No versions at all stand in for those of
/// a dialect that has a fault, and no other fault follows from that.
#[must_use]
pub const fn declared(versions: &[&str], name: &str) -> bool {
    versions.is_empty() || (index_of(versions, name) as usize) < versions.len()
}

/// Whether a version is the oldest one; what derived items are held to at compile time.
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
