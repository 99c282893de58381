//! Default values of properties.

use std::fmt;

use super::properties::{item_range, ranges};
use super::{Docs, Releases};
use crate::ast;

/// Which values properties of a dialect's operations have where they are absent; the name is the dialect's.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// Name and documentation.
    pub docs: Docs,
    /// The dialect by index in [`super::Model::dialects`], where it has releases of its own.
    pub dialect: Option<usize>,
    /// In the order of the operations, those of one from the oldest on.
    pub operations: Vec<DefaultRange>,
}

/// The default values of an operation in some releases.
#[derive(Clone, Debug)]
pub struct DefaultRange {
    /// The operation, without the dialect.
    pub operation: String,
    /// First and last release that has them, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// The values.
    pub values: Vec<DefaultValue>,
}

/// The value of a property that is absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultValue {
    /// The property.
    pub name: String,
    /// The value, as the definition spells it.
    pub value: String,
}

impl fmt::Display for DefaultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

/// Default values from the syntax tree.
#[must_use]
pub fn default_values(written: &[ast::DefaultValue]) -> Vec<DefaultValue> {
    let value = |written: &ast::DefaultValue| DefaultValue {
        name: written.name.value.clone(),
        value: written.value.clone(),
    };
    written.iter().map(value).collect()
}

/// Default values as the schema spells them.
#[must_use]
pub fn spelled_defaults(values: &[DefaultValue]) -> String {
    let values: Vec<String> = values.iter().map(DefaultValue::to_string).collect();
    values.join("; ")
}

/// Brings default values into the order of the operations, each up to the next of its operation.
pub(super) fn lower(
    item: &ast::Defaults,
    docs: Docs,
    dialect: Option<usize>,
    clock: &Releases,
) -> Defaults {
    let range = item_range(&docs, clock);
    let one = |(entry, range, _): (&ast::DefaultValues, _, _)| DefaultRange {
        operation: entry.operation.value.clone(),
        range,
        values: default_values(&entry.value),
    };
    let operations = ranges(item, range, clock).into_iter().map(one).collect();
    Defaults { docs, dialect, operations }
}
