//! Compares a plan with the code that is generated from the same schema. It uses random values of everything that the schema
//! describes, and tests every gate.

mod agree;
mod damage;
mod edits;
mod gates;

use self::agree::agree;
use super::same::{FunctionSamples, Same, of_seen, of_value};
use super::sample::Sampler;
use super::{Builtin, Executor, Fact, Functions, Surroundings, Tables, Tree, Value};
use crate::edit::{Change, Part};
use crate::error::{Error, Result};
use crate::reflect::Seen;
use crate::sample::Source;
use crate::wire::{Cursor, Writer};
use bytespec_plan::{Item, ItemId, Kind, Origin, Plan, Run, Shape, ShapeId, Step, Text};
use std::borrow::Cow;

/// The known versions: the index of each axis, and its version.
pub type KnownVersions = Vec<(usize, u32)>;

/// Code that is generated from the schema of a plan.
pub trait Generated {
    /// The kinds and names of all items that the code reads and writes.
    fn items(&self) -> &[(&'static str, &'static str)];

    /// A source whose tables and classes match those of [`Generated::round_trip`].
    fn source(&self, seed: u64) -> Source;

    /// The byte of filler.
    fn filler(&self) -> u8 {
        0xcb
    }

    /// The functions, and samples of them: those that are built in, unless the format has codecs of its own.
    fn functions(&self) -> (&dyn Functions, &dyn FunctionSamples) {
        (&Builtin, &Builtin)
    }

    /// Reads an item at the versions `read`, passes it to `see`, and writes it at the versions `write`.
    ///
    /// # Errors
    /// Those of reading, without a call of `see`, and those of writing.
    fn round_trip(
        &self,
        item: (&str, &str),
        bytes: &[u8],
        read: &KnownVersions,
        write: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> Result<Vec<u8>>;

    /// Reads two values of an item, each at its own versions, changes a part of the first one, and writes it at the versions
    /// `write`. None if the edit does not apply to the part, or if the code has no edits.
    ///
    /// # Errors
    /// A value that the writer refuses.
    fn edited(
        &self,
        item: (&str, &str),
        bytes: [&[u8]; 2],
        read: [&KnownVersions; 2],
        write: &KnownVersions,
        path: &[Part<'_>],
        change: Change,
    ) -> Result<Option<Vec<u8>>> {
        let _ = (item, bytes, read, write, path, change);
        Ok(None)
    }
}

/// The counts of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Items, cases and members.
    pub subjects: usize,
    /// Values that passed.
    pub values: usize,
    /// Values of items and fields that were refused outside their gates.
    pub refused: usize,
    /// Fields whose gate could not be tested: they have no value other than their default, or another field is refused first.
    pub hidden: usize,
}

/// Something to sample.
#[derive(Clone, Debug)]
struct Subject<'p> {
    kind: &'static str,
    name: &'p str,
    /// The item to read and write.
    item: ItemId,
    of: Of,
    /// The gates of the subject, each with its name.
    gates: Vec<(String, Run)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// The item itself.
    Item,
    /// A case of a union, or an operation.
    Case(ItemId),
    /// A member of an enum, by index in the members of the plan.
    Member(u32),
    /// Any value of an open enum.
    Any,
}

/// A comparison of a plan with generated code.
pub struct Proof<'g> {
    plan: Plan,
    /// The items that hold a value of each enum.
    enums: Vec<(ItemId, ShapeId)>,
    generated: &'g dyn Generated,
}

/// Tables with the entries that samples assume.
pub(super) struct Sampled<'s>(pub(super) &'s Source);

impl Tables for Sampled<'_> {
    fn bytes(&self, _: &str, _: u64) -> Result<&[u8]> {
        Ok(&[0])
    }

    fn fact(&self, table: &str, index: u64, fact: &str) -> Result<Option<Fact>> {
        let mut classes = self.0.classes.iter();
        let found = classes.find(|(_, at, _)| table == "Type" && u64::from(*at) == index);
        Ok(found.and_then(|(class, _, bits)| match fact {
            "bits" | "width" => Some(Fact::Number((*bits).into())),
            "class" => Some(Fact::Text((*class).to_owned())),
            _ => None,
        }))
    }
}

