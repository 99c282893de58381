//! Values of any schema, as a tree.

use crate::error::{Error, ErrorKind, Result};
use crate::wire::{F16, F32, F64};
use bytespec_plan::{Base, ItemId, Plan, Role, Shape, Step, bits_of};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// A value of a plan.
///
/// A *transparent* item (a list, a blob, an optional reference, a union) has no value of its own: its value is that of its
/// visible step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// No value: an optional value that is absent, and every step without a value.
    #[default]
    Absent,
    /// True or false.
    Bool(bool),
    /// An unsigned number.
    Unsigned(u64),
    /// A signed number.
    Signed(i64),
    /// An unsigned number of more than 64 bits.
    Unsigned128(u128),
    /// A signed number of more than 64 bits.
    Signed128(i128),
    /// A member of an enum.
    Member {
        /// The member, by index in the members of the plan.
        member: u32,
        /// Its number.
        number: i128,
    },
    /// An index into a table.
    Index {
        /// The table, by index in the tables of the plan.
        table: u32,
        /// The index.
        index: u64,
    },
    /// An IEEE 754 number of 16 bits.
    Float16(F16),
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
    /// An item, and the value of each of its steps.
    Item(ItemId, Vec<Value>),
    /// A tag that the plan does not have, and the bytes after it. In an item, also filler that takes all remaining bytes, with the
    /// number of bytes of the item before it.
    Opaque(u64, Vec<u8>),
    /// An item or a list with values in other bytes than a writer chooses: the positions of the steps or elements, and their
    /// spelling. For a transparent item it wraps the inner value, which can be wrapped itself.
    Padded(Box<Value>, Vec<(u32, Spelling)>),
    /// A value that was read from transformed bytes, and these bytes. Writers take them if the value still has the same bytes.
    Transformed(Box<Value>, Vec<u8>),
}

/// Bytes that differ from those that a writer chooses for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spelling {
    /// A varint in this number of bytes.
    Width(u8),
    /// Digits: their bytes, with those around them.
    Digits(Box<[u8]>),
    /// Bytes or a text that a marker ends before its size: the bytes from the marker on.
    Tail(Box<[u8]>),
}

