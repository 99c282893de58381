//! What dumps define of a dialect.

use std::collections::BTreeMap;

use super::enums::Enum;
use super::operation::Operation;

/// What dumps define of a dialect.
#[derive(Clone, Debug, Default)]
pub struct Dialect {
    /// Operations by name, without the dialect.
    pub operations: BTreeMap<String, Operation>,
    /// Its definition says that attributes are no properties, and no operation has other properties: none has any.
    pub no_properties: bool,
    /// Enums by the name of their C++ class.
    pub enums: BTreeMap<String, Enum>,
}

impl Dialect {
    /// Whether its definitions tell the versions of operations themselves.
    #[must_use]
    pub fn tells_versions(&self) -> bool {
        self.operations.values().any(|operation| operation.bounds.is_some())
    }
}
