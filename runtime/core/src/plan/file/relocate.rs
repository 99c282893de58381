//! New offsets for values that no longer fit where they are.
//!
//! A value at an offset that grew, or that something else grew into, moves to the end of the file. The number that its offset comes
//! from follows: the writer finds it in the expression of the offset. Values move only if they had their bytes for themselves:
//! a value whose bytes are also a part of another one becomes what the other one has there.

use super::placed::{Conflict, Described, Displaced, alignment};
use super::{File, FileValue};
use crate::error::Result;
use crate::plan::{Executor, Value};
use bytespec_plan::{Expr, ExprId, ItemId, Operator, Plan, Role, Shape};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// The most values that move.
const MAX_MOVED: usize = 1 << 14;

/// The alignment of a value without an offset, in bytes.
const NEW_ALIGNMENT: u64 = 16;

/// What was written.
#[derive(Debug)]
pub(in crate::plan) struct Relocated<'v> {
    pub(in crate::plan) bytes: Vec<u8>,
    /// The value with the new offsets.
    pub(in crate::plan) value: Cow<'v, FileValue>,
    /// The values that followed.
    pub(in crate::plan) moved: Vec<Moved>,
}

/// A value that follows an edit of others: a number, because a value at an offset moved, or bytes that it repeats.
#[derive(Debug)]
pub(in crate::plan) struct Moved {
    /// Its path.
    pub(in crate::plan) path: String,
    /// The value before.
    pub(in crate::plan) before: Value,
    /// The value after.
    pub(in crate::plan) after: Value,
}

impl File<'_, '_> {
    /// Writes an edited value of this file, as [`File::write`] does. A value at an offset that no longer fits there moves to the end
    /// of the file, and the number that its offset comes from changes. So does a new value with the offset 0.
    ///
    /// # Errors
    /// Those of [`File::write`], and a value over bytes that no field of the file describes, unless all of them are filler.
    pub fn rewrite(&self, file: &FileValue) -> Result<Vec<u8>> {
        Ok(self.rewrite_and_move(file)?.bytes)
    }

    /// The same, with the values that followed.
    pub(in crate::plan) fn rewrite_and_move<'v>(
        &self,
        value: &'v FileValue,
    ) -> Result<Relocated<'v>> {
        let (mut moved, mut value) = (Vec::new(), Cow::Borrowed(value));
        let (original, mut alone) = (OnceCell::new(), None);
        loop {
            let conflict = match self.rewrite_or_conflict(&value, &original) {
                Ok(bytes) => return Ok(Relocated { bytes, value, moved }),
                Err(conflict) => *conflict,
            };
            if conflict.displaced.is_empty() || moved.len() > MAX_MOVED {
                return Err(conflict.error);
            }
            let alone = match &alone {
                Some(alone) => alone,
                None => alone.insert(self.described(&original)?.alone()),
            };
            let relocation = Relocation { executor: &self.executor, input: self.input, alone };
            match relocation.all(value.to_mut(), &conflict) {
                Some(numbers) => moved.extend(numbers),
                None => return Err(conflict.error),
            }
        }
    }

    /// Writes an edited value of this file, with the values at offsets that overlap something.
    fn rewrite_or_conflict(
        &self,
        file: &FileValue,
        original: &OnceCell<Described>,
    ) -> Result<Vec<u8>, Box<Conflict>> {
        let composed = self.compose(file, original)?;
        if !composed.placed.is_empty() && composed.bytes != self.input {
            self.check_undescribed(&composed, self.described(original)?)?;
        }
        Ok(composed.bytes)
    }
}

/// The way to move values.
struct Relocation<'r, 'p> {
    executor: &'r Executor<'p>,
    /// The original file.
    input: &'r [u8],
    /// The offsets of values that had their bytes for themselves.
    alone: &'r HashSet<u64>,
}

/// A number from which an offset is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    /// Its position in the record of the file, outermost first.
    positions: Vec<usize>,
    /// The number of bytes by which the value moves if the number is greater by one.
    unit: u64,
}

