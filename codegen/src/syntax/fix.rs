//! Applies the certain edits of findings to a schema.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use super::read_and_check;
use super::source_map::{FileId, SourceMap};
use crate::diagnostics::{Change, Diagnostics, Edit};

/// Maximum number of passes: a fix can uncover other findings, and more passes than this alternate between two texts.
const MAX_TURNS: usize = 16;

/// A schema after its fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// All files with their texts.
    pub files: Vec<(PathBuf, String)>,
    /// The changes, in order.
    pub made: Vec<Made>,
}

/// One applied change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1, before the change.
    pub line: usize,
    /// The rule that was broken.
    pub rule: &'static str,
    /// The old text; empty for an addition.
    pub from: String,
    /// The new text.
    pub to: String,
}

/// A change of some bytes of a file.
struct Placed {
    bytes: Range<usize>,
    to: String,
    rule: &'static str,
}

/// Applies every certain change, until there are no more.
pub fn fix(mut files: Vec<(PathBuf, String)>) -> Fixed {
    let mut made = Vec::new();
    for _ in 0..MAX_TURNS {
        let (_, sources, found) = read_and_check(files.clone());
        let changed = turn(&found, &sources, &mut files);
        if changed.is_empty() {
            break;
        }
        made.extend(changed);
    }
    Fixed { files, made }
}

/// Applies the certain changes of the findings once. Of two overlapping changes, only the first is applied.
fn turn(found: &Diagnostics, sources: &SourceMap, files: &mut [(PathBuf, String)]) -> Vec<Made> {
    let mut changes: BTreeMap<FileId, Vec<Placed>> = BTreeMap::new();
    for finding in found {
        let certain = finding.edits.iter().filter(|edit| edit.is_certain);
        let placed: Option<Vec<_>> = certain.map(|edit| replaced(edit, sources)).collect();
        let Some(placed) = placed else { continue };
        let touches = |(file, bytes, _): &(FileId, Range<usize>, String)| {
            let mut others = changes.get(file).into_iter().flatten();
            others.any(|other| bytes.start <= other.bytes.end && other.bytes.start <= bytes.end)
        };
        // The edits of one finding are applied together.
        if placed.iter().any(touches) {
            continue;
        }
        for (file, bytes, to) in placed {
            changes.entry(file).or_default().push(Placed { bytes, to, rule: finding.rule });
        }
    }
    let mut made = Vec::new();
    for (file, mut changes) in changes {
        let (path, before) = (sources.path(file), sources.text(file));
        let Some((_, text)) = files.iter_mut().find(|(known, _)| known == path) else { continue };
        changes.sort_by_key(|change| change.bytes.start);
        text.clear();
        let mut copied = 0;
        for Placed { bytes, to, rule } in changes {
            text.push_str(&before[copied..bytes.start]);
            text.push_str(&to);
            copied = bytes.end;
            made.push(Made {
                path: path.to_owned(),
                line: before[..bytes.start].matches('\n').count() + 1,
                rule,
                from: before[bytes].to_owned(),
                to: to.trim_matches([',', ' ', '\n']).to_owned(),
            });
        }
        text.push_str(&before[copied..]);
    }
    made
}

/// The bytes that an edit replaces, and the new text; none if the text differs from the expected one.
pub fn replaced(edit: &Edit, sources: &SourceMap) -> Option<(FileId, Range<usize>, String)> {
    let (file, bytes) = sources.place(edit.span)?;
    let text = sources.text(file);
    match &edit.change {
        Change::Whole(to) => Some((file, bytes, to.clone())),
        Change::Word { from, to } => {
            let at = only_word(&text[bytes.clone()], from)?;
            let start = bytes.start + at;
            Some((file, start..start + from.len(), to.clone()))
        }
        Change::Key { key, value } => {
            let end = bytes.end + quote(text, &bytes);
            if text[end..].trim_start_matches(' ').starts_with([',', '}']) {
                return Some((file, end..end, format!(", {key}: {value}")));
            }
            let line = &text[text[..bytes.start].rfind('\n').map_or(0, |at| at + 1)..];
            let column = line.len() - line.trim_start_matches([' ', '-']).len();
            let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
            Some((file, end..end, format!("\n{}{key}: {value}", " ".repeat(column))))
        }
    }
}

/// The length of the closing quote behind a value; 0 without quotes.
fn quote(text: &str, value: &Range<usize>) -> usize {
    let before = text[..value.start].chars().next_back();
    let is_quote = |c: &char| matches!(c, '"' | '\'');
    usize::from(before.filter(is_quote).is_some_and(|quote| text[value.end..].starts_with(quote)))
}

/// The offset of a word that occurs exactly once in a text.
fn only_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut found = text.match_indices(word).map(|(at, _)| at).filter(|at| {
        let end = at + word.len();
        !is_part(text[..*at].chars().next_back()) && !is_part(text[end..].chars().next())
    });
    let first = found.next().filter(|_| !word.is_empty())?;
    found.next().is_none().then_some(first)
}
