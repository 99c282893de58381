//! Counts the bytes of a file that its schema does not describe, by kind.

use super::converted::Carried;
use bytespec::Result;
use bytespec::plan::data::{Expr, Plan, Shape};
use bytespec::plan::{At, Leaf, Sink};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// The bytes that the schema does not describe, by kind.
#[derive(Debug, Default, Serialize)]
pub(super) struct Undescribed(BTreeMap<String, Spans>);

/// The spans of one kind.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Spans {
    /// The number of spans.
    pub(super) count: usize,
    /// The total size of the spans, in bytes.
    pub(super) bytes: usize,
}

impl Undescribed {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a span.
    pub(super) fn add(&mut self, what: String, bytes: usize) {
        self.join(what, Spans { count: 1, bytes });
    }

    /// Adds the spans of another part of the file.
    pub(super) fn extend(&mut self, other: Undescribed) {
        other.0.into_iter().for_each(|(what, spans)| self.join(what, spans));
    }

    fn join(&mut self, what: String, Spans { count, bytes }: Spans) {
        let known = self.0.entry(what).or_default();
        known.count += count;
        known.bytes += bytes;
    }

    /// The total number of bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.values().map(|spans| spans.bytes).sum()
    }

    /// The spans of each kind, those with the most bytes first.
    pub(super) fn sorted(&self) -> Vec<(&str, Spans)> {
        let mut all: Vec<_> = self.0.iter().map(|(what, spans)| (what.as_str(), *spans)).collect();
        all.sort_by_key(|(_, spans)| std::cmp::Reverse(spans.bytes));
        all
    }

    pub(super) fn carried(self) -> Carried {
        Carried::of(self.0.into_iter().map(|(what, spans)| (spans.bytes, what)).collect(), 0)
    }
}

/// Finds bytes that the schema does not describe while a file is read.
#[derive(Debug)]
pub(super) struct Finder<'p> {
    plan: &'p Plan,
    pub(super) found: Undescribed,
}

impl<'p> Finder<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        Finder { plan, found: Undescribed::default() }
    }
}

impl<'i> Sink<'i> for Finder<'_> {
    fn value(
        &mut self,
        _: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        let what = match (leaf, shape) {
            (Leaf::Unknown(unknown, _), _) => unknown.to_string(),
            (Leaf::Opaque(number, _), Shape::Choice { name, tag, .. }) => {
                let name = self.plan.name(*name);
                match self.plan.exprs.get(tag.index()) {
                    Some(Expr::Big(_)) => match self.plan.tag_bytes(number) {
                        Some(bytes) => format!("{name} \"{}\"", bytes.escape_ascii()),
                        None => format!("{name} with a long tag"),
                    },
                    _ => format!("{name} {number}"),
                }
            }
            _ => return Ok(()),
        };
        self.found.add(what, span.len());
        Ok(())
    }
}