impl Relocation<'_, '_> {
    /// Moves all values of a conflict behind the end of the file. None if a value must stay.
    fn all(&self, value: &mut FileValue, conflict: &Conflict) -> Option<Vec<Moved>> {
        if conflict.displaced.len() > MAX_MOVED {
            return None;
        }
        let mut edited = Vec::new();
        let (mut movable, mut repeated) = (Vec::new(), Vec::new());
        for displaced in &conflict.displaced {
            match self.source(value.record()?, displaced) {
                Some(source) => movable.push((displaced, source)),
                None => repeated.push(displaced),
            }
        }
        if !repeated.is_empty() {
            edited = self.repeat(value.record_mut()?, &repeated, &conflict.bytes)?;
        }
        edited.extend(self.relocate(value, movable, conflict.end)?);
        (!edited.is_empty()).then_some(edited)
    }

    /// Moves values behind `end`.
    fn relocate(
        &self,
        value: &mut FileValue,
        displaced: Vec<(&Displaced, Source)>,
        mut end: u64,
    ) -> Option<Vec<Moved>> {
        let (mut numbers, mut places) = (HashSet::new(), HashMap::new());
        let mut edited = Vec::new();
        for (displaced, source) in displaced {
            // Values that share a number move together.
            if !numbers.insert(source.positions.clone()) {
                continue;
            }
            // Values that share their bytes still do.
            let bytes = (displaced.offset, displaced.bytes.as_slice());
            let shared = places.get(&bytes).copied();
            let distance = match shared.filter(|distance| distance % source.unit == 0) {
                Some(distance) => distance,
                None => {
                    let alignment = match displaced.offset {
                        0 => NEW_ALIGNMENT,
                        offset => alignment(offset),
                    };
                    let step = common_multiple(alignment, source.unit)?;
                    let least = end.checked_sub(displaced.offset)?;
                    let distance = least.checked_next_multiple_of(step)?;
                    let start = displaced.offset.checked_add(distance)?;
                    end = start.checked_add(displaced.bytes.len() as u64)?;
                    distance
                }
            };
            edited.push(self.advance(value.record_mut()?, &source, distance / source.unit)?);
            places.insert(bytes, distance);
        }
        Some(edited)
    }

    /// Gives values that repeat bytes of others the new ones: what a reader finds in the file without them. None if only such values
    /// were edited.
    fn repeat(
        &self,
        record: &mut Value,
        repeated: &[&Displaced],
        bytes: &[u8],
    ) -> Option<Vec<Moved>> {
        if bytes == self.input {
            return None;
        }
        let read = File::with(self.executor, bytes).and_then(|mut file| file.read()).ok()?;
        let follow = |displaced: &&Displaced| {
            let path = self.spelled(record, &displaced.positions)?;
            let after = read.record()?.part(&displaced.positions)?.clone();
            let slot = record.part_mut(&displaced.positions)?;
            let before = std::mem::replace(slot, after.clone());
            (before != after).then_some(Moved { path, before, after })
        };
        repeated.iter().map(follow).collect()
    }

    /// The number that the offset of a value comes from; none if there is none, or if the value must stay.
    fn source(&self, record: &Value, displaced: &Displaced) -> Option<Source> {
        // Offset 0 is that of a new value.
        if displaced.offset != 0 && !self.alone.contains(&displaced.offset) {
            return None;
        }
        let (_, around) = displaced.positions.split_last()?;
        Path { plan: self.plan(), record, positions: around }.source(displaced.by, 0)
    }

    fn plan(&self) -> &Plan {
        self.executor.plan()
    }

    /// Adds to a number.
    fn advance(&self, record: &mut Value, source: &Source, by: u64) -> Option<Moved> {
        let path = self.spelled(record, &source.positions)?;
        let slot = record.part_mut(&source.positions)?.bare_mut();
        let Value::Unsigned(number) = *slot else { return None };
        let after = Value::Unsigned(number.checked_add(by)?);
        let before = std::mem::replace(slot, after.clone());
        Some(Moved { path, before, after })
    }

