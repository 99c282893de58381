//! Elements one after the other.

use super::Scanner;
use crate::error::Result;

impl Scanner<'_> {
    /// Reads elements with a separator between, none if the literal that is `after` them comes next, see [`Scanner::literal`].
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
            // Nothing says how the end is told from an element.
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
            if !self.eat_literal(separator, true) {
                return Ok(elements);
            }
        }
    }

    /// Reads as many elements as there are that have a separator behind them.
    ///
    /// # Errors
    /// None; a result, as [`Scanner::separated`] has one.
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
