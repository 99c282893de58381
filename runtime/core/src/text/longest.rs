//! Alternatives, of which the longest match is taken.

use super::scanner::Attempt;
use super::{Mark, Scanner};
use crate::error::Result;

/// The longest match of several alternatives at one place.
#[derive(Debug)]
pub struct Longest<T> {
    start: Mark,
    found: Option<T>,
    /// The end of the match.
    end: Mark,
}

impl<T> Longest<T> {
    /// No match yet; all alternatives begin at the scanner's position.
    #[must_use]
    pub fn new(scanner: &Scanner<'_>) -> Self {
        let start = scanner.mark();
        Longest { start, found: None, end: start }
    }

    /// Whether no alternative has matched yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_none()
    }

    /// Tries an alternative.
    pub fn read<'t>(
        &mut self,
        scanner: &mut Scanner<'t>,
        read: impl FnOnce(&mut Scanner<'t>) -> Result<T>,
    ) {
        let Some(attempt) = scanner.begin() else { return };
        let read = read(scanner);
        self.keep(scanner, attempt, read);
    }

    /// Tries an alternative whose first part is known to end at an offset.
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

    /// Keeps a match if it is the longest, and resets the scanner. The function is not generic over `read`, so that it is
    /// compiled once for all alternatives.
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
            Err(error) => scanner.give_up(attempt, Some(error)),
        }
    }

    /// Moves after the longest match, and returns it.
    ///
    /// # Errors
    /// Without a match: the error that occurred farthest in the text, or that `what` was expected.
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
