//! Derived dialects in the schema's own language.

use crate::dialect::{Dialect, Numbers, OpGroup, OpPartKind, OpProperties};
use crate::{AttributeId, Double, ResourceId, StringId, TypeId};
use bytespec_core::error::Result;
use bytespec_core::export::{
    Describe, DescribeUnion, Has, Operation, Reference, Schema, VersionSource, entries,
};

/// A dialect.
pub trait DescribeDialect: Dialect + Numbers {
    /// One line about it.
    const SUMMARY: &'static str;
    /// The entries of the attribute table.
    fn attribute_entries() -> Vec<DescribeUnion>;
    /// The entries of the type table.
    fn type_entries() -> Vec<DescribeUnion>;
    /// What is known of its operations.
    fn operations() -> Vec<Operation> {
        Vec::new()
    }
}

/// Something that says what an operation of a dialect has.
#[diagnostic::on_unimplemented(
    message = "`{Self}` says nothing of an operation",
    note = "derive `OpProperties` or `Operation` for it"
)]
pub trait DescribeOperation {
    /// What is known of the operation.
    const KNOWN: Operation;
}

impl<T: OpProperties> DescribeOperation for T {
    const KNOWN: Operation =
        Operation { name: T::OPERATION, summary: None, layout: Some(T::LAYOUT), has: None };
}

/// What an operation has besides properties and other attributes.
#[must_use]
pub fn has(parts: &[OpGroup]) -> Has {
    let of = |kind| parts.iter().filter(|part| part.kind == kind).map(|part| part.group).collect();
    Has {
        operands: of(OpPartKind::Operand),
        results: of(OpPartKind::Result),
        regions: of(OpPartKind::Region),
        successors: of(OpPartKind::Successor),
    }
}

/// The schema of a derived dialect, as YAML: its attributes, its types, all that they are made of, and its operations.
///
/// # Errors
/// Items with another varint than the prefix varint.
pub fn dialect<D: DescribeDialect>() -> Result<String> {
    let tables = [("Attribute", D::attribute_entries()), ("Type", D::type_entries())];
    let source = VersionSource { record: D::RECORD, producer: D::PRODUCER };
    entries(D::NAME, D::SUMMARY, D::VERSIONS, tables, source, &D::operations())
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
