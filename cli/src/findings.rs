//! Findings about a schema, for programs.

use bytespec_codegen::ast::Span;
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::syntax::{FileId, SourceMap, replaced};
use serde::Serialize;
use std::ops::Range;

/// A finding, as `check --json` prints it: an object a line.
#[derive(Debug, Serialize)]
pub(crate) struct Finding<'d> {
    /// The rule that is broken.
    rule: &'static str,
    /// `error` or `warning`.
    severity: &'static str,
    message: &'d str,
    /// The places; the first one is where the fault is.
    labels: Vec<Label<'d>>,
    help: Option<&'d str>,
    /// Changes that mend it: all that are certain together, or one of the others.
    edits: Vec<Edit>,
}

#[derive(Debug, Serialize)]
struct Label<'d> {
    #[serde(flatten)]
    place: Place,
    text: &'d str,
}

#[derive(Debug, Serialize)]
struct Edit {
    #[serde(flatten)]
    place: Place,
    /// What to write there.
    text: String,
    certain: bool,
}

/// Some text of a file; lines and columns, in characters, are counted from one, and the end is behind the last character.
#[derive(Debug, Serialize)]
struct Place {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    /// In bytes from the start of the file.
    start: usize,
    end: usize,
}

impl<'d> Finding<'d> {
    /// A finding with its places.
    pub(crate) fn new(found: &'d Diagnostic, sources: &SourceMap) -> Self {
        let label = |(span, text): &'d (Span, String)| {
            let (file, bytes) = sources.place(*span)?;
            Some(Label { place: Place::new(sources, file, bytes), text })
        };
        let edit = |edit: &bytespec_codegen::diagnostics::Edit| {
            let (file, bytes, text) = replaced(edit, sources)?;
            let place = Place::new(sources, file, bytes);
            Some(Edit { place, text, certain: edit.is_certain })
        };
        Finding {
            rule: found.rule,
            severity: found.severity().word(),
            message: &found.message,
            labels: found.labels.iter().filter_map(label).collect(),
            help: found.help.as_deref(),
            edits: found.edits.iter().filter_map(edit).collect(),
        }
    }
}

impl Place {
    fn new(sources: &SourceMap, file: FileId, bytes: Range<usize>) -> Self {
        let text = sources.text(file);
        let place = |at: usize| {
            let before = &text[..at];
            let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
            (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
        };
        let ((line, column), (end_line, end_column)) = (place(bytes.start), place(bytes.end));
        Place {
            file: sources.path(file).to_string_lossy().replace('\\', "/"),
            line,
            column,
            end_line,
            end_column,
            start: bytes.start,
            end: bytes.end,
        }
    }
}
