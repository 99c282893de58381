//! Differences between definitions and a schema.

use std::collections::BTreeSet;
use std::fmt;

use super::gap::Gap;

/// All differences.
#[derive(Clone, Debug, Default)]
pub struct Drift {
    /// The differences, what breaks readers first.
    pub differences: Vec<Difference>,
    /// Facts that the definitions do not state, and that the schema has by hand or leaves open, with their names.
    pub gaps: Vec<(String, Gap)>,
    /// How many operations are the same in both.
    pub operations: usize,
    /// How many enums, and codes of attributes and types, are the same in both.
    pub others: usize,
    /// The release of each dialect that was compared, behind what it is called.
    pub releases: BTreeSet<String>,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// What it means for readers.
    pub kind: Kind,
    /// The name of what differs, with the dialect.
    pub item: String,
    /// How it differs.
    pub what: String,
}

/// The consequence of a difference for readers that use the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A file is read wrongly, or not at all.
    Breaking,
    /// The definitions have something more, whose files are read only in part.
    Addition,
    /// Names, groups or traits of an operation differ; what is read is the same.
    Signature,
    /// Properties that are absent have other values; what is read is the same.
    Default,
    /// Only words differ.
    Text,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Breaking => "breaking",
            Kind::Addition => "added",
            Kind::Signature => "signature",
            Kind::Default => "default",
            Kind::Text => "text",
        })
    }
}
