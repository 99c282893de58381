//! Findings as a person reads them, in rustc's look.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::source_map::{FileId, SourceMap};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::rules::Severity;

/// Writes every finding with the lines it is about, and a count at the end; nothing for no findings.
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
    for (file, annotations) in by_file(diagnostic, sources) {
        let path = sources.path(file).to_string_lossy().replace('\\', "/");
        group =
            group.element(Snippet::source(sources.text(file)).path(path).annotations(annotations));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}

/// The labels, one snippet a file, the file of the fault first.
fn by_file<'a>(
    diagnostic: &'a Diagnostic,
    sources: &SourceMap,
) -> Vec<(FileId, Vec<Annotation<'a>>)> {
    let mut files: Vec<(FileId, Vec<Annotation<'a>>)> = Vec::new();
    for (at, (span, label)) in diagnostic.labels.iter().enumerate() {
        let Some((file, bytes)) = sources.place(*span) else {
            continue;
        };
        let kind = match at {
            0 => AnnotationKind::Primary,
            _ => AnnotationKind::Context,
        };
        let mut annotation = kind.span(bytes);
        if !label.is_empty() {
            annotation = annotation.label(label.as_str());
        }
        match files.iter_mut().find(|(known, _)| *known == file) {
            Some((_, annotations)) => annotations.push(annotation),
            None => files.push((file, vec![annotation])),
        }
    }
    files
}
