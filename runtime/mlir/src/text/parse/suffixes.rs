//! Caches the content of the text after the operands of operations: attributes, properties and types. Many operations have the
//! same text there, which is then parsed once.

use super::parser::Parser;
use super::state::{Head, Suffix};
use std::ops::Range;

/// Longer texts are not cached, in bytes.
const MAX_KEPT: usize = 1 << 9;
/// The maximum distance of the end of the line, in bytes. A location can follow the text.
const MAX_LINE: usize = 2 * MAX_KEPT;

impl<'t> Parser<'t, '_> {
    /// The text after the operands of an operation without regions that can be looked up in the cache: up to the end of the
    /// line, or to a location in it. A cached text ends with a token there, too, so it has the same content.
    pub(super) fn suffix_text(&self, offset: usize) -> Option<&'t str> {
        let rest = &self.text()[offset..];
        // The search is limited, because a whole text can be one line.
        let near = &rest.as_bytes()[..rest.len().min(MAX_LINE)];
        let mut line = &rest[..line_end(near)?];
        if self.suffixes.located && line.ends_with(')') {
            line = &line[..line.rfind(" loc(").unwrap_or(line.len())];
        }
        (line.len() <= MAX_KEPT && !line.ends_with('{')).then_some(line)
    }

    /// The content of the text after the operands, if it is cached and fits the operands. Skips the text then.
    pub(super) fn cached_suffix(&mut self, head: &Head<'t>) -> Option<Suffix> {
        let offset = self.scanner.offset();
        let text = self.suffix_text(offset)?;
        let suffix = self.suffixes.known.get(&(head.literal, text))?.clone();
        if !self.suffix_fits(&suffix, head.operands.places(), head.results) {
            return None;
        }
        self.scanner.resume(offset + text.len());
        Some(suffix)
    }

    /// Whether the operands and the result names from `results` on match the types of a suffix.
    pub(super) fn suffix_fits(
        &mut self,
        suffix: &Suffix,
        places: Range<usize>,
        results: usize,
    ) -> bool {
        places.len() == suffix.inputs.len()
            && self.named_results(results, suffix.results.len()).is_ok()
            && places.zip(suffix.inputs.clone()).all(|(place, ty)| {
                let ty = self.suffixes.types[ty];
                self.is_of_type(place, ty)
            })
    }

    /// Caches the content of the text from an offset on.
    pub(super) fn cache_suffix(&mut self, head: &Head<'t>, start: usize, suffix: &Suffix) {
        let text = self.text().get(start..self.scanner.end_before());
        if let Some(text) = text.filter(|text| text.len() <= MAX_KEPT) {
            self.suffixes.known.insert((head.literal, text), suffix.clone());
        }
    }
}

/// The end of the first line of a text.
fn line_end(text: &[u8]) -> Option<usize> {
    // Several bytes are looked at at once.
    let (groups, _) = text.as_chunks::<16>();
    let has = |group: &[u8; 16]| group.iter().fold(false, |found, byte| found | (*byte == b'\n'));
    let start = groups.iter().take_while(|group| !has(group)).count() * 16;
    let end = text[start..].iter().position(|byte| *byte == b'\n')?;
    Some(start + end)
}
