//! Parts of a file with values at offsets, where the order of reading differs from the order of the bytes.

use super::parts::Parts;
use super::{Held, PartKind};
use crate::error::{Error, Result};
use crate::plan::{At, Executor, Leaf, Sink, Value, What};
use bytespec_plan::Shape;
use std::cmp::Reverse;
use std::ops::Range;

/// An item or a sequence.
#[derive(Debug)]
struct Opened {
    /// The level around it, by index.
    around: Option<usize>,
    at: At,
    what: What,
    /// Its offset.
    start: usize,
    /// The end of the last value with bytes in it.
    end: usize,
}

/// A value that was read, or a part of an integer that is absent.
#[derive(Debug)]
struct Placed<'i> {
    /// The innermost level, by index.
    level: Option<usize>,
    at: At,
    shape: Shape,
    content: Content<'i>,
    /// Its bytes in the file.
    span: Range<usize>,
    /// Whether it has no bytes and follows a value of its level.
    is_behind: bool,
}

#[derive(Debug)]
enum Content<'i> {
    Number(u64),
    Bytes(&'i [u8]),
    Text(&'i str),
    Opaque(u64, &'i [u8]),
    Value(Value),
    /// The whole value in transformed bytes.
    Transformed(Value),
    Absent,
}

impl<'i> Placed<'i> {
    fn leaf(&self) -> Option<Leaf<'_, 'i>> {
        Some(match &self.content {
            Content::Number(number) => Leaf::Number(*number),
            Content::Bytes(bytes) => Leaf::Bytes(bytes),
            Content::Text(text) => Leaf::Text(text),
            Content::Opaque(tag, bytes) => Leaf::Opaque(*tag, bytes),
            Content::Value(value) => Leaf::Value(value),
            Content::Transformed(value) => Leaf::Transformed(value),
            Content::Absent => return None,
        })
    }

    /// Some of its bytes, if it is bytes without a further structure.
    fn piece(&self, span: Range<usize>) -> Option<Leaf<'_, 'i>> {
        let start = self.span.start;
        let range = span.start.checked_sub(start)?..span.end.checked_sub(start)?;
        let whole = |bytes: &'i [u8]| {
            let is_all = bytes.len() == self.span.len();
            is_all.then(|| bytes.get(range)).flatten()
        };
        match (self.shape, &self.content) {
            (Shape::Bytes(_), Content::Bytes(bytes)) => whole(bytes).map(Leaf::Bytes),
            (_, Content::Opaque(tag, bytes)) => whole(bytes).map(|bytes| Leaf::Opaque(*tag, bytes)),
            _ => None,
        }
    }
}

/// A sink that collects all values, for sorting.
#[derive(Debug)]
pub(in crate::plan) struct Places<'e, 'p, 'i> {
    executor: &'e Executor<'p>,
    levels: Vec<Opened>,
    /// The open levels, by index, outermost first.
    open: Vec<usize>,
    found: Vec<Placed<'i>>,
}

impl<'e, 'p, 'i> Places<'e, 'p, 'i> {
    pub(in crate::plan) fn new(executor: &'e Executor<'p>) -> Self {
        Places { executor, levels: Vec::new(), open: Vec::new(), found: Vec::new() }
    }

    /// The innermost open level.
    fn inner(&mut self) -> Option<&mut Opened> {
        self.open.last().and_then(|at| self.levels.get_mut(*at))
    }

    fn leave(&mut self) {
        let left = self.open.pop().and_then(|at| self.levels.get(at));
        let end = left.map_or(0, |left| left.end);
        if let Some(around) = self.inner() {
            around.end = around.end.max(end);
        }
    }

