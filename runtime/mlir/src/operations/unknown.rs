//! Operations that no schema and no dialect knows.

use crate::dialect::Hooks;
use bytespec_core::properties::Field;
use std::fmt;
use std::sync::Arc;

/// An operation that nothing knows, of a dialect of the registry.
#[derive(Clone)]
pub(crate) struct Unknown {
    dialect: Arc<dyn Hooks>,
    name: Box<str>,
}

impl Unknown {
    /// The operation of a dialect with a name.
    pub(crate) fn new(dialect: Arc<dyn Hooks>, name: &str) -> Self {
        Unknown { dialect, name: name.into() }
    }

    /// The layout that the dialect tells of the bytes of properties.
    pub(crate) fn layout(&self, bytes: &[u8]) -> Option<&'static [Field]> {
        self.dialect.unknown_properties(&self.name, bytes)
    }
}

impl fmt::Debug for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.dialect.name(), self.name)
    }
}
