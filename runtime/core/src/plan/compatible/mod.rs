//! Compares two plans of one format: finds values that one plan writes and the other refuses or reads differently.
//!
//! Both plans are executed on random values of every item of the first one, so a verdict rests on actual bytes. Values are compared
//! by the names of their fields. A name that only one plan has counts as another name for the field at the same position.

mod files;

pub use files::{FileOutcome, Files};

use super::proof::{Sampled, holding, written};
use super::sample::Sampler;
use super::{Builtin, Executor, Surroundings, Tree, Value};
use crate::error::{Error, ErrorKind, Result};
use crate::sample::Source;
use crate::wire::Cursor;
use bytespec_plan::{ItemId, Kind, Plan, Shape, ShapeId};
use std::collections::{BTreeMap, BTreeSet};

/// What a value belongs to: its kind and its name in the schema.
pub type Subject = (&'static str, String);

/// A value that is not read as it was written.
#[derive(Clone, Debug)]
pub struct Break {
    /// Its kind and name.
    pub subject: Subject,
    /// The names of the versions in which such values are read wrongly or not at all.
    pub versions: Vec<String>,
    /// The bytes of the shortest example that was found, in the first of the versions.
    pub bytes: Vec<u8>,
    /// The value as its writer spells it.
    pub written: String,
    /// The value as its reader spells it, or the error.
    pub read: std::result::Result<String, Error>,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Compatibility {
    /// One break for each subject that has breaks.
    pub breaks: Vec<Break>,
    /// The number of values of each subject that were read as they were written.
    pub unchanged: BTreeMap<Subject, usize>,
}

/// A plan, prepared for samples.
struct Side {
    plan: Plan,
    /// The item that holds a value of each enum, by the name of the enum.
    enums: BTreeMap<String, ItemId>,
    /// The names of all items, steps and members.
    names: BTreeSet<String>,
}

/// How to sample and read a subject.
enum Of {
    Item,
    Case(ItemId),
    Member(u32),
}

impl Side {
    fn new(plan: &Plan) -> Self {
        let mut plan = plan.clone();
        let shapes: Vec<_> = plan.shapes.iter().copied().enumerate().collect();
        let mut enums = BTreeMap::new();
        for (index, shape) in shapes {
            let Shape::Enum { name, .. } = shape else { continue };
            let name = plan.name(name).to_owned();
            let shape = ShapeId(index as u32);
            enums.entry(name).or_insert_with(|| holding(&mut plan, shape));
        }
        let members = plan.members.iter().flat_map(|member| [member.name, member.label]);
        let items = plan.items.iter().flat_map(|item| [item.name, item.label]);
        let steps = plan.steps.iter().map(|step| step.name);
        let names = members.chain(items).chain(steps).chain(plan.tables.iter().copied());
        let names = names.map(|name| plan.name(name).to_owned()).collect();
        Side { plan, enums, names }
    }

    /// All subjects that are sampled, each with the item to read and write, and how to sample it.
    fn subjects(&self, executor: &Executor<'_>) -> Vec<(Subject, ItemId, Of)> {
        let plan = &self.plan;
        let mut found = Vec::new();
        let open =
            |item: ItemId| plan.items.get(item.index()).is_some_and(|i| executor.open(i.gate));
        // Items that the plan adds to the schema are named after their shape, so that several can have the same name.
        let is_one = |kind: Kind, name: &str| {
            let of_name = plan.items.iter().filter(|item| item.kind == kind);
            of_name.filter(|item| plan.name(item.name) == name).count() == 1
        };
        for (index, item) in plan.items.iter().enumerate() {
            let (id, name) = (ItemId(index as u32), plan.name(item.name));
            match item.kind {
                Kind::Record | Kind::Section
                    if executor.open(item.gate) && is_one(item.kind, name) =>
                {
                    found.push(((item.kind.word(), name.to_owned()), id, Of::Item));
                }
                Kind::Union | Kind::Operations if executor.open(item.gate) => {
                    for case in plan.cases_of(id).iter().filter(|case| executor.open(case.gate)) {
                        let Some(of) = case.item.filter(|of| open(*of)) else { continue };
                        let Some(of_case) = plan.items.get(of.index()) else { continue };
                        let of_case = plan.name(of_case.name);
                        let subject = match item.kind {
                            Kind::Union => ("variant", format!("{name}.{of_case}")),
                            _ => ("op", of_case.to_owned()),
                        };
                        found.push((subject, id, Of::Case(of)));
                    }
                }
                _ => {}
            }
        }
        for (name, item) in &self.enums {
            let shape = plan.steps_of(*item).first().and_then(|s| plan.shapes.get(s.shape.index()));
            let Some(&Shape::Enum { gate, members, open, .. }) = shape else { continue };
            if open && executor.open(gate) {
                found.push((("enum", name.clone()), *item, Of::Item));
            }
            for (at, member) in (members.start..).zip(members.of(&plan.members)) {
                if !member.removed && executor.open(gate) && executor.open(member.gate) {
                    let subject = ("enum", format!("{name}.{}", plan.name(member.label)));
                    found.push((subject, *item, Of::Member(at)));
                }
            }
        }
        found
    }

    /// The item of this plan that reads an item of another plan.
    fn counterpart(&self, other: &Side, item: ItemId) -> Result<Option<ItemId>> {
        let Some(of) = other.plan.items.get(item.index()) else { return Ok(None) };
        let name = other.plan.name(of.name);
        match of.kind {
            // Sections correspond by number.
            Kind::Section => {
                let id = other.plan.sections.iter().find(|section| section.item == item);
                let Some(id) = id.map(|section| section.id) else { return Ok(None) };
                let found = self.plan.sections.iter().find(|section| section.id == id);
                let unknown = || {
                    let (what, found) = ("section id".into(), id.into());
                    Error::new(ErrorKind::Unknown { what, found })
                };
                found.map(|section| Some(section.item)).ok_or_else(unknown)
            }
            Kind::Operations => {
                let found = self.plan.items.iter().position(|item| item.kind == Kind::Operations);
                Ok(found.map(|index| ItemId(index as u32)))
            }
            Kind::Transparent => {
                let held = other.enums.iter().find(|(_, held)| **held == item);
                Ok(held.and_then(|(name, _)| self.enums.get(name)).copied())
            }
            kind => Ok(self.plan.item(kind, name)),
        }
    }

    fn versions(&self) -> impl Iterator<Item = &str> {
        let axis = self.plan.axes.first();
        axis.map_or("", |axis| self.plan.name(axis.versions)).split(' ').filter(|v| !v.is_empty())
    }
}

/// Writes random values of everything in the writer, in each version that both plans have, and reads them.
///
/// `seeds` is the number of values of each subject in each version.
///
/// # Errors
/// A plan that breaks its invariants.
pub fn compare(writer: &Plan, reader: &Plan, seeds: u64) -> Result<Compatibility> {
    let (writer, reader) = (Side::new(writer), Side::new(reader));
    let (of_writer, of_reader) =
        (Executor::new(&writer.plan, &[])?, Executor::new(&reader.plan, &[])?);
    let mut found = Compatibility::default();
    let mut breaks: BTreeMap<Subject, Break> = BTreeMap::new();
    for (at, version) in writer.versions().enumerate() {
        let Some(there) = reader.versions().position(|other| other == version) else { continue };
        let from = of_writer.with(&[(0, at as u32)]);
        let to = of_reader.with(&[(0, there as u32)]);
        let sides = Sides { writer: &writer, reader: &reader, from: &from };
        let pair = Pair { sides, to: &to };
        for (subject, item, of) in writer.subjects(&from) {
            for seed in 0..seeds {
                match pair.tried(item, &of, seed) {
                    None => {}
                    Some((_, _, Ok(None))) => {
                        *found.unchanged.entry(subject.clone()).or_default() += 1
                    }
                    Some((bytes, written, read)) => {
                        let read = read.map(Option::unwrap_or_default);
                        let versions = vec![version.to_owned()];
                        let of = subject.clone();
                        let new = Break { subject: of, versions, bytes, written, read };
                        let known = breaks.entry(subject.clone()).or_insert_with(|| new.clone());
                        if !known.versions.iter().any(|known| known == version) {
                            known.versions.push(version.to_owned());
                        }
                        if new.bytes.len() < known.bytes.len() && known.versions[0] == version {
                            let versions = std::mem::take(&mut known.versions);
                            *known = Break { versions, ..new };
                        }
                    }
                }
            }
        }
    }
    found.breaks = breaks.into_values().collect();
    Ok(found)
}

/// Both plans.
#[derive(Clone, Copy)]
struct Sides<'s> {
    writer: &'s Side,
    reader: &'s Side,
    /// The executor of the writer, at a version.
    from: &'s Executor<'s>,
}

/// Both plans, at a version.
struct Pair<'s> {
    sides: Sides<'s>,
    to: &'s Executor<'s>,
}

