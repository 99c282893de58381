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

    /// Reads an entry of a dialect whose place tells the word that its text begins with, `before`: it may be left out.
    /// Where there is an `after`, both may be left out around a word.
    ///
    /// # Errors
    /// Text that is none.
    fn shortened(
        &mut self,
        scanner: &mut Scanner<'_>,
        table: &'static str,
        dialect: &'static str,
        before: &'static str,
        after: &'static str,
    ) -> Result<u32> {
        let _ = (dialect, before, after);
        self.reference(scanner, table)
    }
}
