//! Operations that no schema and no dialect describes.

use crate::dialect::Hooks;
use bytespec_core::properties::Field;
use std::fmt;
use std::sync::Arc;

/// An operation without a description, of a dialect in the registry.
#[derive(Clone)]
pub(crate) struct Unknown {
    dialect: Arc<dyn Hooks>,
    name: Box<str>,
}

impl Unknown {
    /// An operation of a dialect, by its name.
    pub(crate) fn new(dialect: Arc<dyn Hooks>, name: &str) -> Self {
        Unknown { dialect, name: name.into() }
    }

    /// The layout that the dialect returns for the bytes of properties.
    pub(crate) fn layout(&self, bytes: &[u8]) -> Option<&'static [Field]> {
        self.dialect.unknown_properties(&self.name, bytes)
    }
}

impl fmt::Debug for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.dialect.name(), self.name)
    }
}