    /// The path to a value as listings spell it.
    fn spelled(&self, record: &Value, positions: &[usize]) -> Option<String> {
        let (mut value, mut path) = (record, String::new());
        if let Value::Item(item, _) = record.bare() {
            path.push_str(self.plan().name(self.plan().items.get(item.index())?.name));
        }
        for at in positions {
            value = match value.bare() {
                Value::Item(item, parts) => {
                    let step = self.plan().steps_of(*item).get(*at)?;
                    path.push('.');
                    path.push_str(self.plan().name(step.name));
                    parts.get(*at)?
                }
                Value::List(elements) => {
                    path.push_str(&format!("[{at}]"));
                    elements.get(*at)?
                }
                _ => return None,
            };
        }
        Some(path)
    }
}

/// The least common multiple of two numbers, of which one is a power of two.
fn common_multiple(power: u64, number: u64) -> Option<u64> {
    let shared = number.trailing_zeros().min(power.trailing_zeros());
    number.checked_mul(power >> shared)
}

/// The item with an expression, in the record of a file.
#[derive(Clone, Copy)]
struct Path<'v> {
    plan: &'v Plan,
    record: &'v Value,
    /// The position of each value in the one around it, up to the item.
    positions: &'v [usize],
}

/// The most parts of an expression inside each other.
const MAX_DEPTH: u32 = 32;

