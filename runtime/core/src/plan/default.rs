//! Conversion of numbers into values, and default values of absent steps.

use super::{At, Executor, Value};
use crate::wire::{F16, F32, F64};
use bytespec_plan::{Absent, Expr, ItemId, Role, Shape, ShapeId, Sign, Step, bits_of};

impl Executor<'_> {
    /// Whether the step at a position only repeats other values: a number without bytes that the schema computes.
    #[must_use]
    pub fn is_derived(&self, at: At) -> bool {
        let At::Step(step) = at else { return false };
        let step = self.plan.steps.get(step as usize);
        step.filter(|step| step.role != Role::Visible).is_some_and(|step| {
            let shape = self.plan.shapes.get(step.shape.index());
            matches!(shape, Some(Shape::Computed { .. }))
        })
    }

    /// Whether the step at a position has no meaning.
    #[must_use]
    pub fn is_filler(&self, at: At) -> bool {
        let At::Step(step) = at else { return false };
        self.plan.steps.get(step as usize).is_some_and(|step| step.role == Role::Filler)
    }

    /// Whether the step at a position is a value that the schema computes from others, and that takes no bytes. A parameter repeats a
    /// value of the enclosing item.
    #[must_use]
    pub fn is_computed(&self, at: At) -> bool {
        let At::Step(step) = at else { return false };
        self.plan.steps.get(step as usize).is_some_and(|step| {
            let by = match self.plan.shapes.get(step.shape.index()) {
                Some(Shape::Computed { value, .. }) => self.plan.exprs.get(value.index()),
                _ => None,
            };
            let is_derived = matches!(step.role, Role::Derived(_));
            // A step without a position in the schema is a part of a type.
            let is_field = is_derived && step.origin.line > 0;
            is_field && by.is_some_and(|by| !matches!(by, Expr::Argument(_)))
        })
    }

    /// Converts a number that a sink received into a value of its shape.
    #[must_use]
    pub fn number_value(&self, shape: &Shape, number: u64) -> Value {
        match *shape {
            Shape::Bool => Value::Bool(number != 0),
            Shape::Index { table, .. } => Value::Index { table, index: number },
            Shape::Integer { sign: Sign::Unsigned, .. } => Value::Unsigned(number),
            Shape::Integer { sign: Sign::Float, bits: 64, .. } => Value::Float64(F64(number)),
            Shape::Integer { sign: Sign::Float, bits: 16, .. } => {
                Value::Float16(F16(number as u16))
            }
            Shape::Integer { sign: Sign::Float, .. } => Value::Float32(F32(number as u32)),
            Shape::Integer { .. } => Value::Signed(number.cast_signed()),
            Shape::Enum { number: integer, .. } => match self.member(shape, number) {
                Ok(None) => match self.plan.shapes.get(integer.index()) {
                    Some(integer) => self.number_value(integer, number),
                    None => Value::Unsigned(number),
                },
                found => {
                    let member = found.ok().flatten().unwrap_or(u32::MAX);
                    Value::Member { member, number: self.signed(integer, number) }
                }
            },
            Shape::Part { value, .. }
            | Shape::Computed { shape: value, .. }
            | Shape::At { value, .. }
            | Shape::Sized { value, .. } => self
                .plan
                .shapes
                .get(value.index())
                .map_or(Value::Unsigned(number), |shape| self.number_value(shape, number)),
            _ => Value::Unsigned(number),
        }
    }

    /// The default value of an absent step; `other` returns the value of the step at a position.
    pub(super) fn default_value<'v>(
        &self,
        absent: Absent,
        shape: ShapeId,
        other: impl Fn(u32) -> Option<&'v Value>,
    ) -> Value {
        let Some(of) = self.plan.shapes.get(shape.index()) else { return Value::Absent };
        match absent {
            Absent::Never | Absent::Nothing => Value::Absent,
            // The default can be a member that this version does not have.
            Absent::Number(number) => match *of {
                Shape::Enum { members, .. } => {
                    let mut known = members.of(&self.plan.members).iter();
                    let at = known.position(|member| member.number == number);
                    let member = members.start + at.unwrap_or(0) as u32;
                    Value::Member { member, number }
                }
                _ => self.number_value(of, bits_of(number)),
            },
            Absent::Empty => match of {
                Shape::Item(item) if !self.is_transparent(*item) => {
                    let empty = |step: &Step| match step.role {
                        Role::Visible => self.empty(step.shape),
                        _ => Value::Absent,
                    };
                    Value::Item(*item, self.plan.steps_of(*item).iter().map(empty).collect())
                }
                _ => self.empty(shape),
            },
            Absent::EmptyCase(item) => {
                let steps = self.plan.steps_of(item).len();
                Value::Item(item, vec![Value::List(Vec::new()); steps])
            }
            Absent::Zeros(step) => match other(step).map(Value::bare) {
                Some(Value::List(elements)) => {
                    Value::List(vec![Value::Bool(false); elements.len()])
                }
                _ => Value::List(Vec::new()),
            },
        }
    }

    /// An empty value: no bytes, no text or no elements.
    fn empty(&self, shape: ShapeId) -> Value {
        match self.plan.shapes.get(shape.index()) {
            Some(Shape::Bytes(_)) => Value::Bytes(Vec::new()),
            Some(Shape::Text { .. }) => Value::Text(String::new()),
            Some(Shape::Item(item)) if self.holds_text(*item) => Value::Text(String::new()),
            Some(Shape::Item(item)) if self.holds_bytes(*item) => Value::Bytes(Vec::new()),
            _ => Value::List(Vec::new()),
        }
    }

    fn is_transparent(&self, item: ItemId) -> bool {
        self.plan.items.get(item.index()).is_some_and(|item| item.kind.is_transparent())
    }

    /// Whether a shape encodes the absence of a value itself.
    pub(super) fn may_be_none(&self, shape: ShapeId) -> bool {
        let Some(&Shape::Item(item)) = self.plan.shapes.get(shape.index()) else { return false };
        let place = self.plan.visible_step(item).filter(|_| self.is_transparent(item));
        let step = place.and_then(|place| self.plan.steps_of(item).get(place));
        step.is_some_and(|step| step.when.is_some() || self.may_be_none(step.shape))
    }

    /// The shape of the visible step of an item.
    fn visible_shape(&self, item: ItemId) -> Option<&Shape> {
        let visible = self.plan.steps_of(item).get(self.plan.visible_step(item)?)?;
        self.plan.shapes.get(visible.shape.index())
    }

    /// Whether the value of a transparent item is bytes.
    fn holds_bytes(&self, item: ItemId) -> bool {
        matches!(self.visible_shape(item), Some(Shape::Bytes(_)))
    }

    /// Whether the value of a transparent item is a text.
    fn holds_text(&self, item: ItemId) -> bool {
        matches!(self.visible_shape(item), Some(Shape::Text { .. }))
    }
}
