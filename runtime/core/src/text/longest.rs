//! Alternatives, of which the longest counts.

use super::scanner::Attempt;
use super::{Mark, Scanner};
use crate::error::Result;

/// What was read longest of several that may stand at one place.
#[derive(Debug)]
pub struct Longest<T> {
    start: Mark,
    found: Option<T>,
    /// Where it ends.
    end: Mark,
}

impl<T> Longest<T> {
    /// Nothing was read from here yet.
    #[must_use]
    pub fn new(scanner: &Scanner<'_>) -> Self {
        let start = scanner.mark();
        Longest { start, found: None, end: start }
    }

    /// Tries to read one more, from where the first began.
    pub fn read<'t>(
        &mut self,
        scanner: &mut Scanner<'t>,
        read: impl FnOnce(&mut Scanner<'t>) -> Result<T>,
    ) {
        let Some(attempt) = scanner.begin() else { return };
        let read = read(scanner);
        self.keep(scanner, attempt, read);
    }

    /// Tries to read one more whose beginning was found to end at an offset.
    pub fn read_behind<'t>(
        &mut self,
        scanner: &mut Scanner<'t>,
        end: usize,
        read: impl FnOnce(&mut Scanner<'t>) -> Result<T>,
    ) {
        let Some(attempt) = scanner.begin() else { return };
        scanner.resume(end);
        let read = read(scanner);
        self.keep(scanner, attempt, read);
    }

    /// Keeps what was read if it is the longest, and goes back. It is apart from what reads, so that it is compiled once for all
    /// alternatives.
    #[inline(never)]
    fn keep(&mut self, scanner: &mut Scanner<'_>, attempt: Attempt, read: Result<T>) {
        match read {
            Ok(value) => {
                let end = scanner.mark();
                if self.found.is_none() || self.end.offset() < end.offset() {
                    (self.found, self.end) = (Some(value), end);
                }
                scanner.reset(self.start);
            }
            Err(error) => scanner.give_up(attempt, error),
        }
    }

    /// Goes behind what was read longest, and gives it.
    ///
    /// # Errors
    /// Where nothing was read: the error of what came farthest, or that `what` was expected.
    pub fn taken(self, scanner: &mut Scanner<'_>, what: &'static str) -> Result<T> {
        match self.found {
            Some(value) => {
                scanner.reset(self.end);
                Ok(value)
            }
            None => {
                let error = scanner.expected(what);
                Err(scanner.latest(error))
            }
        }
    }
}
