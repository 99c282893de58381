//! What stands behind the operands of operations: attributes, properties and types. Many operations have the same text there,
//! which is read once.

use super::parser::Parser;
use super::state::{Head, Tail};
use std::ops::Range;

/// Longer texts are read again, in bytes.
const MAX_KEPT: usize = 1 << 9;
/// As far the end of the line is looked for, in bytes: a location may stand behind the text.
const MAX_LINE: usize = 2 * MAX_KEPT;

impl<'t> Parser<'t, '_> {
    /// The text behind the operands of an operation without regions, from an offset on, as far as it may be one that was read before: to the end of
    /// the line, or to a location in it. What was read ends with a token there, too, so that it says the same.
    pub(super) fn tail_text(&self, offset: usize) -> Option<&'t str> {
        let rest = &self.text()[offset..];
        // No farther: all of a text may stand in one line.
        let near = &rest.as_bytes()[..rest.len().min(MAX_LINE)];
        let mut line = &rest[..line_end(near)?];
        if self.tails.located && line.ends_with(')') {
            line = &line[..line.rfind(" loc(").unwrap_or(line.len())];
        }
        (line.len() <= MAX_KEPT && !line.ends_with('{')).then_some(line)
    }

    /// What the text behind the operands says, if it was read before and fits the operands. Goes behind it then.
    pub(super) fn known_tail(&mut self, head: &Head<'t>) -> Option<Tail> {
        let offset = self.scanner.offset();
        let text = self.tail_text(offset)?;
        let tail = self.tails.known.get(&(head.literal, text))?.clone();
        if !self.tail_fits(&tail, head.operands.places(), head.results) {
            return None;
        }
        self.scanner.resume(offset + text.len());
        Some(tail)
    }

    /// Whether operands and the names of results, from one of them on, are those that a tail has the types of.
    pub(super) fn tail_fits(&mut self, tail: &Tail, places: Range<usize>, results: usize) -> bool {
        places.len() == tail.inputs.len()
            && self.named_results(results, tail.results.len()).is_ok()
            && places.zip(tail.inputs.clone()).all(|(place, ty)| {
                let ty = self.tails.types[ty];
                self.is_of_type(place, ty)
            })
    }

    /// Keeps what the text from an offset on says, which was read.
    pub(super) fn keep_tail(&mut self, head: &Head<'t>, start: usize, tail: &Tail) {
        let text = self.text().get(start..self.scanner.end_before());
        if let Some(text) = text.filter(|text| text.len() <= MAX_KEPT) {
            self.tails.known.insert((head.literal, text), tail.clone());
        }
    }
}

/// Where the first line of a text ends.
fn line_end(text: &[u8]) -> Option<usize> {
    // Several bytes are looked at at once.
    let (groups, _) = text.as_chunks::<16>();
    let has = |group: &[u8; 16]| group.iter().fold(false, |found, byte| found | (*byte == b'\n'));
    let start = groups.iter().take_while(|group| !has(group)).count() * 16;
    let end = text[start..].iter().position(|byte| *byte == b'\n')?;
    Some(start + end)
}