impl<'g> Proof<'g> {
    /// Prepares the comparison of a plan with generated code.
    #[must_use]
    pub fn new(plan: &Plan, generated: &'g dyn Generated) -> Self {
        let mut plan = plan.clone();
        let enums = plan.shapes.iter().enumerate();
        let enums = enums.filter(|(_, shape)| matches!(shape, Shape::Enum { .. }));
        let enums: Vec<ShapeId> = enums.map(|(index, _)| ShapeId(index as u32)).collect();
        let enums = enums.into_iter().map(|shape| (holding(&mut plan, shape), shape)).collect();
        Proof { plan, enums, generated }
    }

    /// The bytes of a sample of each item of a kind at these versions; for unions and operations, of each case. The bytes of an
    /// operation end with the number of its regions.
    ///
    /// # Panics
    /// If a sample cannot be written.
    pub fn samples(
        &self,
        kind: &str,
        versions: &KnownVersions,
        source: &mut Source,
    ) -> Vec<(&str, Vec<u8>)> {
        let executor = self.executor().with(versions);
        let has = |subject: &Subject<'_>| subject.kind == kind && self.has(subject, &executor);
        let mut samples = Vec::new();
        for subject in self.subjects().into_iter().filter(has) {
            let value = self.sample(&subject, &executor, source, None);
            let written = self.written(&subject, &executor, source, &value);
            let (mut bytes, regions) = written.unwrap_or_else(|e| panic!("{}: {e}", subject.name));
            bytes.truncate(bytes.len() - regions);
            samples.push((subject.name, bytes));
        }
        samples
    }

