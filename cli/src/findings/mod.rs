//! Findings about a schema, in machine-readable forms.

mod annotations;
pub(crate) mod args;
mod sarif;

pub(crate) use annotations::annotations;
pub(crate) use sarif::sarif;

use self::args::FindingArgs;
use crate::failure::Result;
use crate::{output, schema};
use bytespec_codegen::ast::Span;
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics};
use bytespec_codegen::lock;
use bytespec_codegen::syntax::{FileId, SourceMap, replaced};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// A finding in the form of `check --json`: one object per line.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Finding<'d> {
    /// The broken rule.
    rule: &'static str,
    /// `error` or `warning`.
    severity: &'static str,
    message: &'d str,
    /// The places; the first one is the place of the fault.
    labels: Vec<Label<'d>>,
    help: Option<&'d str>,
    /// Changes that fix it: all certain ones together, or one of the others.
    edits: Vec<Edit>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Label<'d> {
    #[serde(flatten)]
    place: Place,
    text: &'d str,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Edit {
    #[serde(flatten)]
    place: Place,
    /// The new text.
    text: String,
    certain: bool,
}

/// A range of text in a file. Lines and columns, in characters, count from one. The end is after the last character.
#[derive(Debug, Serialize, JsonSchema)]
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

/// Findings that are printed immediately or, in the forms for CI systems, together at the end.
#[derive(Debug)]
pub(crate) struct Report {
    args: FindingArgs,
    shown: Vec<Shown>,
}

impl Report {
    pub(crate) fn new(args: FindingArgs) -> Self {
        Report { args, shown: Vec::new() }
    }

    /// Prints findings, or stores them for the end.
    pub(crate) fn add(&mut self, found: &Diagnostics, sources: &SourceMap) -> Result {
        if self.args.sarif || self.args.annotations {
            self.shown.extend(found.iter().map(|found| Shown::new(found, sources)));
            return Ok(());
        }
        if self.args.json {
            return found.iter().try_for_each(|found| output::json(&Finding::new(found, sources)));
        }
        schema::show(found, sources);
        Ok(())
    }

    /// Prints the stored findings.
    pub(crate) fn end(&self) -> Result {
        if self.args.sarif {
            sarif(&self.shown)?;
        }
        if self.args.annotations {
            annotations(&self.shown)?;
        }
        Ok(())
    }
}

/// A finding in the form for CI systems.
#[derive(Debug)]
pub(crate) struct Shown {
    /// The broken rule.
    pub(crate) rule: &'static str,
    /// The description of the rule.
    pub(crate) requirement: String,
    /// Whether it is an error; otherwise it is a warning.
    pub(crate) is_error: bool,
    /// The fault, and how to fix it.
    pub(crate) message: String,
    /// The file.
    pub(crate) file: String,
    /// The lines; `None` for the whole file.
    pub(crate) region: Option<Region>,
    /// A hash that distinguishes it from other findings of the rule, independent of its place.
    pub(crate) fingerprint: Option<String>,
    /// The reason why it is allowed.
    pub(crate) allowed: Option<String>,
}

/// Lines of a file, counted from one.
#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) line: usize,
    pub(crate) end_line: usize,
    /// The first character in the first line, and the last one in the last line; `None` for complete lines.
    pub(crate) columns: Option<(usize, usize)>,
}

impl Shown {
    /// A finding about a schema.
    pub(crate) fn new(found: &Diagnostic, sources: &SourceMap) -> Self {
        let Finding { rule, message, labels, help, .. } = Finding::new(found, sources);
        let help = help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        let place = labels.first().map(|label| &label.place);
        let requirement = match rule {
            lock::RULE => lock::REQUIREMENT,
            _ => bytespec_codegen::rules::rule(rule).map_or("", |rule| rule.requirement),
        };
        Shown {
            rule,
            requirement: requirement.to_owned(),
            is_error: found.severity() == bytespec_codegen::rules::Severity::Error,
            message: format!("{message}{help}"),
            file: place.map(|place| place.file.clone()).unwrap_or_default(),
            region: place.map(|place| Region {
                line: place.line,
                end_line: place.end_line,
                columns: Some((place.column, place.end_column)),
            }),
            fingerprint: None,
            allowed: None,
        }
    }
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
