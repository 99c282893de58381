//! Samples of bytes and texts, and of values that depend on other fields.

use super::{MAX_BYTES, MAX_COUNT, MAX_STATED, Sampler, TRIES};
use crate::error::Result;
use crate::plan::Value;
use crate::plan::expression::one_of;
use crate::plan::number::{bits_of, digits};
use crate::plan::prepared_item::item_of;
use bytespec_plan::{
    Case, Encoding, Expr, ExprId, Length, Otherwise, Place, Run, Shape, ShapeId, Step,
};
use std::borrow::Cow;

impl Sampler<'_, '_> {
    /// Resolves a shape that is one of two: an expression selects which.
    pub(super) fn one_of(&mut self, id: ShapeId, steps: &[Step], values: &[Value]) -> ShapeId {
        let plan = self.executor.plan();
        one_of(plan, id, |test| Ok(self.number(test, steps, values))).unwrap_or(id)
    }

    /// Whether something outside the bytes determines their number.
    pub(super) fn is_limited(&self, length: Length, steps: &[Step]) -> bool {
        match length {
            Length::Padded(..) | Length::Ended(..) => true,
            Length::Count(count) => !self.is_free(count, steps),
            _ => false,
        }
    }

    /// Bytes or a text with the number of bytes that an expression states.
    pub(super) fn limited(
        &mut self,
        length: Length,
        encoding: Option<Encoding>,
        steps: &[Step],
        values: &[Value],
    ) -> Value {
        let count = length.expr().map_or(0, |count| self.number(count, steps, values));
        // A writer refuses the result if the expression states more.
        let count = count.min(MAX_STATED as u64) as usize;
        let plan = self.executor.plan();
        // The value has none of the bytes that fill up to its size.
        let (len, filler) = match length {
            Length::Padded(_, pad) => (self.source.below(count.min(MAX_BYTES) + 1), vec![pad]),
            Length::Ended(_, marker) => {
                let marker = marker.of(&plan.bytes);
                let longest = count.saturating_sub(marker.len());
                (self.source.below(longest.min(MAX_BYTES) + 1), marker.to_vec())
            }
            _ => (count, Vec::new()),
        };
        let letters: Vec<u8> = (0..len).map(|_| b'a' + self.source.below(26) as u8).collect();
        let text = String::from_utf8_lossy(&letters);
        match encoding {
            None => {
                let bytes = (0..len).map(|_| self.source.number(8) as u8);
                Value::Bytes(bytes.filter(|byte| !filler.contains(byte)).collect())
            }
            Some(encoding) if len % encoding.unit() != 0 && filler.is_empty() => {
                Value::Bytes(letters)
            }
            Some(encoding) => Value::Text(text.chars().take(len / encoding.unit()).collect()),
        }
    }

    /// A value that depends on other fields, or that selects the case of another field.
    pub(super) fn dependent(
        &mut self,
        id: ShapeId,
        steps: &[Step],
        at: usize,
        values: &[Value],
    ) -> Option<Value> {
        let plan = self.executor.plan();
        if let Some((tag, cases, otherwise)) = self.choice_of(id, steps) {
            let tag = self.number(tag, steps, values);
            let open = self.executor.case(cases, tag);
            return Some(match open.and_then(|(case, open)| case.item.filter(|_| open)) {
                Some(item) => self.item(item, None),
                None if otherwise == Otherwise::Opaque => {
                    let count = self.source.below(MAX_BYTES);
                    Value::Opaque(tag, (0..count).map(|_| self.source.number(8) as u8).collect())
                }
                None => Value::Absent,
            });
        }
        let (tag, is_bytes) = self.tag_in_step(steps, at)?;
        let shape = &plan.shapes[id.index()];
        if !is_bytes {
            return Some(self.executor.number_value(shape, tag));
        }
        let bytes = plan.tag_bytes(tag)?.into_owned();
        Some(match *shape {
            Shape::Text { encoding, .. } => match encoding.decode(&bytes) {
                Some(text) => Value::Text(text.into_owned()),
                None => Value::Bytes(bytes),
            },
            _ => Value::Bytes(bytes),
        })
    }

    /// Elements up to the first one for which a condition holds; absent if none is found.
    pub(super) fn until(&mut self, element: ShapeId, test: ExprId) -> Value {
        let plan = self.executor.plan();
        let mut elements = Vec::new();
        // An element that the condition names is the first step of a transparent item.
        let own =
            item_of(plan, element).filter(|item| plan.items[item.index()].kind.is_transparent());
        for tried in 0..TRIES {
            let mut value = self.shape(element, false);
            let ended = match (&value, own) {
                (Value::Item(item, values), None) => {
                    self.number(test, plan.steps_of(*item), values)
                }
                (_, Some(item)) => {
                    let steps = plan.steps_of(item);
                    let first = steps.first().map(|step| &plan.shapes[step.shape.index()]);
                    if let (Some(shape), Some(number), true) =
                        (first, self.compared(test), tried + 1 == TRIES && value.number().is_some())
                    {
                        value = self.executor.number_value(shape, number);
                    }
                    self.number(test, steps, std::slice::from_ref(&value))
                }
                _ => return Value::Absent,
            };
            if ended != 0 {
                elements.push(value);
                return Value::List(elements);
            }
            if elements.len() < MAX_COUNT {
                elements.push(value);
            }
        }
        Value::Absent
    }

