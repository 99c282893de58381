//! Values of any schema, as a tree.

use super::number::{fewest, keeps_width};
use super::{At, Executor, Leaf, Sink, What};
use crate::error::{Error, ErrorKind, Result};
use crate::wire::{F32, F64, MAX_PREFIX};
use bytespec_plan::{Absent, Coding, ItemId, Plan, Role, Shape, ShapeId, Sign, Step};
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Range;

/// A value of a plan.
///
/// What an item holds that is *transparent* (a list, a blob, an optional reference, a union) is the value itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// Nothing: what is optional and not there, and every step that holds no value.
    #[default]
    Absent,
    /// True or false.
    Bool(bool),
    /// An unsigned number.
    Unsigned(u64),
    /// A signed number.
    Signed(i64),
    /// A member of an enum.
    Member {
        /// The member, by index in the members of the plan.
        member: u32,
        /// Its number.
        number: u64,
    },
    /// An index into a table.
    Index {
        /// The table, by index in the tables of the plan.
        table: u32,
        /// The index.
        index: u64,
    },
    /// An IEEE 754 number of 32 bits.
    Float32(F32),
    /// An IEEE 754 number of 64 bits.
    Float64(F64),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A text.
    Text(String),
    /// Elements of a sequence.
    List(Vec<Value>),
    /// An item, and what each of its steps holds.
    Item(ItemId, Vec<Value>),
    /// A tag that the plan does not have, and the bytes behind it.
    Opaque(u64, Vec<u8>),
    /// An item or a list of which numbers were read in more bytes than they need: the places of steps or elements, and how many
    /// bytes. Of something that is transparent it stands around what is inside, which may be one itself.
    Padded(Box<Value>, Vec<(u32, u8)>),
}

impl Value {
    /// The error for a value where another one must be, or for none.
    #[cold]
    pub(super) fn misfit(&self, expected: impl Into<Cow<'static, str>>) -> Error {
        let (item, expected) = ("the value".to_owned(), expected.into());
        // One that may be large is only said to be of its kind.
        let found = match self.bare() {
            Value::Absent => {
                return Error::new(ErrorKind::Absent { item: expected, why: "is missing" });
            }
            Value::List(_) => "a list".to_owned(),
            Value::Item(..) => "another item".to_owned(),
            Value::Bytes(_) => "bytes".to_owned(),
            Value::Text(_) => "text".to_owned(),
            Value::Opaque(tag, _) => format!("what is not known of the tag {tag}"),
            small => format!("{small:?}"),
        };
        Error::new(ErrorKind::Kind { item, found, expected })
    }

    /// The value without what was noted of the width of its numbers.
    #[must_use]
    pub fn bare(&self) -> &Value {
        let mut value = self;
        while let Value::Padded(inner, _) = value {
            value = inner;
        }
        value
    }

