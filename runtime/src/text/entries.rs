//! References in templates.

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
