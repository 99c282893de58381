//! Counts the bytes of a file that its schema does not describe, by kind.

use super::converted::Carried;
use bytespec::Result;
use bytespec::plan::data::{ExprId, ItemId, Plan, Run, Shape};
use bytespec::plan::{At, Leaf, Sink, What};
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
    /// The open levels; none for those that are no items.
    open: Vec<Option<ItemId>>,
}

impl<'p> Finder<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        Finder { plan, found: Undescribed::default(), open: Vec::new() }
    }

    /// A tag as its field has it: a text, the name of a member, or a number.
    fn tag(&self, (tag, cases): (ExprId, Run), number: u64) -> String {
        if self.plan.has_text_tags(cases) {
            return match number {
                Plan::NOWHERE => "with another text as tag".to_owned(),
                _ => self.plan.tag_text(number),
            };
        }
        let item = self.open.iter().rev().flatten().next();
        let field = item.and_then(|item| self.plan.term_shape(*item, tag));
        let mut text = String::new();
        let Some((shape, base)) = field else { return number.to_string() };
        if let Some(Shape::Enum { members, .. }) = self.plan.shapes.get(shape.index()) {
            let mut members = members.of(&self.plan.members).iter();
            if let Some(member) = members.find(|member| member.bits() == number) {
                return self.plan.name(member.label).to_owned();
            }
        }
        // Writing to a string does not fail.
        let _ = base.write(&mut text, number);
        text
    }
}

impl<'i> Sink<'i> for Finder<'_> {
    fn begin(&mut self, _: At, what: What, _: usize) -> Result<()> {
        self.open.push(match what {
            What::Item(item) => Some(item),
            _ => None,
        });
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<()> {
        self.open.pop();
        Ok(())
    }

    fn value(
        &mut self,
        _: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        let what = match (leaf, shape) {
            (Leaf::Unknown(unknown, _), _) => unknown.to_string(),
            (Leaf::Opaque(number, _), Shape::Choice { name, tag, cases, .. }) => {
                format!("{} {}", self.plan.name(*name), self.tag((*tag, *cases), number))
            }
            _ => return Ok(()),
        };
        self.found.add(what, span.len());
        Ok(())
    }
}
