//! A sink that builds the value that is read.

use super::bytes::{before, unpadded};
use super::number::fewest;
use super::{At, Executor, Leaf, Sink, Spelling, Value, What};
use crate::error::Result;
use crate::wire::digits::is_usual;
use bytespec_plan::{Absent, Coding, Expr, Length, Plan, Role, Shape, Sign};
use std::ops::Range;

/// An item or a sequence that is not complete.
#[derive(Debug)]
struct Open {
    at: At,
    what: What,
    /// The offset of its first byte.
    start: usize,
    values: Vec<Value>,
    /// The positions of values in other bytes than a writer chooses, with their spellings.
    padded: Vec<(u32, Spelling)>,
    /// Its elements were read last first.
    reversed: bool,
}

/// A sink that builds the value that is read.
#[derive(Debug)]
pub struct Tree<'e, 'p> {
    executor: &'e Executor<'p>,
    /// The bytes that the spans of values are in.
    input: &'e [u8],
    open: Vec<Open>,
    value: Value,
    /// The open levels in transformed bytes: the whole value comes after them.
    passed: usize,
}

impl<'e, 'p> Tree<'e, 'p> {
    /// An empty tree for what is read from `input`.
    #[must_use]
    pub fn new(executor: &'e Executor<'p>, input: &'e [u8]) -> Self {
        Tree { executor, input, open: Vec::new(), value: Value::Absent, passed: 0 }
    }

    /// The value.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.value
    }

    fn put(&mut self, at: At, value: Value) {
        let Some(open) = self.open.last_mut() else {
            self.value = value;
            return;
        };
        match (at, open.what) {
            (At::Step(step), What::Item(item)) => {
                let first = self.executor.plan.items.get(item.index()).map_or(0, |i| i.steps.start);
                let place = step.wrapping_sub(first) as usize;
                if let Some(slot) = open.values.get_mut(place) {
                    *slot = value;
                }
            }
            _ => {
                open.reversed |= open.values.is_empty() && matches!(at, At::Element(1..));
                open.values.push(value);
            }
        }
    }
}

impl Tree<'_, '_> {
    /// Notes the bytes from the marker on of a value that it ends before its size, and filler up to the end of the bytes.
    fn note_tail(&mut self, at: At, shape: &Shape, span: Range<usize>) {
        let Some((length, unit)) = shape.length() else { return };
        let plan = self.executor.plan;
        let bytes = self.input.get(span).unwrap_or_default();
        let value = match length {
            Length::Ended(_, marker) => before(bytes, marker.of(&plan.bytes), unit),
            Length::Padded(count, pad) if plan.exprs.get(count.index()) == Some(&Expr::Left) => {
                unpadded(bytes, pad, unit)
            }
            _ => return,
        };
        if let Some(tail @ [_, ..]) = bytes.get(value.len()..) {
            self.note(at, Spelling::Tail(tail.into()));
        }
    }

    fn note(&mut self, at: At, spelling: Spelling) {
        let Some(open) = self.open.last_mut() else { return };
        let place = match (at, open.what) {
            (At::Step(step), What::Item(item)) => {
                let items = &self.executor.plan.items;
                step.wrapping_sub(items.get(item.index()).map_or(0, |item| item.steps.start))
            }
            _ => open.values.len() as u32,
        };
        open.padded.push((place, spelling));
    }

    /// Notes the width of a varint in more bytes than it needs, and the spelling of digits.
    fn note_spelling(&mut self, at: At, shape: &Shape, number: u64, span: Range<usize>) {
        let is_digits = matches!(shape, Shape::Integer { coding: Coding::Digits(_), .. });
        if span.len() < 2 && !is_digits {
            return;
        }
        let plan = self.executor.plan;
        let integer = match shape {
            Shape::Index { number, .. } | Shape::Enum { number, .. } => {
                plan.shapes.get(number.index())
            }
            shape => Some(shape),
        };
        let Some(&Shape::Integer { coding, bits, sign }) = integer else { return };
        let spelling = match coding {
            Coding::Little | Coding::Big => return,
            Coding::Digits(of) => {
                let bytes = self.input.get(span).unwrap_or_default();
                let is_usual = is_usual(bytes, number, of, sign == Sign::Twos);
                (!is_usual).then(|| Spelling::Digits(bytes.into()))
            }
            _ if span.len() <= fewest(number, (coding, bits, sign)) => None,
            _ => Some(Spelling::Width(span.len() as u8)),
        };
        if let Some(spelling) = spelling {
            self.note(at, spelling);
        }
    }
}

