//! References by number in a listing.

use super::super::generated::{AttributeId, StringId, TypeId};
use bytespec_core::error::Error;
use std::collections::{BTreeSet, HashSet};
use std::fmt;

/// An entry of a table, by its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Entry {
    /// An attribute; displayed as `#5`.
    Attribute(AttributeId),
    /// A type; displayed as `!5`.
    Type(TypeId),
    /// A string; displayed as `string 5`.
    String(StringId),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Attribute(id) => write!(f, "#{}", id.0),
            Entry::Type(id) => write!(f, "!{}", id.0),
            Entry::String(id) => write!(f, "string {}", id.0),
        }
    }
}

impl Entry {
    /// The text for an entry that cannot be printed.
    pub(super) fn bad(self) -> String {
        match self {
            Entry::Attribute(id) => format!("<bad attribute {}>", id.0),
            Entry::Type(id) => format!("<bad type {}>", id.0),
            Entry::String(id) => format!("<bad string {}>", id.0),
        }
    }
}

/// The references by number in a listing.
#[derive(Debug, Default)]
pub(super) struct Folds {
    /// Whether every outermost entry is referred to by number.
    pub(super) by_number: bool,
    /// The number of entries around the current one.
    pub(super) depth: u32,
    numbered: HashSet<Entry>,
    /// The entries that were referred to by number and not printed yet.
    pending: BTreeSet<Entry>,
    failure: Option<Error>,
}

impl Folds {
    /// Whether the next entry is referred to by number.
    pub(super) fn is_by_number(&self) -> bool {
        self.by_number && self.depth == 0
    }

    /// Whether an entry is referred to by number, even if it is short.
    pub(super) fn is_numbered(&self, entry: Entry) -> bool {
        self.is_by_number() || self.numbered.contains(&entry)
    }

    /// Records a reference by number.
    pub(super) fn number(&mut self, entry: Entry) {
        if self.numbered.insert(entry) {
            self.pending.insert(entry);
        }
    }

    /// The next entry to print separately.
    pub(super) fn next(&mut self) -> Option<Entry> {
        self.pending.pop_first()
    }

    /// Stores the error, if it is the first one.
    pub(super) fn fail(&mut self, error: Error) {
        self.failure.get_or_insert(error);
    }

    /// Takes the first error.
    pub(super) fn failure(&mut self) -> Option<Error> {
        self.failure.take()
    }
}