    /// All subjects.
    fn subjects(&self) -> Vec<Subject<'_>> {
        let plan = &self.plan;
        let mut subjects = Vec::new();
        for &(kind, name) in self.generated.items() {
            if kind == "enum" {
                subjects.extend(self.members(name));
                continue;
            }
            let of_plan = match kind {
                "record" => Kind::Record,
                "union" => Kind::Union,
                "section" => Kind::Section,
                _ => Kind::Operations,
            };
            let found = match of_plan {
                Kind::Operations => plan.items.iter().position(|item| item.kind == of_plan),
                _ => plan.item(of_plan, name).map(ItemId::index),
            };
            let index = found.unwrap_or_else(|| panic!("the plan has no {kind} {name}"));
            let item = ItemId(index as u32);
            let gate = plan.items[index].gate;
            let cases = plan.cases_of(item);
            let of_union = (of_plan == Kind::Union).then(|| (name.to_owned(), gate));
            let cases = cases.iter().filter_map(|case| {
                let of = case.item?;
                let label = plan.name(plan.items[of.index()].name);
                let here = of_plan == Kind::Union || label == name;
                let gates = of_union.clone().into_iter().chain([(label.to_owned(), case.gate)]);
                let gates = gates.collect();
                here.then_some(Subject { kind, name, item, of: Of::Case(of), gates })
            });
            match of_plan {
                Kind::Union | Kind::Operations => subjects.extend(cases),
                _ => subjects.push(Subject {
                    kind,
                    name,
                    item,
                    of: Of::Item,
                    gates: vec![(name.to_owned(), gate)],
                }),
            }
        }
        subjects
    }

    /// The members of an enum.
    fn members(&self, name: &str) -> Vec<Subject<'_>> {
        let plan = &self.plan;
        let mut subjects = Vec::new();
        for (item, shape) in &self.enums {
            let Shape::Enum { name: own, gate, members, open, .. } = plan.shapes[shape.index()]
            else {
                continue;
            };
            if plan.name(own) != name {
                continue;
            }
            if open {
                let (gates, name) = (vec![(name.to_owned(), gate)], plan.name(own));
                subjects.push(Subject { kind: "enum", name, item: *item, of: Of::Any, gates });
            }
            for (at, member) in (members.start..).zip(members.of(&plan.members)) {
                let label = format!("{name}.{}", plan.name(member.label));
                let gates = vec![(name.to_owned(), gate), (label, member.gate)];
                let (name, of) = (plan.name(own), Of::Member(at));
                if !member.removed {
                    subjects.push(Subject { kind: "enum", name, item: *item, of, gates });
                }
            }
        }
        subjects
    }

    /// The item with the fields of a subject.
    fn fields_of(&self, subject: &Subject<'_>) -> Option<ItemId> {
        match subject.of {
            Of::Item => Some(subject.item),
            Of::Case(item) => Some(item),
            Of::Member(_) | Of::Any => None,
        }
    }

    /// Whether a subject exists at the versions of `executor`.
    fn has(&self, subject: &Subject<'_>, executor: &Executor<'_>) -> bool {
        subject.gates.iter().all(|(_, gate)| executor.open(*gate))
    }

    fn executor(&self) -> Executor<'_> {
        Executor::new(&self.plan, &[]).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A sample of a subject at the versions of `executor`.
    fn sample(
        &self,
        subject: &Subject<'_>,
        executor: &Executor<'_>,
        source: &mut Source,
        force: Option<usize>,
    ) -> Value {
        let (_, functions) = self.generated.functions();
        let mut sampler = Sampler::new(executor, functions, source);
        match subject.of {
            Of::Item | Of::Any => sampler.item(subject.item, force),
            Of::Case(item) => sampler.item(item, force),
            Of::Member(member) => {
                Value::Member { member, number: self.plan.members[member as usize].number }
            }
        }
    }

    /// The bytes of a value, including those of regions at the end, and the number of the latter.
    fn written(
        &self,
        subject: &Subject<'_>,
        executor: &Executor<'_>,
        source: &Source,
        value: &Value,
    ) -> Result<(Vec<u8>, usize)> {
        let (functions, _) = self.generated.functions();
        let around = Surroundings { functions, tables: &Sampled(source) };
        written(executor, subject.item, value, self.generated.filler(), around)
    }

    /// The item of a region, if a step is the regions of an operation.
    fn region_of(&self, step: &Step) -> Option<ItemId> {
        region_of(&self.plan, step)
    }

    /// Reads a value that takes all bytes.
    fn read(
        &self,
        subject: &Subject<'_>,
        executor: &Executor<'_>,
        source: &Source,
        bytes: &[u8],
    ) -> Result<Value> {
        let mut cursor = Cursor::new(bytes);
        let value = self.read_first(subject, executor, source, &mut cursor)?;
        if !cursor.is_empty() {
            return Err(Error::trailing(cursor.position(), cursor.remaining(), "the item"));
        }
        Ok(value)
    }

    /// Reads a value that other bytes can follow.
    fn read_first(
        &self,
        subject: &Subject<'_>,
        executor: &Executor<'_>,
        source: &Source,
        cursor: &mut Cursor<'_>,
    ) -> Result<Value> {
        let (functions, _) = self.generated.functions();
        let around = Surroundings { functions, tables: &Sampled(source) };
        let mut tree = Tree::new(executor, cursor.input());
        executor.read(subject.item, cursor, around, &mut tree)?;
        let mut value = tree.into_value();
        value.forget_filler(&self.plan);
        Ok(value)
    }

    /// Checks that values of everything at these versions survive reading and writing, and that plan and generated code agree on
    /// them.
    ///
    /// # Panics
    /// If the check fails.
    pub fn values_round_trip(&self, scopes: &[KnownVersions], seeds: u64) -> Compared {
        let subjects = self.subjects();
        let mut compared = Compared { subjects: subjects.len(), ..Compared::default() };
        let (_, functions) = self.generated.functions();
        let base = self.executor();
        for versions in scopes {
            let executor = base.with(versions);
            for subject in &subjects {
                if !self.has(subject, &executor) {
                    continue;
                }
                for seed in 0..seeds {
                    let mut source = self.generated.source(seed);
                    let value = self.sample(subject, &executor, &mut source, None);
                    let what = || {
                        let (kind, name) = (subject.kind, subject.name);
                        let mut spelled = String::new();
                        let _ = value.spell(&self.plan, &mut spelled);
                        format!("{kind} {name} at {versions:?}, seed {seed}: {spelled}")
                    };
                    let (bytes, regions) = self
                        .written(subject, &executor, &source, &value)
                        .unwrap_or_else(|error| panic!("{error}\n{}", what()));
                    let read = self.read(subject, &executor, &source, &bytes);
                    let read = read.unwrap_or_else(|e| panic!("{e}\n{}\n{bytes:02x?}", what()));
                    assert_eq!(read, value, "{}\n{bytes:02x?}", what());
                    let bytes = &bytes[..bytes.len() - regions];
                    let mut seen = None;
                    let item = (subject.kind, subject.name);
                    let mut see = |shown: Seen<'_>| seen = Some(of_seen(&shown));
                    let round_trip =
                        self.generated.round_trip(item, bytes, versions, versions, &mut see);
                    let round_trip =
                        round_trip.unwrap_or_else(|e| panic!("{e}\n{}\n{bytes:02x?}", what()));
                    assert_eq!(round_trip, bytes, "{}", what());
                    let regions = |step: &Step| self.region_of(step).is_some();
                    let same = of_value(&self.plan, &value, &regions, functions);
                    let seen = seen.unwrap_or(Same::Absent);
                    assert!(agree(&seen, &same), "{seen:?}\n{same:?}\n{}", what());
                    for len in 0..bytes.len() {
                        // A truncated input is an error and never a panic.
                        let item = (subject.kind, subject.name);
                        let _ = self.generated.round_trip(
                            item,
                            &bytes[..len],
                            versions,
                            versions,
                            &mut |_| (),
                        );
                        let _ = self.read(subject, &executor, &source, &bytes[..len]);
                    }
                    compared.values += 1;
                }
            }
        }
        compared
    }
}

