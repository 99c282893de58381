//! References in templates.

use super::Scanner;
use crate::error::Result;

/// Reads the entries of tables that templates refer to.
pub trait Entries {
    /// Reads an entry of a table, and returns its index in the table.
    ///
    /// # Errors
    /// Text that is not an entry.
    fn reference(&mut self, scanner: &mut Scanner<'_>, table: &'static str) -> Result<u32>;

    /// Reads an entry of a dialect where the context determines `before`, the start of the entry's text: the text may omit it. If
    /// `after` is not empty, the text may omit both around a word.
    ///
    /// # Errors
    /// Text that is not an entry.
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
