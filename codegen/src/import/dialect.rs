//! A dialect as dumps define it.

use std::collections::BTreeMap;

use super::enums::Enum;
use super::operation::Operation;

/// A dialect as dumps define it.
#[derive(Clone, Debug, Default)]
pub struct Dialect {
    /// Operations by name. The names do not contain the dialect.
    pub operations: BTreeMap<String, Operation>,
    /// No operation has properties. The definition states that attributes are not properties, and no operation has native ones.
    pub no_properties: bool,
    /// Enums by the names of their C++ classes.
    pub enums: BTreeMap<String, Enum>,
}

impl Dialect {
    /// Whether the definitions state the versions of operations.
    #[must_use]
    pub fn states_versions(&self) -> bool {
        self.operations.values().any(|operation| operation.bounds.is_some())
    }
}
