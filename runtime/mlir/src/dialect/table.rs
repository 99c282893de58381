//! The tables with entries of dialects.

/// The table of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// The attribute table.
    Attribute,
    /// The type table.
    Type,
}