    /// The number that this is, extended by its sign; none for what is no number.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match *self {
            Value::Bool(value) => Some(value.into()),
            Value::Unsigned(number) | Value::Member { number, .. } => Some(number),
            Value::Signed(number) => Some(number.cast_unsigned()),
            Value::Index { index, .. } => Some(index),
            Value::Float32(F32(bits)) => Some(bits.into()),
            Value::Float64(F64(bits)) => Some(bits),
            _ => None,
        }
    }

    /// Whether two values have the same fields with the same values: a layout that was given up and came back is
    /// several items.
    #[must_use]
    pub fn is_alike(&self, other: &Value, plan: &Plan) -> bool {
        let fields = |value: &Value| -> Option<Vec<(String, String)>> {
            let Value::Item(item, values) = value.bare() else { return None };
            let steps = plan.shown_steps(*item);
            let visible = steps.filter_map(|(at, step)| Some((step, values.get(at)?)));
            let spelled = visible.map(|(step, value)| {
                let mut text = String::new();
                value.spell(plan, &mut text).map(|()| (plan.name(step.name).to_owned(), text))
            });
            spelled.collect::<Result<_, fmt::Error>>().ok()
        };
        self == other || (fields(self).is_some() && fields(self) == fields(other))
    }

    /// Drops what filler was read and how wide numbers were, so that writers take that of the format. It is nothing that a
    /// reader looks at.
    pub fn forget_filler(&mut self, plan: &Plan) {
        let mut left = vec![self];
        while let Some(value) = left.pop() {
            while let Value::Padded(inner, _) = value {
                *value = std::mem::take(inner);
            }
            match value {
                Value::List(elements) => left.extend(elements),
                Value::Item(item, values) => {
                    for (step, value) in plan.steps_of(*item).iter().zip(values) {
                        match step.role {
                            Role::Visible => left.push(value),
                            _ => *value = Value::Absent,
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// What a step of an item holds, by the name of the step.
    #[must_use]
    pub fn get<'v>(&'v self, plan: &Plan, name: &str) -> Option<&'v Value> {
        let Value::Item(item, values) = self.bare() else { return None };
        let steps = plan.steps_of(*item);
        let named =
            |at: usize| plan.name(steps[at].name) == name && steps[at].role == Role::Visible;
        let mut found = (0..steps.len().min(values.len())).filter(|at| named(*at));
        let first = found.next()?;
        // A step of the same name in another version may be the one that is there.
        let there = std::iter::once(first).chain(found).find(|at| values[*at] != Value::Absent);
        values.get(there.unwrap_or(first))
    }

    /// Writes the value as listings do, references by table and number.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn spell(&self, plan: &Plan, f: &mut dyn Write) -> fmt::Result {
        match self {
            Value::Absent => f.write_str("none"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Unsigned(number) => write!(f, "{number}"),
            Value::Signed(number) => write!(f, "{number}"),
            Value::Member { member, number } => match plan.members.get(*member as usize) {
                Some(member) => f.write_str(plan.name(member.label)),
                None => write!(f, "{number}"),
            },
            Value::Index { table, index } => {
                let table = plan.tables.get(*table as usize);
                write!(f, "{} {index}", table.map_or("?", |table| plan.name(*table)))
            }
            Value::Float32(number) => write!(f, "{number}"),
            Value::Float64(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Padded(inner, _) => inner.spell(plan, f),
            Value::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Value::Opaque(tag, bytes) => {
                write!(f, "opaque<tag = {tag}, bytes = ")?;
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                f.write_char('>')
            }
            Value::List(elements) => {
                f.write_char('[')?;
                for (at, element) in elements.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    element.spell(plan, f)?;
                }
                f.write_char(']')
            }
            Value::Item(item, values) => {
                let label = plan.items.get(item.index()).map_or("?", |item| plan.name(item.label));
                write!(f, "{label}<")?;
                let mut first = true;
                for (at, step) in plan.shown_steps(*item) {
                    let Some(value) = values.get(at) else { continue };
                    f.write_str(if std::mem::take(&mut first) { "" } else { ", " })?;
                    write!(f, "{} = ", plan.name(step.name))?;
                    value.spell(plan, f)?;
                }
                f.write_char('>')
            }
        }
    }
}

/// An item or a sequence in the making.
#[derive(Debug)]
struct Open {
    at: At,
    what: What,
    values: Vec<Value>,
    /// Numbers that were in more bytes than they need, by place.
    padded: Vec<(u32, u8)>,
    /// Its elements came last first.
    reversed: bool,
}

/// A sink that builds the value of what is read.
#[derive(Debug)]
pub struct Tree<'e, 'p> {
    executor: &'e Executor<'p>,
    open: Vec<Open>,
    value: Value,
}

impl<'e, 'p> Tree<'e, 'p> {
    /// An empty tree.
    #[must_use]
    pub fn new(executor: &'e Executor<'p>) -> Self {
        Tree { executor, open: Vec::new(), value: Value::Absent }
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
    /// Notes a number that was in more bytes than it needs, where its coding keeps that.
    fn note_width(&mut self, at: At, shape: &Shape, number: u64, width: usize) {
        if width < 2 {
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
        if !keeps_width(coding) {
            return;
        }
        let Some(open) = self.open.last_mut() else { return };
        let most = if coding == Coding::Prefix { MAX_PREFIX } else { usize::MAX };
        if width > fewest(number, bits, sign).min(most) {
            let place = match (at, open.what) {
                (At::Step(step), What::Item(item)) => {
                    let first = plan.items.get(item.index()).map_or(0, |item| item.steps.start);
                    step.wrapping_sub(first)
                }
                _ => open.values.len() as u32,
            };
            open.padded.push((place, width as u8));
        }
    }
}

impl Executor<'_> {
    /// Whether what stands somewhere was computed, and is no value of its own.
    #[must_use]
    pub fn is_derived(&self, at: At) -> bool {
        let At::Step(step) = at else { return false };
        let step = self.plan.steps.get(step as usize);
        step.is_some_and(|step| step.role != Role::Visible)
    }

    /// A number that a sink was told as a value of its shape.
    #[must_use]
    pub fn number_value(&self, shape: &Shape, number: u64) -> Value {
        match *shape {
            Shape::Bool => Value::Bool(number != 0),
            Shape::Index { table, .. } => Value::Index { table, index: number },
            Shape::Integer { sign: Sign::Unsigned, .. } => Value::Unsigned(number),
            Shape::Integer { sign: Sign::Float, bits: 64, .. } => Value::Float64(F64(number)),
            Shape::Integer { sign: Sign::Float, .. } => Value::Float32(F32(number as u32)),
            Shape::Integer { .. } => Value::Signed(number.cast_signed()),
            Shape::Enum { name, gate, members, .. } => {
                let member = self.member(name, gate, members, number).unwrap_or(u32::MAX);
                Value::Member { member, number }
            }
            Shape::Part { value, .. } | Shape::Computed { shape: value, .. } => self
                .plan
                .shapes
                .get(value.index())
                .map_or(Value::Unsigned(number), |shape| self.number_value(shape, number)),
            _ => Value::Unsigned(number),
        }
    }

    /// What a step holds that is not on the wire; `other` says what the step at a position holds.
    pub(super) fn default_value<'v>(
        &self,
        absent: Absent,
        shape: ShapeId,
        other: impl Fn(u32) -> Option<&'v Value>,
    ) -> Value {
        let Some(of) = self.plan.shapes.get(shape.index()) else { return Value::Absent };
        match absent {
            Absent::Never | Absent::Nothing => Value::Absent,
            // A member that is not of this version is the default all the same.
            Absent::Number(number) => match *of {
                Shape::Enum { members, .. } => {
                    let mut known = members.of(&self.plan.members).iter();
                    let at = known.position(|member| i128::from(member.number) == number);
                    let member = members.start + at.unwrap_or(0) as u32;
                    Value::Member { member, number: number as u64 }
                }
                _ => self.number_value(of, number as u64),
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

    /// No bytes or no elements.
    fn empty(&self, shape: ShapeId) -> Value {
        match self.plan.shapes.get(shape.index()) {
            Some(Shape::Bytes(_)) => Value::Bytes(Vec::new()),
            Some(Shape::Item(item)) if self.holds_text(*item) => Value::Text(String::new()),
            Some(Shape::Item(item)) if self.holds_bytes(*item) => Value::Bytes(Vec::new()),
            _ => Value::List(Vec::new()),
        }
    }

    fn is_transparent(&self, item: ItemId) -> bool {
        self.plan.items.get(item.index()).is_some_and(|item| item.kind.is_transparent())
    }

    /// Whether a shape says by itself that there is no value.
    pub(super) fn may_be_none(&self, shape: ShapeId) -> bool {
        let Some(&Shape::Item(item)) = self.plan.shapes.get(shape.index()) else { return false };
        let place = self.plan.visible_step(item).filter(|_| self.is_transparent(item));
        let step = place.and_then(|place| self.plan.steps_of(item).get(place));
        step.is_some_and(|step| step.when.is_some() || self.may_be_none(step.shape))
    }

    /// What the visible step of an item is.
    fn visible_shape(&self, item: ItemId) -> Option<&Shape> {
        let visible = self.plan.steps_of(item).get(self.plan.visible_step(item)?)?;
        self.plan.shapes.get(visible.shape.index())
    }

    /// Whether the value of a transparent item is bytes.
    fn holds_bytes(&self, item: ItemId) -> bool {
        matches!(self.visible_shape(item), Some(Shape::Bytes(_)))
    }

    /// Whether it is a text.
    fn holds_text(&self, item: ItemId) -> bool {
        matches!(self.visible_shape(item), Some(Shape::Text(_)))
    }
}

impl<'i> Sink<'i> for Tree<'_, '_> {
    fn begin(&mut self, at: At, what: What, _: usize) -> Result<()> {
        let values = match what {
            What::Item(item) => vec![Value::Absent; self.executor.plan.steps_of(item).len()],
            What::Sequence => Vec::new(),
        };
        self.open.push(Open { at, what, values, padded: Vec::new(), reversed: false });
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<()> {
        let Some(Open { at, what, mut values, padded, reversed }) = self.open.pop() else {
            return Ok(());
        };
        if reversed {
            values.reverse();
        }
        let mut around = !padded.is_empty();
        let value = match what {
            What::Sequence => Value::List(values),
            What::Item(id) => {
                let plan = self.executor.plan;
                let steps = plan.steps_of(id);
                for (place, step) in steps.iter().enumerate() {
                    // What depends on a later step had to wait for it.
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
        if let Leaf::Number(number) = leaf {
            self.note_width(at, shape, number, span.len());
        }
        if let At::Step(step) = at
            && let Some(step) = self.executor.plan.steps.get(step as usize)
            && step.role != Role::Visible
            && !matches!(shape, Shape::Padding { .. })
        {
            return Ok(());
        }
        let value = match leaf {
            Leaf::Number(number) => self.executor.number_value(shape, number),
            Leaf::Text(text) => Value::Text(text.to_owned()),
            Leaf::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
            Leaf::Opaque(tag, bytes) => Value::Opaque(tag, bytes.to_vec()),
            Leaf::Unknown(_, bytes) => Value::Opaque(Plan::NOWHERE, bytes.to_vec()),
            Leaf::Value(value) => value.clone(),
        };
        self.put(at, value);
        Ok(())
    }

    fn absent(&mut self, index: u32) -> Result<()> {
        let Some(step) = self.executor.plan.steps.get(index as usize) else { return Ok(()) };
        if step.role == Role::Visible && !matches!(step.absent, Absent::Zeros(_)) {
            let value = self.executor.default_value(step.absent, step.shape, |_| None);
            self.put(At::Step(index), value);
        }
        Ok(())
    }
}
