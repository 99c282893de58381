//! Tables that dialects have entries in.

/// Which table an entry stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// The attributes.
    Attribute,
    /// The types.
    Type,
}
