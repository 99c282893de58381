//! From checked nodes of `properties`, `signatures` and `defaults` items to the syntax tree.

use std::ops::Range;

use super::lower::{Lower, entries, flag, spanned_text};
use super::node::Node;
use super::validate::get;
use crate::ast::defaults::parse_defaults;
use crate::ast::layout::parse_layout;
use crate::ast::signature::parse_signature;
use crate::ast::{
    ByRelease, Common, DefaultValue, PerOperation, Property, Signature, Span, Spanned,
};
use crate::type_expr::TypeError;

/// A fact about an operation that a text spells.
pub(super) trait Written: Default {
    /// The rule that an unreadable text breaks.
    const RULE: &'static str;
    /// What it is, in words.
    const WHAT: &'static str;

    /// Parses it; `place` makes spans from byte ranges of `text`.
    fn parse(text: &str, place: &mut dyn FnMut(Range<usize>) -> Span) -> Result<Self, TypeError>;
}

impl Written for Vec<Property> {
    const RULE: &'static str = "layout-syntax";
    const WHAT: &'static str = "layout";

    fn parse(text: &str, place: &mut dyn FnMut(Range<usize>) -> Span) -> Result<Self, TypeError> {
        parse_layout(text, place)
    }
}

impl Written for Signature {
    const RULE: &'static str = "signature-syntax";
    const WHAT: &'static str = "signature";

    fn parse(text: &str, place: &mut dyn FnMut(Range<usize>) -> Span) -> Result<Self, TypeError> {
        parse_signature(text, place)
    }
}

impl Written for Vec<DefaultValue> {
    const RULE: &'static str = "defaults-syntax";
    const WHAT: &'static str = "list of default values";

    fn parse(text: &str, place: &mut dyn FnMut(Range<usize>) -> Span) -> Result<Self, TypeError> {
        parse_defaults(text, place)
    }
}

impl Lower<'_> {
    pub(super) fn per_operation<T: Written>(
        &mut self,
        node: &Node,
        common: Common,
    ) -> PerOperation<T> {
        let mut found = Vec::new();
        for (operation, value) in get(node, "operations").into_iter().flat_map(entries) {
            if let Some(value) = self.written(value) {
                found.push(ByRelease { operation, value, ..ByRelease::default() });
                continue;
            }
            for (release, value) in entries(value) {
                let gone = value.text().is_some_and(|text| text.trim() == "none");
                let value = if gone { Some(T::default()) } else { self.written(value) };
                let Some(value) = value else { continue };
                let (release, record) = self.since(release, T::RULE);
                let operation = operation.clone();
                found.push(ByRelease { operation, release: Some(release), record, gone, value });
            }
        }
        let summaries = get(node, "summaries").into_iter().flat_map(entries);
        let summaries = summaries.filter_map(|(name, node)| Some((name, spanned_text(node)?)));
        let summaries = summaries.collect();
        PerOperation { common, ended: flag(node, "ended"), entries: found, summaries }
    }

    /// Splits `24 record 1` into the release and the record.
    fn since(
        &mut self,
        key: Spanned<String>,
        rule: &'static str,
    ) -> (Spanned<String>, Option<Spanned<u64>>) {
        let Some((release, record)) = key.value.split_once(" record ") else { return (key, None) };
        let span = key.span;
        match record.parse() {
            Ok(number) if number > 0 => {
                (Spanned::new(release.to_owned(), span), Some(Spanned::new(number, span)))
            }
            _ => {
                self.out
                    .found(rule, format!("`{record}` is not the number of a record"))
                    .at(span, "expected a number from 1");
                (Spanned::new(release.to_owned(), span), None)
            }
        }
    }

    /// Parses a text, and reports one that cannot be parsed.
    fn written<T: Written>(&mut self, node: &Node) -> Option<T> {
        let text = node.text()?;
        let sources = &mut *self.sources;
        match T::parse(text, &mut |bytes| sources.part(node.span, text, bytes)) {
            Ok(found) => Some(found),
            Err(error) => {
                let span = self.sources.part(node.span, text, error.bytes);
                self.out
                    .found(T::RULE, format!("`{text}` is not a {}", T::WHAT))
                    .at(span, error.message);
                Some(T::default())
            }
        }
    }
}
