//! What is no matter of a schema: which values an operation may use, and that a block ends with an operation that ends blocks.

use bytespec::plan::data::{ItemId, Kind, Plan, Shape};
use bytespec::plan::{At, Leaf, Sink, What};
use bytespec::{Error, Result};
use std::collections::HashMap;
use std::ops::Range;

/// What the sink knows of the types of functions, and of operations.
pub(crate) struct Known<'k> {
    pub(crate) plan: &'k Plan,
    /// The number of parameters of the function type with an index.
    pub(crate) params: &'k dyn Fn(u64) -> Result<u64>,
    /// Items of operations that end blocks.
    pub(crate) terminators: &'k HashMap<ItemId, bool>,
}

/// Numbers the values of bodies as Tile IR does.
pub(crate) struct Scopes<'k> {
    known: &'k Known<'k>,
    open: Vec<Frame>,
    defined: u64,
    /// The signature of the function at hand.
    signature: u64,
    terminated: bool,
}

struct Frame {
    item: Option<ItemId>,
    kind: Option<Kind>,
    name: String,
    /// Values at the start: regions go back to it.
    defined: u64,
    results: u64,
    terminated: bool,
}

impl<'k> Scopes<'k> {
    pub(crate) fn new(known: &'k Known<'k>) -> Self {
        Scopes { known, open: Vec::new(), defined: 0, signature: 0, terminated: false }
    }

    fn name(&self, at: At) -> String {
        match at {
            At::Step(step) => {
                let plan = self.known.plan;
                plan.name(plan.steps[step as usize].name).to_owned()
            }
            _ => String::new(),
        }
    }
}

impl<'i> Sink<'i> for Scopes<'_> {
    fn begin(&mut self, at: At, what: What, _: usize) -> Result<()> {
        let plan = self.known.plan;
        let (item, kind) = match what {
            What::Item(item) => (Some(item), Some(plan.items[item.index()].kind)),
            What::Sequence | What::Transformed => (None, None),
        };
        let name = self.name(at);
        let in_body = self.open.last().is_some_and(|frame| frame.name == "body");
        if kind.is_none() && in_body {
            // The operations of a body begin: the parameters are defined.
            self.defined = (self.known.params)(self.signature)?;
            self.terminated = true;
        }
        if kind == Some(Kind::Operation) {
            self.terminated = false;
        }
        let (defined, terminated) = (self.defined, self.terminated);
        if kind == Some(Kind::Block) {
            self.terminated = false;
        }
        self.open.push(Frame { item, kind, name, defined, results: 0, terminated });
        Ok(())
    }

    fn end(&mut self, offset: usize) -> Result<()> {
        let Some(frame) = self.open.pop() else { return Ok(()) };
        let unterminated = || {
            let words = "the block does not end with a terminator";
            Err(Error::invalid(words).or_at(offset))
        };
        match frame.kind {
            Some(Kind::Operation) => {
                self.defined = frame.defined + frame.results;
                let item = frame.item.unwrap_or(ItemId(0));
                self.terminated = self.known.terminators.get(&item).copied().unwrap_or(false);
            }
            Some(Kind::Region) => self.defined = frame.defined,
            Some(Kind::Block) if !self.terminated => return unterminated(),
            Some(Kind::Block) => self.terminated = frame.terminated,
            None if self.open.last().is_some_and(|open| open.name == "body")
                && !self.terminated =>
            {
                return unterminated();
            }
            _ => {}
        }
        Ok(())
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        let (Shape::Index { table, .. }, Leaf::Number(index)) = (shape, leaf) else {
            return Ok(());
        };
        let plan = self.known.plan;
        let table = plan.name(plan.tables[*table as usize]);
        if table == "Value" && index >= self.defined {
            let message =
                format!("value index {index} is out of bounds (there are {})", self.defined);
            return Err(Error::invalid(message).or_at(span.start));
        }
        if table != "Type" {
            return Ok(());
        }
        if self.name(at) == "signature" {
            self.signature = index;
        }
        // A type in an operation is that of a result, alone or in the sequence of a group; one in the list of
        // a block is that of an argument.
        let around = |up: usize| self.open.iter().rev().nth(up).and_then(|frame| frame.kind);
        let element = matches!(at, At::Element(_));
        if around(usize::from(element)) == Some(Kind::Operation) {
            let operation = self.open.len() - 1 - usize::from(element);
            self.open[operation].results += 1;
        } else if element && around(2) == Some(Kind::Block) {
            self.defined += 1;
        }
        Ok(())
    }
}