    /// Moves values that repeat the bytes of the next field behind it: the bytes are those of that field.
    fn move_repeated(&mut self) {
        let plan = self.executor.plan();
        let is_repeated = |value: &Placed<'_>| {
            let At::Step(step) = value.at else { return false };
            let shape = plan.steps.get(step as usize).map(|step| step.shape.index());
            match shape.and_then(|shape| plan.shapes.get(shape)) {
                Some(Shape::At { offset, .. }) => plan.is_position(*offset),
                _ => false,
            }
        };
        let mut left = self.found.as_mut_slice();
        while let Some((first, others)) = left.split_first() {
            let is_next = |value: &&Placed<'_>| {
                value.level == first.level
                    && value.span.start == first.span.start
                    && !is_repeated(value)
            };
            let next = match is_repeated(first) {
                true => others.iter().take_while(is_next).count(),
                false => 0,
            };
            let (own, after) = left.split_at_mut(next + 1);
            own.rotate_left(1);
            left = after;
        }
    }

    /// Passes all values on in the order of the file. Of several that begin at one offset, the longest is first.
    pub(in crate::plan) fn replay(mut self, parts: &mut Parts<'_, '_, 'p, 'i>) -> Result<()> {
        self.found.sort_by_key(|value| {
            (value.span.start, !value.is_behind, !value.span.is_empty(), Reverse(value.span.end))
        });
        self.move_repeated();
        let (open, covers) = (Vec::new(), Vec::new());
        let mut replay = Replay { levels: &self.levels, open, covers, parts };
        let mut left = self.found.iter().peekable();
        let mut is_shared = false;
        while let Some(value) = left.next() {
            let next = left.peek().map(|next| next.span.start);
            // The parts of an integer follow it.
            if !replay.parts.is_bits(value.at) || value.span.is_empty() {
                is_shared = replay.value(value, next)?;
            } else if is_shared {
                replay.shared(value)?;
            } else {
                replay.pass_on(value)?;
            }
        }
        replay.uncover(usize::MAX)?;
        replay.enter(None, 0)
    }
}

/// Bytes without a structure that contain other values.
struct Cover<'r, 'i> {
    value: &'r Placed<'i>,
    /// Whether some of its bytes were passed on.
    is_begun: bool,
}

/// Passes values on, in the order of the file.
struct Replay<'r, 'x, 'w, 'e, 'p, 'i> {
    levels: &'r [Opened],
    /// The open levels, outermost first.
    open: Vec<usize>,
    /// The bytes that contain the next values, the innermost last.
    covers: Vec<Cover<'r, 'i>>,
    parts: &'x mut Parts<'w, 'e, 'p, 'i>,
}

