//! What stands behind the operands of operations: attributes, properties and types. Many operations have the same text there,
//! which is read once.

use super::parser::Parser;
use super::state::{Head, Tail};

/// Longer texts are read again, in bytes.
const MAX_KEPT: usize = 1 << 9;
/// As far the end of the line is looked for, in bytes: a location may stand behind the text.
const MAX_LINE: usize = 2 * MAX_KEPT;

impl<'t> Parser<'t, '_> {
    /// The text behind the operands of an operation without regions, as far as it may be one that was read before: to the end of
    /// the line, or to a location in it. What was read ends with a token there, too, so that it says the same.
    fn tail_text(&self) -> Option<&'t str> {
        let rest = &self.text()[self.scanner.offset()..];
        // No farther: all of a text may stand in one line.
        let near = &rest.as_bytes()[..rest.len().min(MAX_LINE)];
        let mut line = &rest[..near.iter().position(|byte| *byte == b'\n')?];
        if self.tails.located && line.ends_with(')') {
            line = &line[..line.rfind(" loc(").unwrap_or(line.len())];
        }
        (line.len() <= MAX_KEPT && !line.ends_with('{')).then_some(line)
    }

    /// What the text behind the operands says, if it was read before and fits the operands. Goes behind it then.
    pub(super) fn known_tail(&mut self, head: &Head) -> Option<Tail> {
        let text = self.tail_text()?;
        let tail = self.tails.known.get(&(head.kind.name, text))?.clone();
        let places = head.operands.places();
        let named = self.named_results(head, tail.results.len());
        if places.len() != tail.inputs.len() || named.is_err() {
            return None;
        }
        for (place, ty) in places.zip(tail.inputs.clone()) {
            let ty = self.tails.types[ty];
            self.is_of_type(place, ty).then_some(())?;
        }
        self.scanner.resume(self.scanner.offset() + text.len());
        Some(tail)
    }

    /// Keeps what the text from an offset on says, which was read.
    pub(super) fn keep_tail(&mut self, head: &Head, start: usize, tail: &Tail) {
        let text = self.text().get(start..self.scanner.end_before());
        if let Some(text) = text.filter(|text| text.len() <= MAX_KEPT) {
            self.tails.known.insert((head.kind.name, text), tail.clone());
        }
    }
}
