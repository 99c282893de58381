//! The file of intended breaks, for `diff --allow`.

use std::collections::HashSet;
use std::path::PathBuf;

use super::keys::ALLOWED;
use super::node::{Kind, Node};
use super::read::parse;
use super::source_map::SourceMap;
use super::spec::Shape;
use super::validate::{Validator, get};
use crate::ast::Span;
use crate::diagnostics::Diagnostics;

/// An intended break of files or programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The broken rule, as `diff` reports it.
    pub rule: String,
    /// The kind and the name of the item, such as `op add`.
    pub item: String,
    /// The fingerprint of the change, as `diff` reports it.
    pub fingerprint: String,
    /// The reason for the break.
    pub reason: String,
    /// The last day of the entry, or the format version that ends it.
    pub until: String,
    /// The position of the entry.
    pub span: Span,
    /// The position of `until`.
    pub until_span: Span,
}

static ENTRIES: Shape = Shape::List(&Shape::Map(&ALLOWED));

/// Reads a file of intended breaks. If there are findings, entries may be missing.
pub fn read_allowed(path: PathBuf, text: String) -> (Vec<Allowed>, SourceMap, Diagnostics) {
    let mut sources = SourceMap::default();
    let mut out = Diagnostics::new();
    let file = sources.add(path, text);
    let root = match parse(file, &mut sources) {
        Ok(root) => root,
        Err(found) => {
            out.push(found);
            return (Vec::new(), sources, out);
        }
    };
    let broken = HashSet::new();
    let mut validator = Validator { sources: &sources, out: &mut out, broken, lost: false };
    if !matches!(root.kind, Kind::Null) {
        validator.value(&root, &ENTRIES, None);
    }
    let Kind::Seq(nodes) = &root.kind else { return (Vec::new(), sources, out) };
    let entries = nodes.iter().filter_map(|node| entry(node, &mut out)).collect();
    (entries, sources, out)
}

fn entry(node: &Node, out: &mut Diagnostics) -> Option<Allowed> {
    let text = |key: &str| get(node, key)?.text().map(str::to_owned);
    let reason = get(node, "reason")?;
    if reason.text().is_some_and(|text| text.trim().is_empty()) {
        out.found("allow-reason", "a break is allowed without a reason")
            .at(reason.span, "state here why it is intended");
    }
    let until = get(node, "until")?;
    Some(Allowed {
        rule: text("rule")?,
        item: text("item")?,
        fingerprint: text("fingerprint")?,
        reason: text("reason")?,
        until: text("until")?,
        span: node.span,
        until_span: until.span,
    })
}
