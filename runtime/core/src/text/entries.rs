//! References in templates.

use super::Scanner;
use super::template::Parsed;
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

    /// Reads a value of a union of the schema of which templates do not read all variants.
    ///
    /// # Errors
    /// Text that is not such a value.
    fn item(&mut self, scanner: &mut Scanner<'_>, union: &'static str) -> Result<Parsed> {
        let _ = union;
        Err(scanner.expected("a value with a text"))
    }
}