/// The bytes of a value of an item, including those of its regions at the end, and the number of the latter.
///
/// # Errors
/// A value that the writer refuses.
pub(super) fn written(
    executor: &Executor<'_>,
    item: ItemId,
    value: &Value,
    pad: u8,
    around: Surroundings<'_>,
) -> Result<(Vec<u8>, usize)> {
    let mut writer = Writer::new();
    executor.write(item, value, pad, around, &mut writer)?;
    let Value::Item(item, values) = value else { return Ok((writer.into_bytes(), 0)) };
    let mut regions = Writer::new();
    for (step, value) in executor.plan().steps_of(*item).iter().zip(values) {
        let Some(region) = region_of(executor.plan(), step) else { continue };
        let Value::List(all) = value else { continue };
        for value in all {
            executor.write(region, value, pad, around, &mut regions)?;
        }
    }
    Ok((writer.into_bytes(), regions.len()))
}

/// The item of a region, if a step is the regions of an operation.
fn region_of(plan: &Plan, step: &Step) -> Option<ItemId> {
    let Shape::Sequence { element, .. } = plan.shapes[step.shape.index()] else {
        return None;
    };
    let Shape::Item(item) = plan.shapes[element.index()] else { return None };
    (plan.items[item.index()].kind == Kind::Region).then_some(item)
}

/// Adds an item to the plan that holds a value of a shape.
pub(super) fn holding(plan: &mut Plan, shape: ShapeId) -> ItemId {
    let steps: &mut Vec<Step> = Cow::to_mut(&mut plan.steps);
    let run = Run { start: steps.len() as u32, len: 1 };
    steps.push(Step::visible(Text::default(), shape));
    let items: &mut Vec<Item> = Cow::to_mut(&mut plan.items);
    items.push(Item {
        name: Text::default(),
        label: Text::default(),
        kind: Kind::Transparent,
        gate: Run::EMPTY,
        steps: run,
        order: Run::EMPTY,
        facts: Run::EMPTY,
        origin: Origin::default(),
    });
    ItemId(items.len() as u32 - 1)
}
