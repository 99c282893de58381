//! Derived dialects in the schema's own language.

use super::{Describe, DescribeUnion, Literal, Schema, Union, full_name, head, quoted};
use crate::dialect::{Dialect, Numbers};
use crate::error::Result;
use crate::mlir::{AttributeId, Double, ResourceId, StringId, TypeId};

impl Schema {
    /// A reference to an index space.
    fn table(&mut self, table: &'static str) -> String {
        if !self.tables.contains(&table) {
            self.tables.push(table);
        }
        format!("ref<{table}>")
    }
}

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
    let mut schema = Schema::default();
    for (table, entries) in [("Attribute", D::attribute_entries()), ("Type", D::type_entries())] {
        let mut unions = entries.iter().map(|union| union(&mut schema)).collect::<Vec<_>>();
        if unions.is_empty() {
            continue;
        }
        schema.table(table);
        let keys = format!("  dialect: {}\n  entries: {table}\n", quoted(D::NAME));
        let joined = if unions.len() == 1 {
            unions.remove(0)
        } else {
            let name = format!("{}{table}", full_name("", &[D::NAME.to_owned()]));
            let variants = unions.iter().map(|union| union.variants.as_str()).collect();
            let reserved: String = unions.iter().map(|union| union.reserved.as_str()).collect();
            Union {
                name,
                head: "  tag: varint\n  unknown: error\n  summary: Entries of the dialect\n",
                reserved,
                variants,
            }
        };
        let text = joined.text(&keys);
        match schema.items.iter_mut().find(|(name, _)| *name == joined.name) {
            Some((_, item)) => *item = text,
            None => schema.items.push((joined.name, text)),
        }
    }
    schema.check(true)?;
    let head = head(D::NAME, D::SUMMARY, true, D::VERSIONS);
    Ok(schema.text(&head))
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

        impl Describe for Option<$id> {
            fn describe(schema: &mut Schema) -> String {
                format!("flagged<{}>", schema.table($id::TABLE))
            }
        }

        impl Literal for Option<$id> {
            fn literal(&self) -> String {
                self.map_or_else(|| "none".to_owned(), |id| id.0.to_string())
            }
        }
    )*};
}

references!(AttributeId TypeId StringId ResourceId);