impl Value {
    /// The error for a value of another kind than expected, or for an absent value.
    #[cold]
    pub(super) fn misfit(&self, expected: impl Into<Cow<'static, str>>) -> Error {
        let (item, expected) = ("the value".to_owned(), expected.into());
        // For a value that can be large, the message names only its kind.
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

    /// The value without the noted widths of its numbers, and without its transformed bytes.
    #[must_use]
    pub fn bare(&self) -> &Value {
        let mut value = self;
        while let Value::Padded(inner, _) | Value::Transformed(inner, _) = value {
            value = inner;
        }
        value
    }

    /// The same, for changes.
    pub(super) fn bare_mut(&mut self) -> &mut Value {
        let mut value = self;
        while let Value::Padded(inner, _) | Value::Transformed(inner, _) = value {
            value = inner;
        }
        value
    }

    /// The part at these positions, each in the part around it.
    pub(super) fn part(&self, positions: &[usize]) -> Option<&Value> {
        positions.iter().try_fold(self, |value, at| match value.bare() {
            Value::Item(_, parts) | Value::List(parts) => parts.get(*at),
            _ => None,
        })
    }

    /// The same, for changes.
    pub(super) fn part_mut(&mut self, positions: &[usize]) -> Option<&mut Value> {
        positions.iter().try_fold(self, |value, at| match value.bare_mut() {
            Value::Item(_, parts) | Value::List(parts) => parts.get_mut(*at),
            _ => None,
        })
    }

    /// The number in this value, sign-extended; none for other values.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match *self {
            Value::Bool(value) => Some(value.into()),
            Value::Unsigned(number) => Some(number),
            Value::Member { number, .. } => Some(bits_of(number)),
            Value::Signed(number) => Some(number.cast_unsigned()),
            Value::Index { index, .. } => Some(index),
            Value::Float16(F16(bits)) => Some(bits.into()),
            Value::Float32(F32(bits)) => Some(bits.into()),
            Value::Float64(F64(bits)) => Some(bits),
            _ => None,
        }
    }

    /// Whether two values have the same fields with the same values. The items can differ: a layout that was removed and added
    /// again is several items.
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

    /// Drops the filler, the widths of numbers and the transformed bytes that were read, so that writers use those of the format.
    /// Readers ignore the difference.
    pub fn forget_filler(&mut self, plan: &Plan) {
        let mut left = vec![self];
        while let Some(value) = left.pop() {
            while let Value::Padded(inner, _) | Value::Transformed(inner, _) = value {
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

    /// The value of a step of an item, by the name of the step.
    #[must_use]
    pub fn get<'v>(&'v self, plan: &Plan, name: &str) -> Option<&'v Value> {
        let Value::Item(item, values) = self.bare() else { return None };
        values.get(place(*item, values, plan, name)?)
    }

    /// The value of a step of an item, for changes.
    #[must_use]
    pub fn get_mut<'v>(&'v mut self, plan: &Plan, name: &str) -> Option<&'v mut Value> {
        let mut value = self;
        while let Value::Padded(inner, _) | Value::Transformed(inner, _) = value {
            value = inner;
        }
        let Value::Item(item, values) = value else { return None };
        let at = place(*item, values, plan, name)?;
        values.get_mut(at)
    }

    /// The name of the item in this value.
    #[must_use]
    pub fn item_name<'p>(&self, plan: &'p Plan) -> Option<&'p str> {
        let Value::Item(item, _) = self.bare() else { return None };
        plan.items.get(item.index()).map(|item| plan.name(item.name))
    }

    /// The text in this value.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        let Value::Text(text) = self.bare() else { return None };
        Some(text)
    }

    /// The elements of the list in this value; none for other values.
    #[must_use]
    pub fn elements(&self) -> &[Value] {
        let Value::List(elements) = self.bare() else { return &[] };
        elements
    }

    /// Writes the value as listings do; a reference as its table and number.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn spell(&self, plan: &Plan, f: &mut dyn Write) -> fmt::Result {
        self.spell_in(Base::Decimal, plan, f)
    }

    /// Appends the value as [`Value::spell`] does, but an integer in another base.
    ///
    /// # Errors
    /// Those of `f`.
    pub(super) fn spell_in(
        &self,
        style: impl Into<Style>,
        plan: &Plan,
        f: &mut dyn Write,
    ) -> fmt::Result {
        self.spell_as(style.into(), plan, f)
    }

    fn spell_as(&self, style: Style, plan: &Plan, f: &mut dyn Write) -> fmt::Result {
        let Style { base, is_text } = style;
        match self {
            Value::Absent => f.write_str("none"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Unsigned(number) => base.write(f, *number),
            Value::Signed(number) => base.write_signed(f, (*number).into()),
            Value::Unsigned128(number) => base.write(f, *number),
            Value::Signed128(number) => base.write_signed(f, *number),
            Value::Member { member, number } => match plan.members.get(*member as usize) {
                Some(member) => f.write_str(plan.name(member.label)),
                None => write!(f, "{number}"),
            },
            Value::Index { table, index } => {
                let table = plan.tables.get(*table as usize);
                write!(f, "{} {index}", table.map_or("?", |table| plan.name(*table)))
            }
            Value::Float16(number) => write!(f, "{number}"),
            Value::Float32(number) => write!(f, "{number}"),
            Value::Float64(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Padded(inner, _) | Value::Transformed(inner, _) => {
                inner.spell_as(style, plan, f)
            }
            Value::Bytes(bytes) if is_text => write!(f, "\"{}\"", bytes.escape_ascii()),
            Value::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Value::Opaque(tag, bytes) => {
                f.write_str("opaque<")?;
                // The tag follows other fields, or is bytes that are no number.
                if *tag != Plan::NOWHERE {
                    write!(f, "tag = {tag}, ")?;
                }
                f.write_str("bytes = ")?;
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                f.write_char('>')
            }
            Value::List(elements) => {
                f.write_char('[')?;
                for (at, element) in elements.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    element.spell_as(style, plan, f)?;
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
                    value.spell_as(Style::of(plan, step), plan, f)?;
                }
                f.write_char('>')
            }
        }
    }
}

/// How a value is spelled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The base of integers.
    base: Base,
    /// Whether bytes are those of a text: they are not valid in its encoding.
    is_text: bool,
}

impl From<Base> for Style {
    fn from(base: Base) -> Self {
        Style { base, is_text: false }
    }
}

impl Style {
    /// The spelling of the value of a step.
    pub(super) fn of(plan: &Plan, step: &Step) -> Self {
        let mut shape = plan.shapes.get(step.shape.index());
        // A broken plan can have a circle of items.
        for _ in 0..plan.shapes.len() {
            shape = match shape {
                Some(Shape::Item(item)) => plan
                    .items
                    .get(item.index())
                    .filter(|of| of.kind.is_transparent())
                    .and_then(|_| plan.steps_of(*item).get(plan.visible_step(*item)?))
                    .and_then(|step| plan.shapes.get(step.shape.index())),
                Some(
                    Shape::Sized { value, .. }
                    | Shape::At { value, .. }
                    | Shape::Transformed { value, .. }
                    | Shape::Sequence { element: value, .. },
                ) => plan.shapes.get(value.index()),
                _ => break,
            };
        }
        Style { base: step.base, is_text: matches!(shape, Some(Shape::Text { .. })) }
    }
}

/// The position of the step with a name in an item.
fn place(item: ItemId, values: &[Value], plan: &Plan, name: &str) -> Option<usize> {
    let steps = plan.steps_of(item);
    let named = |at: usize| plan.name(steps[at].name) == name && steps[at].role == Role::Visible;
    let mut found = (0..steps.len().min(values.len())).filter(|at| named(*at));
    let first = found.next()?;
    // If steps of several versions have the same name, the one with a value is taken.
    let there = std::iter::once(first).chain(found).find(|at| values[*at] != Value::Absent);
    Some(there.unwrap_or(first))
}
