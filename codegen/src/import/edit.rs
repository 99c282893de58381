//! Changes of a schema's text that keep everything else unchanged.

use std::ops::Range;
use std::path::PathBuf;

use super::{ImportError, Result};
use crate::ast::{Span, Spanned};
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

    /// Adds an entry before that of a key, and before the comments above it.
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

    /// Adds, changes or removes a key of a mapping. A new key follows the value `anchor`.
    pub(super) fn set_key(
        &mut self,
        anchor: Span,
        key: &str,
        old: Option<&Spanned<String>>,
        new: Option<&str>,
    ) -> Result<()> {
        match (old, new) {
            (None, None) => Ok(()),
            (Some(old), Some(new)) => self.replace(old.span, new),
            (None, Some(new)) if self.in_brackets(anchor)? => {
                self.beside(anchor, &format!(", {key}: {new}"), true)
            }
            (None, Some(new)) => {
                let (file, bytes) = self.located(anchor)?;
                let text = self.sources.text(file);
                let start = line_start(text, bytes.start);
                // The first key of an item of a list follows its dash.
                let key_at = text[start..].find(|c| !matches!(c, ' ' | '-')).unwrap_or(0);
                let line = format!("{}{key}: {new}\n", " ".repeat(key_at));
                let end = line_end(text, bytes.end);
                self.changes.push((file, end..end, line));
                Ok(())
            }
            (Some(old), None) => {
                let brackets = self.in_brackets(old.span)?;
                let (file, bytes) = self.located(old.span)?;
                let text = self.sources.text(file);
                let range = if brackets {
                    text[..bytes.start].rfind(',').unwrap_or(bytes.start)..bytes.end
                } else {
                    line_start(text, bytes.start)..line_end(text, bytes.end)
                };
                self.changes.push((file, range, String::new()));
                Ok(())
            }
        }
    }

    /// Adds a line behind the one that has a scalar, indented as that is.
    pub(super) fn line_behind(&mut self, scalar: Span, line: &str) -> Result<()> {
        self.line_beside(scalar, line, true)
    }

    /// Adds a line before the one that has a scalar, indented as that is.
    pub(super) fn line_before(&mut self, scalar: Span, line: &str) -> Result<()> {
        self.line_beside(scalar, line, false)
    }

    fn line_beside(&mut self, scalar: Span, line: &str, behind: bool) -> Result<()> {
        let (file, bytes) = self.located(scalar)?;
        let text = self.sources.text(file);
        let start = line_start(text, bytes.start);
        let indentation = text[start..].find(|c| c != ' ').unwrap_or(0);
        // Deeper lines below belong to it.
        let end = block_end(text, line_end(text, bytes.end), indentation);
        let at = if behind { end } else { start };
        let first = if text[..at].ends_with('\n') || at == 0 { "" } else { "\n" };
        let line = format!("{first}{}{line}\n", " ".repeat(indentation));
        self.changes.push((file, at..at, line));
        Ok(())
    }

    /// Adds an item behind the one that has a name, and behind the comments below that which come `before` it.
    pub(super) fn item_behind(
        &mut self,
        name: Span,
        item: &str,
        before: &dyn Fn(&str) -> bool,
    ) -> Result<()> {
        let (file, bytes) = self.located(name)?;
        let text = self.sources.text(file);
        let mut end = item_end(text, bytes.start);
        while text[end..].starts_with('#') && before(&text[end..line_end(text, end)]) {
            end = item_end(text, end);
        }
        let last = text[..end].trim_end().len();
        // The item keeps the end of its line; the text after it keeps the blank line before it.
        let at = line_end(text, last.saturating_sub(1));
        let first = if text[..at].ends_with('\n') { "\n" } else { "\n\n" };
        self.changes.push((file, at..at, format!("{first}{item}")));
        Ok(())
    }

    /// Adds an item before the one that has a name.
    pub(super) fn item_before(&mut self, name: Span, item: &str) -> Result<()> {
        let (file, bytes) = self.located(name)?;
        let at = line_start(self.sources.text(file), bytes.start);
        self.changes.push((file, at..at, format!("{item}\n")));
        Ok(())
    }

    /// Removes the entry of a list that a scalar begins, with its lines.
    pub(super) fn remove_entry(&mut self, scalar: Span) -> Result<()> {
        let (file, bytes) = self.located(scalar)?;
        let text = self.sources.text(file);
        let start = line_start(text, bytes.start);
        let indentation = text[start..].find(|c| c != ' ').unwrap_or(0);
        let end = block_end(text, line_end(text, bytes.end), indentation);
        self.changes.push((file, start..end, String::new()));
        Ok(())
    }

    /// Removes the item that has a name, and the blank behind it.
    pub(super) fn remove_item(&mut self, name: Span) -> Result<()> {
        let (file, bytes) = self.located(name)?;
        let text = self.sources.text(file);
        let range = line_start(text, bytes.start)..item_end(text, bytes.start);
        self.changes.push((file, range, String::new()));
        Ok(())
    }

    /// The text of the file that has a scalar.
    pub(super) fn text_around(&self, scalar: Span) -> Result<&'s str> {
        let (file, _) = self.located(scalar)?;
        Ok(self.sources.text(file))
    }

    /// Whether a value is in a mapping in brackets, and not after its key on its own line.
    fn in_brackets(&self, value: Span) -> Result<bool> {
        let (file, bytes) = self.located(value)?;
        let text = self.sources.text(file);
        let before = &text[line_start(text, bytes.start)..bytes.start];
        let key = before.trim_start_matches([' ', '-']).trim_end();
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        Ok(!key.strip_suffix(':').is_some_and(|key| key.chars().all(word)))
    }

    /// The files that have other texts than before.
    pub(super) fn finish(mut self) -> Vec<(PathBuf, String)> {
        // From the end: a change must not move the places before it. Additions at one place stay in order.
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
            ImportError::new("the schema does not come from a file, so it cannot be changed")
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
        let start = line_start(text, bytes.start);
        if !text[start..bytes.start].bytes().all(|byte| byte == b' ') {
            return Err(refused("follows something else on its line"));
        }
        let indentation = bytes.start - start;
        let rest = &text[bytes.end..];
        let colon = rest.find(':').filter(|at| rest[..*at].trim().is_empty());
        let begins = bytes.end + colon.ok_or_else(|| refused("has no value on its line"))? + 1;
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

/// Behind the item of a file that a place is in: where the next one, or a comment above it, begins.
fn item_end(text: &str, at: usize) -> usize {
    let mut end = line_end(text, at);
    while end < text.len() && !text[end..].starts_with(['-', '#']) {
        end = line_end(text, end);
    }
    end
}

/// Where the line begins that a place is in.
fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
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

/// The length of a value that begins on the line of its key, with the spaces before it; none for a
/// value on the lines below.
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
