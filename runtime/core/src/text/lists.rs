//! Lists of elements.

use super::Scanner;
use crate::error::Result;

impl Scanner<'_> {
    /// Reads elements with separators between them; none if the literal `after` the list comes next, see [`Scanner::literal`].
    ///
    /// # Errors
    /// Those of `element`.
    pub fn separated<T>(
        &mut self,
        separator: &str,
        after: &str,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        if !after.is_empty() && self.at_literal(after, true) {
            return Ok(elements);
        }
        if after.is_empty() {
            // Without a literal after the list, only a failed attempt shows its end.
            while let Some(next) = self.attempt(|scanner| {
                if !elements.is_empty() {
                    scanner.literal(separator, true)?;
                }
                element(scanner)
            }) {
                elements.push(next);
            }
            return Ok(elements);
        }
        loop {
            elements.push(element(self)?);
            if self.eat_literal(separator, true) {
                continue;
            }
            return match self.at_literal(after, true) {
                true => Ok(elements),
                false => Err(self.missing(format!("`{}` or `{}`", separator.trim(), after.trim()))),
            };
        }
    }

    /// Reads elements as long as a separator follows each.
    ///
    /// # Errors
    /// It never fails; it returns a result for the same signature as [`Scanner::separated`].
    pub fn ended<T>(
        &mut self,
        separator: &str,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        while let Some(found) = self.attempt(|scanner| {
            let found = element(scanner)?;
            scanner.literal(separator, true).map(|()| found)
        }) {
            elements.push(found);
        }
        Ok(elements)
    }
}
