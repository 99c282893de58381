//! Values by the templates of a schema.

use super::Scanner;
use crate::error::Result;

/// What stands in a text where a template has a reference to an entry of a table.
pub trait Entries {
    /// Reads an entry of a table, and gives its index there.
    ///
    /// # Errors
    /// Text that is none.
    fn reference(&mut self, scanner: &mut Scanner<'_>, table: &'static str) -> Result<u32>;
}

/// A value that can be read as [`Text`](crate::reflect::Text) writes it.
pub trait FromText: Sized {
    /// Reads the value; what it refers to is read by `entries`.
    ///
    /// # Errors
    /// Text that no template has, with its offset, and those of `entries`.
    fn from_text(scanner: &mut Scanner<'_>, entries: &mut dyn Entries) -> Result<Self>;
}
