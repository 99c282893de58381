//! Alternatives, of which the longest counts.

use super::{Mark, Scanner};
use crate::error::Result;

/// What was read longest of several that may stand at one place.
#[derive(Debug)]
pub struct Longest<T> {
    start: Mark,
    found: Option<(T, Mark)>,
}

impl<T> Longest<T> {
    /// Nothing was read from here yet.
    #[must_use]
    pub fn new(scanner: &Scanner<'_>) -> Self {
        Longest { start: scanner.mark(), found: None }
    }

    /// Tries to read one more, from where the first began.
    pub fn read<'t>(
        &mut self,
        scanner: &mut Scanner<'t>,
        read: impl FnOnce(&mut Scanner<'t>) -> Result<T>,
    ) {
        let Some(value) = scanner.attempt(read) else { return };
        let end = scanner.mark();
        if self.found.as_ref().is_none_or(|(_, longest)| longest.offset() < end.offset()) {
            self.found = Some((value, end));
        }
        scanner.reset(self.start);
    }

    /// Tries to read one more whose beginning was found to end at an offset.
    pub fn read_behind<'t>(
        &mut self,
        scanner: &mut Scanner<'t>,
        end: usize,
        read: impl FnOnce(&mut Scanner<'t>) -> Result<T>,
    ) {
        self.read(scanner, |scanner| {
            scanner.resume(end);
            read(scanner)
        });
    }

    /// Goes behind what was read longest, and gives it.
    ///
    /// # Errors
    /// Where nothing was read: the error of what came farthest, or that `what` was expected.
    pub fn taken(self, scanner: &mut Scanner<'_>, what: &'static str) -> Result<T> {
        match self.found {
            Some((value, end)) => {
                scanner.reset(end);
                Ok(value)
            }
            None => {
                let error = scanner.expected(what);
                Err(scanner.latest(error))
            }
        }
    }
}
