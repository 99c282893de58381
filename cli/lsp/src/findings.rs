//! Findings as diagnostics, and their changes as actions.

use super::analysis::place;
use super::places;
use super::state::{Answer, Server};
use bytespec_codegen::ast::Span;
use bytespec_codegen::diagnostics::{Diagnostic, Edit};
use bytespec_codegen::rules::Severity;
use bytespec_codegen::syntax::{SourceMap, replaced};
use lsp_types::{
    CodeAction, CodeActionKind, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString,
    Range, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is found in a file, where it is now.
pub(super) fn of_file(server: &Server, root: &Path, path: &Path) -> Vec<lsp_types::Diagnostic> {
    let mut found = Vec::new();
    if let Some(changed_item) = server.changed_item(path) {
        let text = &server.open[path].text;
        let place = |span: Span| {
            let (_, bytes) = changed_item.sources.place(span)?;
            let bytes =
                changed_item.bytes.start + bytes.start..changed_item.bytes.start + bytes.end;
            let uri = places::uri(path)?;
            let range = text.range(bytes, server.encoding);
            Some(lsp_types::Location { uri, range })
        };
        found.extend(changed_item.found.iter().filter_map(|finding| diagnostic(finding, &place)));
    }
    let Some((known, analysis)) = server.analysis(root) else { return found };
    for (finding, sources) in known.found(analysis) {
        let primary = finding.primary().and_then(|span| place(sources, span));
        if primary.is_some_and(|(of, _)| of == path) {
            let location = |span: Span| {
                let (path, bytes) = place(sources, span)?;
                server.location(sources, path, server.now(path, bytes)?)
            };
            found.extend(diagnostic(finding, &location));
        }
    }
    found
}

fn diagnostic(
    finding: &Diagnostic,
    place: &dyn Fn(Span) -> Option<lsp_types::Location>,
) -> Option<lsp_types::Diagnostic> {
    let ((first, label), others) = finding.labels.split_first()?;
    let range = place(*first)?.range;
    let mut message = finding.message.clone();
    for text in std::iter::once(label).chain(&finding.help).filter(|text| !text.is_empty()) {
        message.push('\n');
        message.push_str(text);
    }
    let related = others.iter().filter_map(|(span, text)| {
        Some(DiagnosticRelatedInformation { location: place(*span)?, message: text.clone() })
    });
    let severity = match finding.severity() {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    Some(lsp_types::Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.rule.to_owned())),
        source: Some("bytespec".to_owned()),
        message,
        related_information: Some(related.collect()),
        ..lsp_types::Diagnostic::default()
    })
}

/// Changes that mend what is found in some lines.
pub(super) fn actions(server: &Server, root: &Path, params: &Value) -> Answer {
    let Some((known, analysis)) = server.analysis(root) else { return Ok(Value::Null) };
    let asked: Option<(Uri, Range)> = serde_json::from_value(params["textDocument"]["uri"].clone())
        .ok()
        .zip(serde_json::from_value(params["range"].clone()).ok());
    let Some((path, range)) = asked.and_then(|(uri, range)| Some((places::path(&uri)?, range)))
    else {
        return Ok(Value::Null);
    };
    let mut actions = Vec::new();
    for (finding, sources) in known.found(analysis) {
        let location = |span: Span| {
            let (path, bytes) = place(sources, span)?;
            server.location(sources, path, bytes)
        };
        let Some(found) = diagnostic(finding, &location) else { continue };
        let of_file = finding.primary().and_then(|span| place(sources, span));
        let touches =
            found.range.start.line <= range.end.line && range.start.line <= found.range.end.line;
        if !touches || of_file.is_none_or(|(of, _)| of != path) {
            continue;
        }
        // What is certain belongs together; of the others each is one way.
        let (certain, ways): (Vec<&Edit>, Vec<&Edit>) =
            finding.edits.iter().partition(|edit| edit.is_certain);
        let certain = (!certain.is_empty()).then_some((certain, true));
        for (edits, is_certain) in
            certain.into_iter().chain(ways.into_iter().map(|e| (vec![e], false)))
        {
            let Some((edit, title)) = change(server, sources, &edits) else { continue };
            actions.push(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![found.clone()]),
                edit: Some(edit),
                is_preferred: Some(is_certain),
                ..CodeAction::default()
            });
        }
    }
    serde_json::to_value(actions).map_err(|error| error.to_string())
}

/// Changes of files as the protocol has them.
pub(super) fn workspace_edit(changes: BTreeMap<PathBuf, Vec<TextEdit>>) -> WorkspaceEdit {
    let named = |(path, edits): (PathBuf, _)| Some((places::uri(&path)?, edits));
    WorkspaceEdit {
        changes: Some(changes.into_iter().filter_map(named).collect()),
        ..WorkspaceEdit::default()
    }
}

/// The change that some edits make, and words for it.
fn change(
    server: &Server,
    sources: &SourceMap,
    edits: &[&Edit],
) -> Option<(WorkspaceEdit, String)> {
    let mut changes: BTreeMap<PathBuf, Vec<TextEdit>> = BTreeMap::new();
    let mut words = Vec::new();
    for edit in edits {
        let (file, bytes, new_text) = replaced(edit, sources)?;
        let from = &sources.text(file)[bytes.clone()];
        let to = new_text.trim_matches([',', ' ', '\n']);
        words.push(match from.is_empty() {
            true => format!("add `{to}`"),
            false => format!("change `{from}` to `{to}`"),
        });
        let path = sources.path(file);
        let range = server.location(sources, path, bytes)?.range;
        changes.entry(path.to_owned()).or_default().push(TextEdit { range, new_text });
    }
    let mut title = words.join(", ");
    title[..1].make_ascii_uppercase();
    Some((workspace_edit(changes), title))
}
