//! Writes derived dialects in the schema language.

use crate::dialect::{DeclaredVersions, Dialect, ListedOperation, OpGroup, OpPartKind};
use crate::{AttributeId, Double, ResourceId, StringId, TypeId};
use bytespec_core::error::Result;
use bytespec_core::export::{
    Describe, DescribeUnion, Has, Operation, Reference, Schema, VersionSource, entries,
};

/// A dialect that can be written as a schema.
pub trait DescribeDialect: Dialect + DeclaredVersions {
    /// A summary in one line.
    const SUMMARY: &'static str;
    /// The entries of the attribute table.
    fn attribute_entries() -> Vec<DescribeUnion>;
    /// The entries of the type table.
    fn type_entries() -> Vec<DescribeUnion>;
    /// The operations that the dialect lists.
    const OPERATIONS: &'static [ListedOperation] = &[];
}

/// The parts of an operation besides properties and other attributes.
fn has(parts: &[OpGroup]) -> Has {
    let of = |kind| parts.iter().filter(|part| part.kind == kind).map(|part| part.group).collect();
    Has {
        operands: of(OpPartKind::Operand),
        results: of(OpPartKind::Result),
        regions: of(OpPartKind::Region),
        successors: of(OpPartKind::Successor),
    }
}

/// The schema of a derived dialect, as YAML: its attributes, its types, everything that they consist of, and its operations.
///
/// # Errors
/// Items with another varint than the prefix varint.
pub fn dialect<D: DescribeDialect>() -> Result<String> {
    let tables = [("Attribute", D::attribute_entries()), ("Type", D::type_entries())];
    let source = VersionSource { record: D::RECORD, producer: D::PRODUCER };
    let operation = |listed: &ListedOperation| {
        let ListedOperation { name, layout, parts, summary, .. } = *listed;
        Operation { name, summary, layout, has: parts.map(has) }
    };
    let operations: Vec<_> = D::OPERATIONS.iter().map(operation).collect();
    entries(D::NAME, D::SUMMARY, D::VERSIONS, tables, source, &operations)
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
