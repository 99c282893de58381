//! The texts of a schema, and the places of spans in them.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::ast::Span;

/// Files of a schema and every place in them that has a [`Span`].
///
/// `Span(0)`, the default, means no place.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<File>,
    places: Vec<Place>,
}

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// The place of a span, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    /// The file.
    pub path: &'a Path,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Length in characters.
    pub len: usize,
}

#[derive(Clone, Debug)]
struct File {
    path: PathBuf,
    text: String,
    /// The starts of all lines but the first.
    lines: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Place {
    file: FileId,
    bytes: Range<usize>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> FileId {
        let text: String = text.into();
        let lines = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        self.files.push(File { path: path.into(), text, lines });
        FileId(u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX))
    }

    /// The files, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.files.iter().map(|file| (file.path.as_path(), file.text.as_str()))
    }

    /// The file of a path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        let at = self.files.iter().position(|file| file.path == path)?;
        u32::try_from(at).ok().map(FileId)
    }

    /// The path of a file.
    pub fn path(&self, file: FileId) -> &Path {
        &self.files[file.0 as usize].path
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// The bytes of a line of a file, from 1, without its end.
    pub fn line(&self, file: FileId, number: usize) -> Option<Range<usize>> {
        let File { text, lines, .. } = &self.files[file.0 as usize];
        let start = match number.checked_sub(2) {
            Some(before) => *lines.get(before)?,
            None => 0,
        };
        let end = lines.get(number.checked_sub(1)?).copied().unwrap_or(text.len());
        Some(start..start + text[start..end].trim_end_matches(['\n', '\r']).len())
    }

    /// The number of the line, from 1, that contains a byte of a file, and the start of the line.
    pub fn line_of(&self, file: FileId, byte: usize) -> (usize, usize) {
        let lines = &self.files[file.0 as usize].lines;
        let line = lines.partition_point(|start| *start <= byte);
        (line + 1, line.checked_sub(1).map_or(0, |before| lines[before]))
    }

    /// Makes a span of some bytes of a file; bytes outside the text are cut off.
    pub fn span(&mut self, file: FileId, bytes: Range<usize>) -> Span {
        let text = self.text(file);
        let start = floor(text, bytes.start);
        let end = floor(text, bytes.end).max(start);
        self.places.push(Place { file, bytes: start..end });
        Span(u32::try_from(self.places.len()).unwrap_or(0))
    }

    /// Makes a span of a part of `value`, which is at `span`.
    ///
    /// If the text differs from the value (escapes, folded lines), returns the span of the whole value.
    pub fn part(&mut self, span: Span, value: &str, part: Range<usize>) -> Span {
        let Some((file, bytes)) = self.place(span) else {
            return span;
        };
        let text = &self.text(file)[bytes.clone()];
        match text.find(value) {
            Some(at) if !value.is_empty() => {
                let start = bytes.start + at;
                self.span(file, start + part.start..start + part.end)
            }
            _ => span,
        }
    }

    /// The bytes of a name in the value at a span.
    pub fn name(
        &self,
        span: Span,
        name: &str,
        part: Option<&(String, Range<usize>)>,
    ) -> Option<(FileId, Range<usize>)> {
        let (file, bytes) = self.place(span)?;
        let text = &self.text(file)[bytes.clone()];
        let at = match part {
            Some((value, part)) => text.find(value.as_str())? + part.start,
            None => word(text, name)?,
        };
        let start = bytes.start + at;
        Some((file, start..start + name.len()))
    }

    /// The file and the bytes of a span.
    pub fn place(&self, span: Span) -> Option<(FileId, Range<usize>)> {
        let place = self.places.get((span.0 as usize).checked_sub(1)?)?;
        Some((place.file, place.bytes.clone()))
    }

    /// The source text at a span.
    pub fn snippet(&self, span: Span) -> &str {
        match self.place(span) {
            Some((file, bytes)) => &self.text(file)[bytes],
            None => "",
        }
    }

    /// The file, relative to a folder, and the line of a span, such as `ops.yaml:12`; empty without a file.
    pub fn line_in(&self, folder: &Path, span: Span) -> String {
        let Some(location) = self.resolve(span) else { return String::new() };
        let path = location.path.strip_prefix(folder).unwrap_or(location.path);
        // A file that is read alone keeps its own name.
        let path = if path.as_os_str().is_empty() { location.path } else { path };
        format!("{}:{}", path.display(), location.line).replace('\\', "/")
    }

    /// The place of a span, for people.
    pub fn resolve(&self, span: Span) -> Option<Location<'_>> {
        let (file, bytes) = self.place(span)?;
        let File { path, text, .. } = &self.files[file.0 as usize];
        let (line, line_start) = self.line_of(file, bytes.start);
        Some(Location {
            path,
            line,
            column: text[line_start..bytes.start].chars().count() + 1,
            len: text[bytes].chars().count(),
        })
    }
}

/// The first place of a word in a text.
fn word(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut found = text.match_indices(word).map(|(at, _)| at);
    found.find(|at| {
        let end = at + word.len();
        !is_part(text[..*at].chars().next_back()) && !is_part(text[end..].chars().next())
    })
}

/// The character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_resolve_and_never_leave_the_text() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.yaml", "- op: a\n  é: b\n");
        let span = sources.span(file, 13..14);
        let place = sources.resolve(span).unwrap();
        assert_eq!((place.line, place.column, place.len), (2, 5, 1));
        let outside = sources.span(file, 11..4000);
        assert_eq!(sources.resolve(outside).unwrap().line, 2);
        assert_eq!(sources.resolve(Span(0)), None);
    }

    #[test]
    fn a_part_of_a_quoted_value() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.yaml", "type: \"list<X>\"");
        let value = sources.span(file, 6..15);
        let part = sources.part(value, "list<X>", 5..6);
        assert_eq!(sources.snippet(part), "X");
    }
}
