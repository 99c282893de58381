//! Changes of a schema's text that leave everything else as it was written.

use std::ops::Range;
use std::path::PathBuf;

use super::{ImportError, Result};
use crate::ast::Span;
use crate::syntax::{FileId, SourceMap};

/// Changes of the files of a schema.
pub(super) struct Edits<'s> {
    sources: &'s SourceMap,
    changes: Vec<(FileId, Range<usize>, String)>,
}

/// An entry of a block mapping in a file.
struct Place {
    file: FileId,
    /// Where its first line begins.
    start: usize,
    /// How far its key is indented.
    indentation: usize,
    /// From behind the colon up to the end of the value.
    value: Range<usize>,
    /// Behind its last line.
    end: usize,
}

impl<'s> Edits<'s> {
    pub(super) fn new(sources: &'s SourceMap) -> Self {
        Edits { sources, changes: Vec::new() }
    }

    /// Gives the entry of a key another value, with a remark where no comment follows it.
    pub(super) fn set_value(&mut self, key: Span, value: &str, remark: &str) -> Result<()> {
        let place = self.place(key)?;
        let behind = &self.sources.text(place.file)[place.value.end..place.end];
        let remark = if behind.trim().is_empty() { remark } else { "" };
        self.changes.push((place.file, place.value, format!(" {value}{remark}")));
        Ok(())
    }

    /// Removes the entry of a key with its lines.
    pub(super) fn remove(&mut self, key: Span) -> Result<()> {
        let place = self.place(key)?;
        self.changes.push((place.file, place.start..place.end, String::new()));
        Ok(())
    }

    /// Adds an entry in front of that of a key, and of the comments that stand above it.
    pub(super) fn insert_before(&mut self, key: Span, entry: &str) -> Result<()> {
        let place = self.place(key)?;
        let text = self.sources.text(place.file);
        let mut at = place.start;
        while let Some(line) = text[..at].strip_suffix('\n') {
            let begins = line.rfind('\n').map_or(0, |end| end + 1);
            let comment = line[begins..].trim_start();
            let indentation = line.len() - begins - comment.len();
            if !comment.starts_with('#') || indentation != place.indentation {
                break;
            }
            at = begins;
        }
        let line = format!("{}{entry}\n", " ".repeat(place.indentation));
        self.changes.push((place.file, at..at, line));
        Ok(())
    }

    /// Adds an entry behind that of a key.
    pub(super) fn insert_after(&mut self, key: Span, entry: &str) -> Result<()> {
        let place = self.place(key)?;
        let text = self.sources.text(place.file);
        let first = if text[..place.end].ends_with('\n') { "" } else { "\n" };
        let line = format!("{first}{}{entry}\n", " ".repeat(place.indentation));
        self.changes.push((place.file, place.end..place.end, line));
        Ok(())
    }

    /// Writes something else in place of a scalar.
    pub(super) fn replace(&mut self, scalar: Span, text: &str) -> Result<()> {
        let (file, bytes) = self.located(scalar)?;
        self.changes.push((file, bytes, text.to_owned()));
        Ok(())
    }

    /// Adds text directly before or behind a scalar.
    pub(super) fn beside(&mut self, scalar: Span, text: &str, behind: bool) -> Result<()> {
        let (file, bytes) = self.located(scalar)?;
        let at = if behind { bytes.end } else { bytes.start };
        self.changes.push((file, at..at, text.to_owned()));
        Ok(())
    }

    /// The files that have other texts than before.
    pub(super) fn finish(mut self) -> Vec<(PathBuf, String)> {
        // From the end on, so that places stay where they are; what is added at one place stays in order.
        self.changes.sort_by_key(|(file, bytes, _)| (*file, bytes.start, bytes.end));
        let mut files: Vec<(FileId, String)> = Vec::new();
        for (file, bytes, new) in self.changes.into_iter().rev() {
            if files.last().is_none_or(|(known, _)| *known != file) {
                files.push((file, self.sources.text(file).to_owned()));
            }
            if let Some((_, text)) = files.last_mut() {
                text.replace_range(bytes, &new);
            }
        }
        let changed = files.into_iter().filter(|(file, text)| self.sources.text(*file) != text);
        changed.map(|(file, text)| (self.sources.path(file).to_owned(), text)).rev().collect()
    }

