//! Errors in a text.

use super::{Place, Scanner, Underlined};
use crate::error::{Error, ErrorKind};
use std::fmt;

/// An error in a text.
///
/// It is displayed as line and column, the message, the line of the text, and a mark below the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The line, or an excerpt of a long one, and a mark below it.
    pub excerpt: String,
}

/// The errors in a text, in the order in which they were found: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseErrors {
    file: String,
    errors: Vec<ParseError>,
}

impl ParseErrors {
    /// The errors of a text named `file`; each has its offset in bytes from the start of the text.
    #[must_use]
    pub fn new(file: &str, text: &str, errors: &[Error]) -> Self {
        let errors = errors.iter().map(|error| ParseError::new(text, error)).collect();
        ParseErrors { file: file.to_owned(), errors }
    }

    /// Iterates over the errors.
    pub fn iter(&self) -> std::slice::Iter<'_, ParseError> {
        self.errors.iter()
    }
}

impl<'e> IntoIterator for &'e ParseErrors {
    type Item = &'e ParseError;
    type IntoIter = std::slice::Iter<'e, ParseError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl ParseError {
    fn new(text: &str, error: &Error) -> Self {
        let start = error.offset().unwrap_or_default().min(text.len());
        let start = (0..=start).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        let mut scanner = Scanner::new(text);
        scanner.resume(start);
        let token = scanner.token();
        // Something missing has no text to mark.
        let end = if token.start == start { token.end } else { start };
        let Place { line, column } = Place::of(text, start);
        let excerpt = Underlined { text, start, end }.to_string();
        ParseError { line, column, kind: error.kind().clone(), excerpt }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}\n{}", self.line, self.column, self.kind, self.excerpt)
    }
}

impl fmt::Display for ParseErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            let end = if index > 0 { "\n" } else { "" };
            write!(f, "{end}{}:{error}", self.file)?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseErrors {}
