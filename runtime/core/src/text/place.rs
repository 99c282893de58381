//! Lines and columns.

use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

impl Place {
    /// The place of an offset, in bytes from the start of the text.
    #[must_use]
    pub fn of(text: &str, offset: usize) -> Place {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = start_of_line(before);
        Place { line: clamp(line), column: clamp(before.len() - start + 1) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

fn clamp(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn start_of_line(before: &[u8]) -> usize {
    before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
}

/// The most characters of a line that are shown before an offset, and after it.
const MAX_AROUND: usize = 80;

/// Displays the line at an offset, and a mark below it.
#[derive(Clone, Copy, Debug)]
pub struct Underlined<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The start of the marked text, in bytes from the start of the text.
    pub start: usize,
    /// The end of the marked text.
    pub end: usize,
}

impl fmt::Display for Underlined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.text.as_bytes();
        let at = self.start.min(bytes.len());
        let start = start_of_line(&bytes[..at]);
        let end =
            bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |n| at + n);
        let before = String::from_utf8_lossy(&bytes[start..at]);
        let after = String::from_utf8_lossy(&bytes[at..end]);
        let skipped = before.chars().count().saturating_sub(MAX_AROUND);
        let shown: String = before.chars().skip(skipped).collect();
        let dots = if skipped > 0 { "..." } else { "" };
        let tail: String = after.trim_end().chars().take(MAX_AROUND).collect();
        writeln!(f, "{dots}{shown}{tail}")?;
        // Tabs are kept, so that the mark is below the text that it marks.
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let indent: String = dots.chars().chain(shown.chars()).map(blank).collect();
        let marked = bytes.get(at..self.end.clamp(at, end)).unwrap_or_default();
        let width = String::from_utf8_lossy(marked).chars().count().clamp(1, MAX_AROUND);
        write!(f, "{indent}{}", "^".repeat(width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_marks() {
        let text = "one\n\ttwo = 2\nthree";
        assert_eq!(Place::of(text, 5), Place { line: 2, column: 2 });
        assert_eq!(Place::of(text, 0), Place { line: 1, column: 1 });
        assert_eq!(Place::of(text, 100).line, 3);
        let shown = Underlined { text, start: 5, end: 8 }.to_string();
        assert_eq!(shown, "\ttwo = 2\n\t^^^");
        let shown = Underlined { text, start: 18, end: 18 }.to_string();
        assert_eq!(shown, "three\n     ^");
    }
}