/// The bytes, the value as it was written, and the value as it was read if that differs.
type Tried = (Vec<u8>, String, Result<Option<String>>);

impl Pair<'_> {
    /// Writes a value and reads it. None if it cannot be written, or if the reader has no item for it.
    fn tried(&self, item: ItemId, of: &Of, seed: u64) -> Option<Tried> {
        let Sides { writer, reader, from } = self.sides;
        let (old, new) = (&writer.plan, &reader.plan);
        let mut source = Source::new(seed);
        let mut sampler = Sampler::new(from, &Builtin, &mut source);
        let value = match *of {
            Of::Item => sampler.item(item, None),
            Of::Case(case) => sampler.item(case, None),
            Of::Member(member) => {
                Value::Member { member, number: old.members.get(member as usize)?.number }
            }
        };
        let around = Surroundings { functions: &Builtin, tables: &Sampled(&source) };
        let pad = old.file.map_or(0, |file| file.pad);
        let (bytes, _) = written(from, item, &value, pad, around).ok()?;
        // A value that its own plan does not read back is skipped.
        let value = read(from, item, &bytes, around).ok()?;
        let spelled_old = spelled(old, &value);
        let there = match reader.counterpart(writer, item) {
            Ok(there) => there?,
            Err(error) => return Some((bytes, spelled_old, Err(error))),
        };
        let again = match read(self.to, there, &bytes, around) {
            Ok(again) => again,
            Err(error) => return Some((bytes, spelled_old, Err(error))),
        };
        let is_alike = self.sides.alike(&value, &again);
        let read = if is_alike { None } else { Some(spelled(new, &again)) };
        Some((bytes, spelled_old, Ok(read)))
    }
}

