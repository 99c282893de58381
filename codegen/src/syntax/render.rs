//! Renders findings for people, in the style of rustc.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

use super::source_map::{FileId, SourceMap};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::rules::Severity;

/// Renders every finding with its lines, and a count at the end. Renders nothing without findings.
pub fn render(diagnostics: &Diagnostics, sources: &SourceMap, color: bool) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(renderer.render(&[group(diagnostic, sources)]).trim_end());
        text.push_str("\n\n");
    }
    let counts = [Severity::Error, Severity::Warning].map(|severity| {
        let count = diagnostics.iter().filter(|found| found.severity() == severity).count();
        let plural = if count == 1 { "" } else { "s" };
        (count, format!("{count} {}{plural}", severity.word()))
    });
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(_, words)| words).collect();
    text.push_str(&format!("{}\n", counts.join(", ")));
    text
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Group<'a> {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.rule);
    let mut group = Group::with_title(title);
    for (file, labels) in by_file(diagnostic, sources) {
        let path = sources.path(file).to_string_lossy().replace('\\', "/");
        // The renderer's time is proportional to the number of lines in its source.
        let text = sources.text(file);
        let start = labels.iter().map(|(_, bytes, _)| bytes.start).min().unwrap_or(0);
        let end = labels.iter().map(|(_, bytes, _)| bytes.end).max().unwrap_or(0);
        let (first, start) = sources.line_of(file, start);
        let lines = start..text[end..].find('\n').map_or(text.len(), |at| end + at);
        let annotations = labels.into_iter().map(|(kind, bytes, label)| {
            let annotation = kind.span(bytes.start - lines.start..bytes.end - lines.start);
            if label.is_empty() { annotation } else { annotation.label(label) }
        });
        let snippet = Snippet::source(&text[lines.clone()]).line_start(first).path(path);
        group = group.element(snippet.annotations(annotations));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}

/// A label and its bytes.
type Label<'a> = (AnnotationKind, Range<usize>, &'a str);

/// The labels, one snippet per file, the file of the fault first.
fn by_file<'a>(diagnostic: &'a Diagnostic, sources: &SourceMap) -> Vec<(FileId, Vec<Label<'a>>)> {
    let mut files: Vec<(FileId, Vec<Label<'a>>)> = Vec::new();
    for (at, (span, label)) in diagnostic.labels.iter().enumerate() {
        let Some((file, bytes)) = sources.place(*span) else {
            continue;
        };
        let kind = match at {
            0 => AnnotationKind::Primary,
            _ => AnnotationKind::Context,
        };
        let label = (kind, bytes, label.as_str());
        match files.iter_mut().find(|(known, _)| *known == file) {
            Some((_, labels)) => labels.push(label),
            None => files.push((file, vec![label])),
        }
    }
    files
}
