//! The dialects for readers and writers.

use super::entry::Dialect;
use super::hooks::{Hooks, RegisteredDialect};
use super::version::is_described;
use bytespec_core::error::{Error, ErrorKind, Result};
use std::fmt;
use std::sync::Arc;

/// A set of dialects with different names. A clone shares its dialects with the original.
#[derive(Clone, Default)]
pub struct Registry(Arc<Vec<Arc<dyn Hooks>>>);

impl Registry {
    /// A registry without dialects.
    #[must_use]
    pub fn new() -> Self {
        Registry::default()
    }

    /// The same registry with a dialect that is known at compile time. It replaces a dialect of the same name. Compilation
    /// fails for a dialect with entries that schemas of this crate describe.
    #[must_use]
    pub fn with<D: Dialect>(mut self) -> Self {
        const { assert!(!is_described(D::NAME), "the library describes a dialect of this name") };
        self.put(Arc::new(RegisteredDialect::<D>::new()));
        self
    }

    /// Adds a dialect. It replaces a dialect of the same name.
    ///
    /// # Errors
    /// A dialect with entries that schemas of this crate describe.
    pub fn add(&mut self, dialect: Arc<dyn Hooks>) -> Result<()> {
        if is_described(dialect.name()) {
            let (what, name) = ("description of the dialect", dialect.name().to_owned());
            return Err(Error::new(ErrorKind::Duplicate { what, name }));
        }
        self.put(dialect);
        Ok(())
    }

    fn put(&mut self, dialect: Arc<dyn Hooks>) {
        let dialects = Arc::make_mut(&mut self.0);
        dialects.retain(|known| known.name() != dialect.name());
        dialects.push(dialect);
    }

    /// The dialect with a name. A name in a file can be any bytes.
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<&dyn Hooks> {
        let found = self.0.iter().find(|dialect| dialect.name().as_bytes() == name);
        found.map(|dialect| &**dialect)
    }

    /// The dialect with a name, shared with the registry.
    pub(crate) fn shared(&self, name: &[u8]) -> Option<Arc<dyn Hooks>> {
        self.0.iter().find(|dialect| dialect.name().as_bytes() == name).cloned()
    }

    /// The dialects in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &dyn Hooks> {
        self.0.iter().map(|dialect| &**dialect)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Hooks::name)).finish()
    }
}
