//! Prints one field of all elements as a column.

use super::{Description, bits, picture, place, stop, walk};
use crate::failure::{Failure, Result};
use crate::output;
use bytespec::plan::Explanation;
use bytespec::plan::explain::{Explainer, Level, Part, Words};
use std::path::Path;

/// Prints the parts at a path, in which `[*]` matches any element. The name of the section is optional. Names of variants are
/// ignored: the paths of errors have them.
pub(super) fn explain<'f, 'p, 'i>(
    found: &Explanation<'_, 'i>,
    words: Words<'f, 'p, 'i>,
    (name, pattern): (&Path, &'f str),
    bytes: &'i [u8],
) -> Result {
    let plain = without_variants(pattern);
    let patterns = [pattern, &plain];
    let mut column = Column { words, bytes, patterns, section: 0, count: 0, failure: None };
    walk(found, &mut column);
    if let Some(failure) = column.failure {
        return Err(failure);
    }
    match column.count {
        0 => Err(Failure::input(name, format_args!("nothing in this file has the path {pattern}"))),
        _ => Ok(()),
    }
}

struct Column<'a, 'f, 'p, 'i> {
    words: Words<'f, 'p, 'i>,
    bytes: &'i [u8],
    patterns: [&'a str; 2],
    /// The length of the section's name.
    section: usize,
    count: usize,
    failure: Option<Failure>,
}

/// A path without the names of variants, each of which follows a field and a blank.
fn without_variants(path: &str) -> String {
    let mut plain = String::with_capacity(path.len());
    for (at, piece) in path.split(' ').enumerate() {
        let end = if at == 0 { 0 } else { piece.find(['.', '[']).unwrap_or(piece.len()) };
        plain.push_str(&piece[end..]);
    }
    plain
}

/// Whether a path matches a pattern, or is inside of a match.
fn matches(mut pattern: &str, mut path: &str) -> bool {
    while let Some(at) = pattern.find("[*]") {
        let (before, after) = pattern.split_at(at);
        let Some(rest) = path.strip_prefix(before).and_then(|rest| rest.strip_prefix('[')) else {
            return false;
        };
        let Some((_, rest)) = rest.split_once(']') else { return false };
        (pattern, path) = (&after["[*]".len()..], rest);
    }
    let rest = path.strip_prefix(pattern);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

impl<'i> Explainer<'i> for Column<'_, '_, '_, 'i> {
    fn begin(&mut self, level: &Level<'_>) -> bytespec::Result<()> {
        if !level.path.contains(['.', '[']) {
            self.section = level.path.len();
        }
        Ok(())
    }

    fn end(&mut self, _: u64) -> bytespec::Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        let inside = part.path.get(self.section..).and_then(|path| path.strip_prefix('.'));
        let is_at = |pattern| {
            matches(pattern, part.path) || inside.is_some_and(|path| matches(pattern, path))
        };
        if !self.patterns.into_iter().any(is_at) {
            return Ok(());
        }
        self.count += 1;
        let description = Description::of(&mut self.words, part);
        let (start, bytes) = (place(bits(part).start), picture(self.bytes, part));
        let equals = if description.value.is_empty() { "" } else { " = " };
        let text = format!(
            "{start:<9} {bytes:<24} {}{equals}{}  {}",
            part.path, description.value, description.meaning
        );
        output::line(format_args!("{}", text.trim_end())).map_err(|failure| {
            self.failure = Some(failure);
            stop()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{matches, without_variants};

    #[test]
    fn names_of_variants_are_ignored() {
        for (path, plain) in [
            (
                "root.content Node.parts[0].content Property.name",
                "root.content.parts[0].content.name",
            ),
            ("parts[*] Node", "parts[*]"),
            ("parts[*] Node[2].a", "parts[*][2].a"),
            ("a.b", "a.b"),
        ] {
            assert_eq!(without_variants(path), plain);
        }
    }

    #[test]
    fn a_pattern_matches_parts_and_their_content() {
        for (pattern, path, is) in [
            ("a.b[*].c", "a.b[12].c", true),
            ("a.b[*].c", "a.b[12].c.d", true),
            ("a.b[*].c", "a.b[12].cd", false),
            ("a.b[3]", "a.b[3][4]", true),
            ("a.b[3]", "a.b[31]", false),
            ("a[*][*]", "a[1][2]", true),
            ("a[*][*]", "a[1]", false),
            ("a[*", "a[1]", false),
        ] {
            assert_eq!(matches(pattern, path), is, "{pattern} {path}");
        }
    }
}
