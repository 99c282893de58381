//! Parts of a file with values at offsets, where the order of reading differs from the order of the bytes.

use super::{About, Held};
use crate::error::{Error, Result};
use crate::plan::number::push_number;
use crate::plan::{At, Executor, Leaf, Sink, Value, What};
use bytespec_plan::{Base, Role, Shape};
use std::ops::Range;

/// A value that was read, or a part of an integer that is absent, with its byte range.
#[derive(Debug)]
pub(in crate::plan) struct Placed<'i> {
    pub(in crate::plan) path: String,
    pub(in crate::plan) span: Range<usize>,
    pub(in crate::plan) about: About,
    shape: Shape,
    content: Content<'i>,
}

#[derive(Debug)]
enum Content<'i> {
    Number(u64),
    Bytes(&'i [u8]),
    Text(&'i str),
    Opaque(u64, &'i [u8]),
    Value(Value),
    Absent,
}

impl<'i> Placed<'i> {
    /// Whether it is a part of an integer that is absent.
    pub(super) fn is_absent(&self) -> bool {
        matches!(self.content, Content::Absent)
    }

    /// The value.
    pub(in crate::plan) fn held(&self) -> Held<'_, 'i> {
        let leaf = match &self.content {
            Content::Number(number) => Leaf::Number(*number),
            Content::Absent => Leaf::Number(0),
            Content::Bytes(bytes) => Leaf::Bytes(bytes),
            Content::Text(text) => Leaf::Text(text),
            Content::Opaque(tag, bytes) => Leaf::Opaque(*tag, bytes),
            Content::Value(value) => Leaf::Value(value),
        };
        Held { shape: &self.shape, leaf }
    }
}

/// A sink that collects all values with bytes, for sorting.
#[derive(Debug)]
pub(in crate::plan) struct Places<'e, 'p, 'i> {
    executor: &'e Executor<'p>,
    path: String,
    /// The open levels: the length of the path of each, whether it is transparent, and what the plan states of it.
    open: Vec<(usize, bool, About)>,
    found: Vec<Placed<'i>>,
}

impl<'e, 'p, 'i> Places<'e, 'p, 'i> {
    pub(in crate::plan) fn new(executor: &'e Executor<'p>, name: &str, about: About) -> Self {
        let path = name.to_owned();
        Places { executor, open: vec![(path.len(), false, about)], path, found: Vec::new() }
    }

    /// All values in the order of the file. Of several that begin at one offset, the longest is first.
    pub(in crate::plan) fn in_order(mut self) -> Vec<Placed<'i>> {
        self.found.sort_by_key(|part| (part.span.start, std::cmp::Reverse(part.span.end)));
        self.found
    }

    /// Appends a position to the path. Returns what the plan states of it.
    fn push(&mut self, at: At) -> About {
        let around = self.open.last().copied();
        let (len, is_transparent, mut about) = around.unwrap_or_default();
        self.path.truncate(len);
        match at {
            At::Top => {}
            At::Element(index) => {
                about.step = None;
                self.path.push('[');
                push_number(&mut self.path, index);
                self.path.push(']');
            }
            At::Step(index) => {
                let plan = self.executor.plan();
                let Some(step) = plan.steps.get(index as usize) else { return about };
                about.begin_step(index, step);
                if !is_transparent || step.role != Role::Visible {
                    self.path.push('.');
                    self.path.push_str(plan.name(step.name));
                }
            }
        }
        about
    }
}

impl<'i> Sink<'i> for Places<'_, '_, 'i> {
    fn resumes(&self) -> bool {
        true
    }

    fn begin(&mut self, at: At, what: What, _: usize) -> Result<()> {
        let mut about = self.push(at);
        let item = match what {
            What::Item(id) => self.executor.plan().items.get(id.index()).map(|item| (id, item)),
            What::Sequence | What::Transformed => None,
        };
        let is_transparent = item.is_some_and(|(_, item)| item.kind.is_transparent());
        if let Some((id, item)) = item {
            about.item = Some(id);
            if item.origin.line > 0 {
                about.origin = item.origin;
            }
            if !is_transparent {
                about.base = Base::Decimal;
            }
        }
        self.open.push((self.path.len(), is_transparent, about));
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<()> {
        self.open.pop();
        Ok(())
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        if span.is_empty() {
            return Ok(());
        }
        let about = self.push(at);
        let content = match leaf {
            Leaf::Number(number) => Content::Number(number),
            Leaf::Bytes(bytes) | Leaf::Unknown(_, bytes) => Content::Bytes(bytes),
            Leaf::Text(text) => Content::Text(text),
            Leaf::Opaque(tag, bytes) => Content::Opaque(tag, bytes),
            Leaf::Value(value) | Leaf::Transformed(value) => Content::Value(value.clone()),
        };
        let (path, shape) = (self.path.clone(), *shape);
        self.found.push(Placed { path, span, about, shape, content });
        Ok(())
    }

    fn absent(&mut self, step: u32) -> Result<()> {
        let plan = self.executor.plan();
        let of = plan.steps.get(step as usize);
        let shape = of.and_then(|step| plan.shapes.get(step.shape.index()));
        // A part follows its integer, and has its bytes.
        if let (Some(of), Some(shape @ Shape::Part { .. })) = (of, shape)
            && self.executor.open(of.gate)
            && let Some(last) = self.found.last()
        {
            let (path, span, about) = (String::new(), last.span.clone(), last.about);
            let (shape, content) = (*shape, Content::Absent);
            let about = About { step: Some(step), ..about };
            self.found.push(Placed { path, span, about, shape, content });
        }
        Ok(())
    }

    fn resume(&mut self, _: Error, open: usize, _: usize) -> Result<()> {
        self.open.truncate(1 + open);
        Ok(())
    }
}