impl<'r, 'p, 'i> Replay<'r, '_, '_, '_, 'p, 'i> {
    /// Passes on the next value. Returns whether other values have some of its bytes. `next` is the start of the one after it.
    fn value(&mut self, value: &'r Placed<'i>, next: Option<usize>) -> Result<bool> {
        let Range { start, end } = value.span;
        self.uncover(start)?;
        let is_splittable = value.piece(start..end).is_some();
        let same = |cover: &Cover<'r, 'i>| is_splittable && cover.value.span == value.span;
        let is_passed = !value.span.is_empty() && start < self.parts.next;
        if is_passed || self.covers.last().is_some_and(same) {
            self.shared(value)?;
            return Ok(true);
        }
        if is_splittable && next.is_some_and(|next| next < end) {
            self.covers.push(Cover { value, is_begun: false });
            return Ok(false);
        }
        self.pass_on(value)?;
        Ok(false)
    }

    /// Passes on a value of which other values have some bytes, or all of them.
    fn shared(&mut self, value: &Placed<'i>) -> Result<()> {
        let Some(leaf) = value.leaf() else { return Ok(()) };
        let next = self.parts.next;
        // What has no byte before the next one lies in bytes that are not passed on yet.
        let is_passed = value.span.end <= next || value.span.start >= next;
        let (kind, end) = match is_passed {
            true => (PartKind::Shared, next),
            false => (PartKind::Field, value.span.end),
        };
        self.enter(value.level, next)?;
        let held = Held { shape: &value.shape, leaf };
        self.parts.overlapping(value.at, held, kind, value.span.clone(), end)
    }

    /// Passes on the bytes up to an offset that no other values have.
    fn uncover(&mut self, to: usize) -> Result<()> {
        while let Some(Cover { value, is_begun }) = self.covers.last() {
            let (value, is_begun) = (*value, *is_begun);
            let span = self.parts.next.max(value.span.start)..to.min(value.span.end);
            if let (true, Some(piece)) = (!span.is_empty(), value.piece(span.clone())) {
                self.enter(value.level, span.start)?;
                // The first bytes stand for the value.
                let leaf = if is_begun { Some(piece) } else { value.leaf() };
                let kind = if is_begun { PartKind::Continued } else { PartKind::Field };
                if let Some(leaf) = leaf {
                    let held = Held { shape: &value.shape, leaf };
                    self.parts.overlapping(value.at, held, kind, value.span.clone(), span.end)?;
                }
                self.covers.last_mut().into_iter().for_each(|cover| cover.is_begun = true);
            }
            if to < value.span.end {
                break;
            }
            self.covers.pop();
            if !is_begun && span.is_empty() {
                self.shared(value)?;
            }
        }
        Ok(())
    }

    fn pass_on(&mut self, value: &Placed<'i>) -> Result<()> {
        if value.level != self.open.last().copied() {
            self.enter(value.level, value.span.start)?;
        }
        match (value.leaf(), value.at) {
            (Some(leaf), at) => self.parts.value(at, &value.shape, leaf, value.span.clone()),
            (None, At::Step(step)) => self.parts.absent(step),
            (None, _) => Ok(()),
        }
    }

    /// Opens a level that has a value at an offset, and the levels around it, after closing all others.
    fn enter(&mut self, level: Option<usize>, start: usize) -> Result<()> {
        let around = |at: &usize| self.levels.get(*at).and_then(|level| level.around);
        let mut chain: Vec<usize> = std::iter::successors(level, around).collect();
        chain.reverse();
        let same = chain.iter().zip(&self.open).take_while(|(a, b)| a == b).count();
        for _ in self.open.drain(same..) {
            self.parts.end(self.parts.next)?;
        }
        self.parts.end_bits()?;
        self.parts.pass(start)?;
        for at in chain.into_iter().skip(same) {
            if let Some(level) = self.levels.get(at) {
                self.parts.resume_level(level.at, level.what, level.start)?;
            }
            self.open.push(at);
        }
        Ok(())
    }
}

impl<'i> Sink<'i> for Places<'_, '_, 'i> {
    fn resumes(&self) -> bool {
        true
    }

    fn begin(&mut self, at: At, what: What, start: usize) -> Result<()> {
        let around = self.open.last().copied();
        self.open.push(self.levels.len());
        self.levels.push(Opened { around, at, what, start, end: 0 });
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<()> {
        self.leave();
        Ok(())
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        let content = match leaf {
            Leaf::Number(number) => Content::Number(number),
            Leaf::Bytes(bytes) | Leaf::Unknown(_, bytes) => Content::Bytes(bytes),
            Leaf::Text(text) => Content::Text(text),
            Leaf::Opaque(tag, bytes) => Content::Opaque(tag, bytes),
            Leaf::Value(value) => Content::Value(value.clone()),
            Leaf::Transformed(value) => Content::Transformed(value.clone()),
        };
        let mut is_behind = false;
        if let Some(level) = self.inner() {
            is_behind = span.is_empty() && level.end == span.start;
            level.end = if span.is_empty() { level.end } else { span.end };
        }
        let (level, shape) = (self.open.last().copied(), *shape);
        self.found.push(Placed { level, at, shape, content, span, is_behind });
        Ok(())
    }

    fn absent(&mut self, step: u32) -> Result<()> {
        let plan = self.executor.plan();
        let of = plan.steps.get(step as usize);
        let shape = of.and_then(|step| plan.shapes.get(step.shape.index()));
        // A part follows its integer, and has its bytes.
        if let (Some(of), Some(&shape @ Shape::Part { .. })) = (of, shape)
            && self.executor.open(of.gate)
            && let Some(last) = self.found.last()
        {
            let (level, at, span) = (last.level, At::Step(step), last.span.clone());
            let (content, is_behind) = (Content::Absent, false);
            self.found.push(Placed { level, at, shape, content, span, is_behind });
        }
        Ok(())
    }

    fn resume(&mut self, _: Error, open: usize, _: usize) -> Result<()> {
        while self.open.len() > open {
            self.leave();
        }
        Ok(())
    }
}
