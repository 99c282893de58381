//! Derived dialects in the schema's own language.

use crate::dialect::{Dialect, Numbers};
use crate::{AttributeId, Double, ResourceId, StringId, TypeId};
use bytespec_core::error::Result;
use bytespec_core::export::{Describe, DescribeUnion, Reference, Schema, entries};

/// A dialect.
pub trait DescribeDialect: Dialect + Numbers {
    /// One line about it.
    const SUMMARY: &'static str;
    /// The entries of the attribute table.
    fn attribute_entries() -> Vec<DescribeUnion>;
    /// The entries of the type table.
    fn type_entries() -> Vec<DescribeUnion>;
}

/// The schema of a derived dialect, as YAML: its attributes, its types and all that they are made of.
///
/// # Errors
/// Items with another varint than the prefix varint.
pub fn dialect<D: DescribeDialect>() -> Result<String> {
    let tables = [("Attribute", D::attribute_entries()), ("Type", D::type_entries())];
    entries(D::NAME, D::SUMMARY, D::VERSIONS, tables)
}

impl Describe for Double {
    fn describe(_: &mut Schema) -> String {
        "zigzag".to_owned()
    }
}

macro_rules! references {
    ($($id:ident)*) => {$(
        impl Describe for $id {
            fn describe(schema: &mut Schema) -> String {
                schema.table($id::TABLE)
            }
        }

        impl Reference for $id {
            const TABLE: &'static str = $id::TABLE;
            fn number(&self) -> u64 {
                u64::from(self.0)
            }
        }
    )*};
}

references!(AttributeId TypeId StringId ResourceId);