    /// The choice of a shape, unless its tag is derived from the choice.
    fn choice_of(&self, id: ShapeId, steps: &[Step]) -> Option<(ExprId, Run, Otherwise)> {
        let plan = self.executor.plan();
        let inner = match plan.shapes[id.index()] {
            Shape::Sized { value, .. } => value,
            _ => id,
        };
        let Shape::Choice { tag, cases, otherwise, .. } = plan.shapes[inner.index()] else {
            return None;
        };
        let computed = match plan.exprs[tag.index()] {
            Expr::Field(step) => steps.get(step as usize).and_then(|step| step.role.computed()),
            _ => None,
        };
        let is_derived = computed.is_some_and(|by| matches!(plan.exprs[by.index()], Expr::Tag(_)));
        (!is_derived).then_some((tag, cases, otherwise))
    }

    /// A tag for the choice of a later step, if the step at a position holds the tag. Also whether it holds the tag as bytes.
    fn tag_in_step(&mut self, steps: &[Step], at: usize) -> Option<(u64, bool)> {
        let plan = self.executor.plan();
        let found = steps.iter().skip(at + 1).find_map(|step| {
            let (tag, cases, _) = self.choice_of(step.shape, steps)?;
            match plan.exprs[tag.index()] {
                Expr::Field(field) if field as usize == at => Some((cases, false)),
                Expr::Big(field) if field as usize == at => Some((cases, true)),
                _ => None,
            }
        });
        let (cases, is_bytes) = found?;
        let open = cases
            .of(&plan.cases)
            .iter()
            .filter(|case| case.item.is_some() && self.executor.open(case.gate));
        let tags: Vec<u64> = open.map(Case::bits).collect();
        let tag = tags.get(self.source.below(tags.len().max(1)))?;
        Some((*tag, is_bytes))
    }

    /// A value of a case with one of the case's tags in its first step, if that step is a number.
    pub(super) fn with_leading_tag(&mut self, cases: Run, mut value: Value) -> Value {
        let plan = self.executor.plan();
        let Value::Item(item, values) = &mut value else { return value };
        let own = cases.of(&plan.cases).iter().filter(|case| case.item == Some(*item));
        let own: Vec<&Case> = own.collect();
        let case = match own.as_slice() {
            [case] => case,
            own => match own.get(self.source.below(own.len().max(1))) {
                Some(case) => case,
                None => return value,
            },
        };
        let others = usize::try_from(case.others()).unwrap_or(usize::MAX);
        let number = case.bits().wrapping_add(self.source.below(others.saturating_add(1)) as u64);
        let steps = plan.steps_of(*item);
        let Some(first) = steps.first().map(|step| &plan.shapes[step.shape.index()]) else {
            return value;
        };
        let parts = match first {
            Shape::Bits { parts, .. } => *parts as usize,
            _ => 0,
        };
        let (mut taken, mut set) = (0, Vec::new());
        match first {
            Shape::Integer { .. } | Shape::Enum { .. } => set.push((0, first, number)),
            _ => {
                for (at, step) in steps.iter().enumerate().skip(1).take(parts) {
                    let shape = &plan.shapes[step.shape.index()];
                    let Shape::Part { place, width, value: inner } = shape else { continue };
                    let from = match place {
                        Place::Bit(bit) => u32::from(*bit),
                        Place::Next => taken,
                    };
                    let (bits, next) = bits_of(number, from, width.unwrap_or(64));
                    taken = next;
                    set.push((at, &plan.shapes[inner.index()], bits));
                }
            }
        }
        for (at, shape, number) in set {
            if let Some(place) = values.get_mut(at).filter(|value| **value != Value::Absent) {
                let number = self.executor.take_number(shape, number).unwrap_or(number);
                *place = self.executor.number_value(shape, number);
            }
        }
        value
    }

    /// The value of an expression over the bytes of a step.
    pub(super) fn of_bytes(
        &self,
        expr: Expr,
        (steps, values): (&[Step], &[Value]),
        eval: impl Fn(ExprId) -> Result<u64>,
    ) -> Result<u64> {
        let plan = self.executor.plan();
        let content = |place: u32| -> Cow<'_, [u8]> {
            let shape = steps.get(place as usize).map(|step| &plan.shapes[step.shape.index()]);
            match (shape, values.get(place as usize).map(Value::bare)) {
                (_, Some(Value::Bytes(bytes))) => Cow::Borrowed(bytes),
                (Some(Shape::Text { encoding, .. }), Some(Value::Text(text))) => {
                    encoding.encode(text).unwrap_or_default()
                }
                _ => Cow::default(),
            }
        };
        Ok(match expr {
            Expr::Bytes(place) => content(place).len() as u64,
            Expr::Matches(place, run) => u64::from(*content(place) == *run.of(&plan.bytes)),
            Expr::Digits(place, base) => digits(&content(place), base)?,
            Expr::Big(place) => plan.tag_of(&content(place)),
            Expr::Element(place, at) => {
                let at = usize::try_from(eval(at)?).unwrap_or(usize::MAX);
                match values.get(place as usize).map(Value::bare) {
                    Some(Value::List(elements)) => {
                        elements.get(at).and_then(Value::number).unwrap_or(0)
                    }
                    _ => content(place).get(at).copied().unwrap_or(0).into(),
                }
            }
            _ => 0,
        })
    }
}