    /// A scalar with its quotes.
    fn located(&self, scalar: Span) -> Result<(FileId, Range<usize>)> {
        let (file, mut bytes) = self.sources.place(scalar).ok_or_else(|| {
            ImportError::new("the schema does not come from a file, so that it cannot be changed")
        })?;
        let text = self.sources.text(file);
        let around = bytes.start.checked_sub(1).and_then(|at| text.get(at..bytes.end + 1));
        let quote = around.filter(|text| {
            let mut ends = text.chars();
            matches!((ends.next(), ends.next_back()), (Some(a @ ('"' | '\'')), Some(b)) if a == b)
        });
        if quote.is_some() {
            bytes = bytes.start - 1..bytes.end + 1;
        }
        Ok((file, bytes))
    }

    fn place(&self, key: Span) -> Result<Place> {
        let (file, bytes) = self.located(key)?;
        let text = self.sources.text(file);
        let refused = |why: &str| {
            let line = text[..bytes.start].matches('\n').count() + 1;
            let path = self.sources.path(file).display();
            ImportError::new(format!(
                "{path}:{line}: `{}` {why}: write it as one line of its own, and import again",
                &text[bytes.clone()]
            ))
        };
        let start = text[..bytes.start].rfind('\n').map_or(0, |at| at + 1);
        if !text[start..bytes.start].bytes().all(|byte| byte == b' ') {
            return Err(refused("stands behind something else"));
        }
        let indentation = bytes.start - start;
        let rest = &text[bytes.end..];
        let colon = rest.find(':').filter(|at| rest[..*at].trim().is_empty());
        let begins = bytes.end + colon.ok_or_else(|| refused("has no value beside it"))? + 1;
        let ends = match value_end(&text[begins..]) {
            Some(length) => begins + length,
            None => {
                let block = block_end(text, line_end(text, begins), indentation);
                if text[begins..block].contains('#') {
                    return Err(refused("has a comment inside"));
                }
                begins + text[begins..block].trim_end().len()
            }
        };
        Ok(Place { file, start, indentation, value: begins..ends, end: line_end(text, ends) })
    }
}

/// Behind the end of the line that a place is in.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// Behind the lines from a place on that are indented deeper, or empty before such ones.
fn block_end(text: &str, from: usize, indentation: usize) -> usize {
    let mut at = from;
    let mut end = from;
    while at < text.len() {
        let next = line_end(text, at);
        let line = &text[at..next];
        let content = line.trim_start_matches(' ');
        if content.trim().is_empty() {
            at = next;
            continue;
        }
        if line.len() - content.len() <= indentation {
            break;
        }
        at = next;
        end = next;
    }
    end
}

/// The length of a value that begins on the line of its key, with the spaces before it; none for one
/// that stands on the lines below.
fn value_end(text: &str) -> Option<usize> {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let value = line.trim_start();
    let begins = line.len() - value.len();
    match value.chars().next() {
        None | Some('#') => None,
        Some('{' | '[' | '"' | '\'') => Some(begins + flow_end(&text[begins..])),
        Some(_) => Some(line.find(" #").unwrap_or(line.len()).min(line.trim_end().len())),
    }
}

/// The length of a quoted text, or of a mapping or list in brackets.
fn flow_end(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some('"'), '\\') => escaped = true,
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => continue,
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
        if depth == 0 && quote.is_none() && matches!(c, '"' | '\'' | '}' | ']') {
            return at + c.len_utf8();
        }
    }
    text.len()
}
