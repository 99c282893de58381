//! The tables with entries of dialects.

use crate::generated::{AttributeId, TypeId};

/// The table of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// The attribute table.
    Attribute,
    /// The type table.
    Type,
}

impl Table {
    /// Its name in the schema.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Table::Attribute => AttributeId::TABLE,
            Table::Type => TypeId::TABLE,
        }
    }

    /// What its entries are called.
    pub(crate) const fn item(self) -> &'static str {
        match self {
            Table::Attribute => "attribute",
            Table::Type => "type",
        }
    }

    /// Its name in the paths of errors.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Table::Attribute => "attributes",
            Table::Type => "types",
        }
    }
}