/// A value as its plan spells it.
fn spelled(plan: &Plan, value: &Value) -> String {
    let mut text = String::new();
    let _ = value.spell(plan, &mut text);
    text
}

impl Sides<'_> {
    /// Whether two names correspond: they are equal, or each exists only in its own plan.
    fn same_name(&self, old: &str, new: &str) -> bool {
        old == new || !self.reader.names.contains(old) && !self.writer.names.contains(new)
    }

    /// Whether a value of the old plan is the same as one of the new plan.
    fn alike(&self, old: &Value, new: &Value) -> bool {
        let (of_old, of_new) = (&self.writer.plan, &self.reader.plan);
        match (old.bare(), new.bare()) {
            // One plan may know what the other one does not.
            (Value::Opaque(..), _) | (_, Value::Opaque(..)) => true,
            (Value::Member { member: a, number: x }, Value::Member { member: b, number: y }) => {
                let label = |plan: &Plan, member: u32| {
                    let member = plan.members.get(member as usize);
                    member.map(|member| plan.name(member.label).to_owned()).unwrap_or_default()
                };
                x == y && self.same_name(&label(of_old, *a), &label(of_new, *b))
            }
            (Value::Index { table: a, index: x }, Value::Index { table: b, index: y }) => {
                let name = |plan: &Plan, table: u32| {
                    let table = plan.tables.get(table as usize);
                    table.map(|table| plan.name(*table).to_owned()).unwrap_or_default()
                };
                x == y && self.same_name(&name(of_old, *a), &name(of_new, *b))
            }
            (Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.alike(a, b))
            }
            (Value::Item(a, of_a), Value::Item(b, of_b)) => {
                let name = |plan: &Plan, item: &ItemId| {
                    let item = plan.items.get(item.index());
                    item.map(|item| plan.name(item.label).to_owned()).unwrap_or_default()
                };
                self.same_name(&name(of_old, a), &name(of_new, b))
                    && self
                        .fields((*a, of_a), (*b, of_b))
                        .iter()
                        .all(|(_, value, other)| self.same_field(value, *other))
            }
            (old, new) => match (old.number(), new.number()) {
                (Some(a), Some(b)) => a == b,
                _ => old == new,
            },
        }
    }

    /// The fields of two items in pairs: first by name, then the remaining ones in order. Fields that only the new plan has are
    /// left out. A field that only the old plan has is left out if the version lacks it.
    fn fields<'v>(
        &self,
        (old, of_old): (ItemId, &'v [Value]),
        (new, of_new): (ItemId, &'v [Value]),
    ) -> Vec<(String, &'v Value, Option<&'v Value>)> {
        let item = old;
        let (old, new) =
            (fields(&self.writer.plan, old, of_old), fields(&self.reader.plan, new, of_new));
        let of = |name: &str| new.iter().find(|(other, _)| *other == name);
        let known = |name: &str| old.iter().any(|(other, _)| *other == name);
        let mut added = new.iter().filter(|(name, _)| !known(name));
        let plan = &self.writer.plan;
        let is_there = |name: &str| {
            let mut steps = plan.shown_steps(item).map(|(_, step)| step);
            steps.any(|step| plan.name(step.name) == name && self.from.open(step.gate))
        };
        old.iter()
            .filter(|(name, _)| of(name).is_some() || is_there(name))
            .map(|(name, value)| {
                let other = of(name).or_else(|| added.next());
                ((*name).to_owned(), *value, other.map(|(_, other)| *other))
            })
            .collect()
    }

    /// Whether two fields are the same. A field that only the old plan has must be absent or false.
    fn same_field(&self, value: &Value, other: Option<&Value>) -> bool {
        match other {
            Some(other) => self.alike(value, other),
            None => matches!(value.bare(), Value::Absent | Value::Bool(false)),
        }
    }
}

/// The fields of an item by name; of several steps with one name, the one that is present.
fn fields<'p, 'v>(plan: &'p Plan, item: ItemId, values: &'v [Value]) -> Vec<(&'p str, &'v Value)> {
    let mut found: Vec<(&'p str, &'v Value)> = Vec::new();
    for (at, step) in plan.shown_steps(item) {
        let (name, Some(value)) = (plan.name(step.name), values.get(at)) else { continue };
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) if **known == Value::Absent => *known = value,
            Some(_) => {}
            None => found.push((name, value)),
        }
    }
    found
}

/// Reads a value that takes all bytes.
fn read(
    executor: &Executor<'_>,
    item: ItemId,
    bytes: &[u8],
    around: Surroundings<'_>,
) -> Result<Value> {
    let mut cursor = Cursor::new(bytes);
    let mut tree = Tree::new(executor, bytes);
    executor.read(item, &mut cursor, around, &mut tree)?;
    if !cursor.is_empty() {
        return Err(Error::trailing(cursor.position(), cursor.remaining(), "the value"));
    }
    let mut value = tree.into_value();
    value.forget_filler(executor.plan());
    Ok(value)
}