impl<'v> Path<'v> {
    /// The values from the record of the file to the item, outermost first, and the number of positions before each.
    fn values(&self) -> Vec<&'v Value> {
        let mut values = vec![self.record.bare()];
        for at in self.positions {
            let inner = values.last().and_then(|value| match value {
                Value::Item(_, parts) | Value::List(parts) => parts.get(*at),
                _ => None,
            });
            let Some(inner) = inner else { break };
            values.push(inner.bare());
        }
        values
    }

    /// The number that decides about the value of an expression, if a greater number gives a greater value.
    fn source(&self, by: ExprId, depth: u32) -> Option<Source> {
        if depth > MAX_DEPTH {
            return None;
        }
        let source = |part| self.source(part, depth + 1);
        let number = |part: ExprId| match self.plan.exprs.get(part.index()) {
            Some(Expr::Number(number)) => Some(*number),
            _ => None,
        };
        match *self.plan.exprs.get(by.index())? {
            Expr::Natural(part, _) => source(part),
            Expr::Field(step) => self.field(self.positions.len(), step, depth),
            Expr::Around(item, step) => self.field(self.around(item)?, step, depth),
            Expr::Inner(step, item, part) => self.inner(step, item, part),
            Expr::Element(step, at) => {
                let at = usize::try_from(self.index(at, 0)?).ok()?;
                self.number([self.positions, &[place(step)?, at]].concat())
            }
            Expr::Listed(list, at) => self.listed(list, self.index(at, 0)?),
            Expr::Binary(Operator::Add, a, b) | Expr::Signed(Operator::Add, a, b) => {
                // That of the innermost item is the offset, and the other one a base that other values have, too.
                [source(a), source(b)]
                    .into_iter()
                    .flatten()
                    .max_by_key(|source| source.positions.len())
            }
            Expr::Binary(Operator::Subtract | Operator::BitAnd, a, _)
            | Expr::Signed(Operator::Subtract, a, _) => source(a),
            Expr::Binary(Operator::Multiply, a, b) => {
                let (part, times) = match (number(a), number(b)) {
                    (_, Some(times)) => (a, times),
                    (Some(times), _) => (b, times),
                    _ => return None,
                };
                times_unit(source(part)?, times)
            }
            Expr::Binary(Operator::ShiftLeft, a, b) => {
                times_unit(source(a)?, 1u64.checked_shl(u32::try_from(number(b)?).ok()?)?)
            }
            _ => None,
        }
    }

    /// The source that a step is, in the item behind the first `depth_of` positions.
    fn field(&self, of: usize, step: u32, depth: u32) -> Option<Source> {
        let Value::Item(item, _) = self.values().get(of)? else { return None };
        let positions = self.positions.get(..of)?;
        let described = self.plan.steps_of(*item).get(place(step)?)?;
        if let Some(&Shape::Computed { value, .. }) = self.plan.shapes.get(described.shape.index())
        {
            return Path { positions, ..*self }.source(value, depth + 1);
        }
        self.number([positions, &[place(step)?]].concat())
    }

    /// The source at these positions, if an edit can set it.
    fn number(&self, positions: Vec<usize>) -> Option<Source> {
        let mut value = self.record.bare();
        for at in &positions {
            value = match value {
                Value::Item(item, parts) => {
                    let step = self.plan.steps_of(*item).get(*at)?;
                    (step.role == Role::Visible).then_some(())?;
                    parts.get(*at)?.bare()
                }
                Value::List(elements) => elements.get(*at)?.bare(),
                _ => return None,
            };
        }
        matches!(value, Value::Unsigned(_)).then_some(Source { positions, unit: 1 })
    }

    /// The number of positions before the innermost enclosing item with this id.
    fn around(&self, item: ItemId) -> Option<usize> {
        self.values().iter().rposition(|value| matches!(value, Value::Item(id, _) if *id == item))
    }

    /// The source inside the value of a step.
    fn inner(&self, step: u32, item: ItemId, part: u32) -> Option<Source> {
        let mut positions = [self.positions, &[place(step)?]].concat();
        loop {
            let path = Path { positions: &positions, ..*self };
            let values = path.values();
            let Some(Value::Item(id, parts)) = values.get(positions.len()) else { return None };
            if *id == item {
                return path.field(positions.len(), part, 0);
            }
            // Records inside it: the one that contains the item is the only one with parts that expressions use.
            let next = parts.iter().position(|part| matches!(part.bare(), Value::Item(..)))?;
            positions.push(next);
        }
    }

    /// The source that is a number of a list.
    fn listed(&self, list: u32, at: u64) -> Option<Source> {
        let &(item, step) = self.plan.lists.get(usize::try_from(list).ok()?)?;
        let (step, mut left) = (place(step)?, at);
        let mut open: Vec<(&Value, Vec<usize>)> = vec![(self.record.bare(), Vec::new())];
        while let Some((value, positions)) = open.pop() {
            let (Value::Item(_, parts) | Value::List(parts)) = value else { continue };
            if let Value::Item(id, _) = value
                && *id == item
            {
                let found = parts.get(step)?.bare();
                let count = match found {
                    Value::List(elements) => elements.len() as u64,
                    _ => 1,
                };
                if let Some(rest) = left.checked_sub(count) {
                    left = rest;
                } else {
                    let mut found_at = [positions.as_slice(), &[step]].concat();
                    if matches!(found, Value::List(_)) {
                        found_at.push(usize::try_from(left).ok()?);
                    }
                    return self.number(found_at);
                }
            }
            let inner = parts.iter().enumerate().rev();
            open.extend(
                inner.map(|(at, part)| (part.bare(), [positions.as_slice(), &[at]].concat())),
            );
        }
        None
    }

    /// An index in terms of the position of the innermost element.
    fn index(&self, by: ExprId, depth: u32) -> Option<u64> {
        let index = |part| self.index(part, depth + 1);
        match *self.plan.exprs.get(by.index()).filter(|_| depth < MAX_DEPTH)? {
            Expr::Number(number) => Some(number),
            Expr::Natural(part, _) => index(part),
            Expr::Index => {
                let values = self.values();
                let elements = values.iter().zip(self.positions);
                let mut lists = elements.filter(|(value, _)| matches!(value, Value::List(_)));
                lists.next_back().map(|(_, at)| *at as u64)
            }
            Expr::Binary(operator, a, b) => operator.apply(index(a)?, index(b)?),
            _ => None,
        }
    }
}

fn times_unit(source: Source, times: u64) -> Option<Source> {
    let unit = source.unit.checked_mul(times).filter(|unit| *unit > 0)?;
    Some(Source { unit, ..source })
}

fn place(at: u32) -> Option<usize> {
    usize::try_from(at).ok()
}
