//! From checked nodes of `properties` items to the syntax tree.

use super::lower::{Lower, flag, spanned_text};
use super::node::{Kind, Node};
use super::validate::get;
use crate::ast::layout::parse_layout;
use crate::ast::{Common, Layout, Properties, Property, Spanned};
use crate::diagnostics::Diagnostic;

impl Lower<'_> {
    pub(super) fn properties(&mut self, node: &Node, common: Common) -> Properties {
        let mut layouts = Vec::new();
        for (operation, value) in get(node, "operations").into_iter().flat_map(entries) {
            if let Some(fields) = self.layout(value) {
                layouts.push(Layout { operation, fields, ..Layout::default() });
                continue;
            }
            for (release, value) in entries(value) {
                let gone = value.text().is_some_and(|text| text.trim() == "none");
                let fields = if gone { Some(Vec::new()) } else { self.layout(value) };
                let Some(fields) = fields else { continue };
                let (release, record) = self.since(release);
                let operation = operation.clone();
                layouts.push(Layout { operation, release: Some(release), record, gone, fields });
            }
        }
        Properties { common, ended: flag(node, "ended"), layouts }
    }

    /// The release and the record of `24 record 1`.
    fn since(&mut self, key: Spanned<String>) -> (Spanned<String>, Option<Spanned<u64>>) {
        let Some((release, record)) = key.value.split_once(" record ") else { return (key, None) };
        let span = key.span;
        match record.parse() {
            Ok(number) if number > 0 => {
                (Spanned::new(release.to_owned(), span), Some(Spanned::new(number, span)))
            }
            _ => {
                let message = format!("`{record}` is not the number of a record");
                self.out.push(
                    Diagnostic::new("layout-syntax", message).at(span, "expected a number from 1"),
                );
                (Spanned::new(release.to_owned(), span), None)
            }
        }
    }

    /// The properties that a text says; those of a text that is no layout are complained about.
    fn layout(&mut self, node: &Node) -> Option<Vec<Property>> {
        let text = node.text()?;
        let sources = &mut *self.sources;
        match parse_layout(text, &mut |bytes| sources.part(node.span, text, bytes)) {
            Ok(fields) => Some(fields),
            Err(error) => {
                let span = self.sources.part(node.span, text, error.bytes);
                self.out.push(
                    Diagnostic::new("layout-syntax", format!("`{text}` is not a layout"))
                        .at(span, error.message),
                );
                Some(Vec::new())
            }
        }
    }
}

/// The entries of a mapping from texts; of repeated keys the first one counts.
pub(super) fn entries(node: &Node) -> Vec<(Spanned<String>, &Node)> {
    let Kind::Map(entries) = &node.kind else { return Vec::new() };
    let mut seen = std::collections::HashSet::new();
    entries
        .iter()
        .filter_map(|(key, value)| Some((spanned_text(key)?, value)))
        .filter(|(key, _)| seen.insert(key.value.clone()))
        .collect()
}
