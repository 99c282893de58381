//! A YAML file as a tree of nodes with places.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::options::{DuplicateKeyPolicy, MergeKeyPolicy};

use super::mistakes::{self, Mistake};
use super::source_map::{FileId, SourceMap};
use crate::ast::Span;
use crate::diagnostics::Diagnostic;

/// A node of a YAML file.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) span: Span,
    pub(super) kind: Kind,
}

/// The content of a node.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    Int(i128),
    Float,
    Text(String),
    Seq(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// The kind of the value, in words.
    pub(super) fn describe(&self) -> &'static str {
        match self.kind {
            Kind::Null => "nothing",
            Kind::Bool(_) => "true or false",
            Kind::Int(..0) => "a negative number",
            Kind::Int(_) | Kind::Float => "a number",
            Kind::Text(_) => "text",
            Kind::Seq(_) => "a list",
            Kind::Map(_) => "a mapping",
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The maximum nesting; a schema needs about six levels, and each one takes a
/// lot of stack in the library.
pub(super) const MAX_DEPTH: usize = 16;

/// Reads any text; the error is a finding with its place.
pub(super) fn parse_any(file: FileId, sources: &mut SourceMap) -> Result<Node, Diagnostic> {
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! { max_depth: MAX_DEPTH },
        // Both entries of a repeated key are kept, so that a finding can label both.
        duplicate_keys: DuplicateKeyPolicy::LastWins,
        merge_keys: MergeKeyPolicy::AsOrdinary,
        strict_booleans: true,
        with_snippet: false,
    };
    let raw = serde_yaml::from_str_with_options::<Raw>(sources.text(file), options);
    match raw {
        Ok(raw) => match mistakes::find(sources.text(file), usize::MAX).filter(|m| m.silent) {
            Some(found) => Err(finding(found, file, sources)),
            None => Ok(resolve(raw, file, sources)),
        },
        Err(error) => {
            let error = error.without_snippet();
            let span = match error.location() {
                Some(location) => span_of(location, file, sources),
                None => sources.span(file, 0..0),
            };
            let end = sources.place(span).map_or(0, |(_, bytes)| bytes.start);
            let budget = matches!(error, serde_yaml::Error::Budget { .. });
            if let Some(found) = mistakes::find(sources.text(file), end).filter(|_| !budget) {
                return Err(finding(found, file, sources));
            }
            let text = error.to_string();
            let first = text.lines().next().unwrap_or("not YAML");
            let message = match error {
                serde_yaml::Error::Budget { .. } => "the file is nested too deeply, or too large",
                // The label shows the place.
                _ => first.rsplit_once(" at line ").map_or(first, |(message, _)| message),
            };
            Err(Diagnostic::new("yaml-syntax", message.to_owned()).at(span, ""))
        }
    }
}

pub(super) fn finding(mistake: Mistake, file: FileId, sources: &mut SourceMap) -> Diagnostic {
    let Mistake { bytes, message, help, .. } = mistake;
    Diagnostic::new("yaml-syntax", message).at(sources.span(file, bytes), "").help(help)
}

/// A node with the library's places. Serde's own buffering loses the places, so nothing
/// here may use tagged, untagged or flattened forms.
struct Raw(serde_yaml::Spanned<RawKind>);

enum RawKind {
    Null,
    Bool(bool),
    Int(i128),
    Float,
    Text(String),
    Seq(Vec<Raw>),
    Map(Vec<(Raw, Raw)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_yaml::Spanned::deserialize(deserializer).map(Raw)
    }
}

impl<'de> Deserialize<'de> for RawKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = RawKind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any YAML value")
    }

    fn visit_unit<E>(self) -> Result<RawKind, E> {
        Ok(RawKind::Null)
    }

    fn visit_none<E>(self) -> Result<RawKind, E> {
        Ok(RawKind::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<RawKind, E> {
        Ok(RawKind::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<RawKind, E> {
        Ok(RawKind::Int(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<RawKind, E> {
        Ok(RawKind::Int(value.into()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<RawKind, E> {
        Ok(RawKind::Int(value))
    }

    fn visit_f64<E>(self, _: f64) -> Result<RawKind, E> {
        Ok(RawKind::Float)
    }

    fn visit_str<E>(self, value: &str) -> Result<RawKind, E> {
        Ok(RawKind::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<RawKind, E> {
        Ok(RawKind::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<RawKind, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = seq.next_element()? {
            nodes.push(node);
        }
        Ok(RawKind::Seq(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawKind, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(RawKind::Map(entries))
    }
}

fn resolve(raw: Raw, file: FileId, sources: &mut SourceMap) -> Node {
    let mut span = span_of(raw.0.defined, file, sources);
    let kind = match raw.0.value {
        RawKind::Null => Kind::Null,
        RawKind::Bool(value) => Kind::Bool(value),
        RawKind::Int(value) => Kind::Int(value),
        RawKind::Float => Kind::Float,
        RawKind::Text(value) => Kind::Text(value),
        RawKind::Seq(nodes) => {
            Kind::Seq(nodes.into_iter().map(|node| resolve(node, file, sources)).collect())
        }
        RawKind::Map(entries) => Kind::Map(
            entries
                .into_iter()
                .map(|(key, value)| (resolve(key, file, sources), resolve(value, file, sources)))
                .collect(),
        ),
    };
    // The library gives a block list or mapping a place without length; its first part is a better place.
    match &kind {
        Kind::Seq(nodes) => span = nodes.first().map_or(span, |node| copy(node.span, sources)),
        Kind::Map(entries) => {
            span = entries.first().map_or(span, |(key, _)| copy(key.span, sources));
        }
        _ => {}
    }
    Node { span, kind }
}

/// A new span for the same place: spans identify nodes.
pub(super) fn copy(span: Span, sources: &mut SourceMap) -> Span {
    match sources.place(span) {
        Some((file, bytes)) => sources.span(file, bytes),
        None => span,
    }
}

fn span_of(location: serde_yaml::Location, file: FileId, sources: &mut SourceMap) -> Span {
    let span = location.span();
    let len = to_usize(span.byte_len().unwrap_or(0));
    // Some errors of the library have only a line and a column.
    let start = match span.byte_offset() {
        Some(start) if start > 0 || location.line() <= 1 => to_usize(start),
        _ => byte_at(sources.text(file), to_usize(location.line()), to_usize(location.column())),
    };
    sources.span(file, start..start.saturating_add(len))
}

/// The byte at a line and a column, both from 1, the column in characters.
fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text[before..].chars().take(column.saturating_sub(1));
    before + rest.map(char::len_utf8).sum::<usize>()
}

fn to_usize(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}