impl<'i> Sink<'i> for Tree<'_, '_> {
    fn begin(&mut self, at: At, what: What, start: usize) -> Result<()> {
        if self.passed > 0 || what == What::Transformed {
            self.passed += 1;
            return Ok(());
        }
        let values = match what {
            What::Item(item) => vec![Value::Absent; self.executor.plan.steps_of(item).len()],
            What::Sequence | What::Transformed => Vec::new(),
        };
        self.open.push(Open { at, what, start, values, padded: Vec::new(), reversed: false });
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<()> {
        if self.passed > 0 {
            self.passed -= 1;
            return Ok(());
        }
        let Some(Open { at, what, mut values, padded, reversed, .. }) = self.open.pop() else {
            return Ok(());
        };
        if reversed {
            values.reverse();
        }
        let mut around = !padded.is_empty();
        let value = match what {
            What::Sequence | What::Transformed => Value::List(values),
            What::Item(id) => {
                let plan = self.executor.plan;
                let steps = plan.steps_of(id);
                for (place, step) in steps.iter().enumerate() {
                    // A default that depends on a later step is computed here.
                    if let (Absent::Zeros(_), Some(Value::Absent)) =
                        (step.absent, values.get(place))
                    {
                        let other = |step: u32| values.get(step as usize);
                        values[place] = self.executor.default_value(step.absent, step.shape, other);
                    }
                }
                let kind = plan.items.get(id.index()).map(|item| item.kind);
                if kind.is_some_and(bytespec_plan::Kind::is_transparent) {
                    let value = plan.visible_step(id).map(|at| std::mem::take(&mut values[at]));
                    around |= matches!(value, Some(Value::Padded(..)));
                    value.unwrap_or_default()
                } else {
                    Value::Item(id, values)
                }
            }
        };
        let value = if around { Value::Padded(Box::new(value), padded) } else { value };
        self.put(at, value);
        Ok(())
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        // The transformed bytes belong to the whole value.
        if self.passed > 0 || matches!((shape, leaf), (Shape::Transformed { .. }, Leaf::Bytes(_))) {
            return Ok(());
        }
        let start = span.start;
        match leaf {
            Leaf::Number(number) => self.note_spelling(at, shape, number, span),
            Leaf::Bytes(_) | Leaf::Text(_) | Leaf::Value(_) => self.note_tail(at, shape, span),
            _ => {}
        }
        if let At::Step(step) = at
            && let Some(step) = self.executor.plan.steps.get(step as usize)
            && !matches!(step.role, Role::Visible | Role::Filler)
        {
            return Ok(());
        }
        let value = match leaf {
            Leaf::Number(number) => self.executor.number_value(shape, number),
            Leaf::Text(text) => Value::Text(text.to_owned()),
            Leaf::Bytes(bytes) => match (shape, self.open.last()) {
                (Shape::Bytes(Length::Rest | Length::Except(_)), Some(open))
                    if self.executor.is_filler(at) =>
                {
                    Value::Opaque((start - open.start) as u64, bytes.to_vec())
                }
                _ => Value::Bytes(bytes.to_vec()),
            },
            Leaf::Opaque(tag, bytes) => Value::Opaque(tag, bytes.to_vec()),
            Leaf::Unknown(_, bytes) => Value::Opaque(Plan::NOWHERE, bytes.to_vec()),
            Leaf::Value(value) | Leaf::Transformed(value) => value.clone(),
        };
        self.put(at, value);
        Ok(())
    }

    fn absent(&mut self, index: u32) -> Result<()> {
        if self.passed > 0 {
            return Ok(());
        }
        let Some(step) = self.executor.plan.steps.get(index as usize) else { return Ok(()) };
        if step.role == Role::Visible && !matches!(step.absent, Absent::Zeros(_)) {
            let value = self.executor.default_value(step.absent, step.shape, |_| None);
            self.put(At::Step(index), value);
        }
        Ok(())
    }
}
