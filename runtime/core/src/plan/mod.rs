//! Executes a plan directly: reads, writes and explains bytes of any schema, without generated code.
//!
//! An [`Executor`] is a plan at a version of each of its axes. [`Executor::read`] passes what it reads to a [`Sink`]: `()` ignores
//! it, [`Tree`] builds a [`Value`], [`Listing`] describes every byte. [`Executor::write`] writes a value, and computes derived
//! steps. [`Functions`] provides by name the codecs that a schema cannot describe. [`Tables`] looks up entries of other sections.
//!
//! Neither direction uses the call stack for nested data: each keeps a list of frames.
//!
//! * `file` runs a plan over a whole file.
//! * `host` declares what a plan leaves to others; `builtin` has the functions that the shipped schemas name.
//! * `prepared` is computed once, and shared by all files that one executor reads. It has the reader of each step (`prepared_step`),
//!   the versions at which bounds of gates hold, the version in a producer's name, and the order of the sections (`order`).
//! * `execution_state` has the lists and tables that sections take from each other. If a writer finds sizes in them that differ from
//!   the bytes, it writes the sections again with the correct sizes.
//! * `names` resolves names of dialects and operations. Entries and properties are read under the known release, or under the only
//!   one that fits.
//! * `explain` turns the same events into parts that follow each other without gap or overlap, also for a damaged file. Its sink may
//!   continue after a fault where lengths locate the next part.
//! * `edit` changes parts of a file by path, and writes it with a check.
//! * `sample`, with the feature `samples`, generates random values of everything in a plan. `proof` uses them to compare plan and
//!   generated code: values, bytes, every gate from both sides, and every edit of a part. It also prints and parses the template of
//!   each value, which finds templates that leave something out or that match another variant too.

mod builtin;
mod bytes;
mod checksum;
#[cfg(any(test, feature = "samples"))]
pub mod compatible;
mod default;
mod depth;
mod difference;
pub mod edit;
mod execution_state;
pub mod explain;
mod expression;
mod file;
mod host;
mod listing;
mod names;
mod number;
mod numbers;
mod order;
mod prepared;
mod prepared_item;
mod prepared_step;
#[cfg(any(test, feature = "samples"))]
pub mod proof;
mod read;
pub mod record;
#[cfg(any(test, feature = "samples"))]
pub mod same;
#[cfg(any(test, feature = "samples"))]
pub mod sample;
mod sink;
mod spans;
mod transform;
mod tree;
mod value;
mod wide;
mod write;

pub use builtin::Builtin;
pub use bytespec_plan as data;
pub use file::explain::Explanation;
pub use file::{File, FileValue, Section, SectionContent, SectionValue};
pub use host::{Call, Fact, Functions, NoFunctions, NoTables, Surroundings, Tables};
pub use listing::Listing;
pub use sink::{At, Leaf, Sink, Unknown, What};
pub use transform::HostTransforms;
pub use tree::Tree;
pub use value::{Spelling, Value};

use crate::error::{Error, ErrorKind, GateAxis, PlanFault, Result, Segment};
use bytespec_plan::{Bound, Case, ItemId, Kind, Plan, Run};
use execution_state::Complete;
use prepared::{AxisVersions, GateState, PreparedPlan};
use std::sync::Arc;

/// A plan at a version of each of its axes, as far as these are known.
///
/// The first executor of a plan computes everything that follows from the plan, and shares it with the executors made from it. To
/// read several files of a schema, open them [with](File::with) one executor.
#[derive(Clone, Debug)]
pub struct Executor<'p> {
    plan: &'p Plan,
    prepared: Arc<PreparedPlan<'p>>,
    gates: Arc<GateState>,
    host: transform::Host,
}

impl<'p> Executor<'p> {
    /// An executor with the versions in `versions`, by the index of the axis. The versions of other axes are not known. Readers
    /// do not know the version of an axis that only writers use.
    ///
    /// # Errors
    /// A plan that breaks its invariants.
    pub fn new(plan: &'p Plan, versions: &[(usize, u32)]) -> crate::Result<Self> {
        let broken = |why| Error::new(ErrorKind::Plan(PlanFault::Broken { why }));
        plan.check().map_err(|fault| broken(fault.to_string()))?;
        let prepared = Arc::new(PreparedPlan::new(plan));
        let gates = prepared.gate_state(plan, axis_versions(plan, versions));
        Ok(Executor { plan, prepared, gates, host: transform::Host::default() })
    }

    /// The same plan with other versions.
    #[must_use]
    pub fn with(&self, versions: &[(usize, u32)]) -> Self {
        self.at_axes(axis_versions(self.plan, versions))
    }

    fn at_axes(&self, versions: AxisVersions) -> Self {
        self.at(self.prepared.gate_state(self.plan, versions))
    }

    fn at(&self, gates: Arc<GateState>) -> Self {
        Executor { gates, ..self.clone() }
    }

    /// The version, by its position in the format's list; the newest if it is not known.
    fn version_number(&self) -> u32 {
        self.gates.version(0).unwrap_or_else(|| self.version_count(0).saturating_sub(1))
    }

    /// The number of versions of an axis.
    fn version_count(&self, axis: usize) -> u32 {
        self.prepared.version_counts.get(axis).copied().unwrap_or(0)
    }

    /// This executor at each version of an axis, newest first. Of several versions with the same open gates, only the newest is
    /// included.
    fn at_versions(&self, axis: usize) -> impl Iterator<Item = Executor<'p>> {
        let versions = self.gates.at_versions(self.plan, axis, self.version_count(axis));
        versions.iter().map(|gates| self.at(Arc::clone(gates)))
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &'p Plan {
        self.plan
    }

    /// The name of the version, if it is known.
    #[must_use]
    pub fn version(&self) -> Option<&'p str> {
        let version = self.gates.version(0)?;
        let versions = self.plan.name(self.plan.axes.first()?.versions);
        versions.split(' ').nth(version as usize)
    }

    /// Whether every bound of a gate holds.
    #[inline]
    #[must_use]
    pub fn open(&self, gate: Run) -> bool {
        gate.is_empty() || gate.of(&self.gates.bounds).iter().all(|holds| *holds)
    }

    /// Adds a step of an item to the path of an error. Adds the item, too, if it is a variant or an operation.
    #[cold]
    fn within(&self, mut error: Error, item: ItemId, step: Option<usize>) -> Error {
        let Some(kind) = self.plan.items.get(item.index()).map(|item| item.kind) else {
            return error;
        };
        let step = step.and_then(|step| self.plan.steps_of(item).get(step));
        if let Some(step) = step.filter(|_| !kind.is_transparent()) {
            let name = self.plan.name(step.name).to_owned();
            error = error.within(Segment::Field(name.into()));
        }
        if let Kind::Variant | Kind::Operation = kind {
            error = error.within(Segment::Item(self.name_of(item).to_owned().into()));
        }
        error
    }

    fn version_of(&self, bound: &Bound) -> Option<u32> {
        self.gates.version(bound.axis as usize)
    }

    fn name_of(&self, item: ItemId) -> &'p str {
        self.plan.items.get(item.index()).map_or("?", |item| self.plan.name(item.name))
    }

    /// The case of a tag: the first with an open gate, otherwise the last. The flag is whether its gate is open.
    fn case(&self, cases: Run, tag: u64) -> Option<(&'p Case, bool)> {
        let mut last = None;
        let cases = self.prepared.cases(self.plan, cases, tag);
        for case in cases.iter().filter(|case| case.has(tag)) {
            if self.open(case.gate) {
                return Some((case, true));
            }
            last = Some((case, false));
        }
        last
    }

    /// The error for a position past the end of a list.
    #[cold]
    fn not_listed(&self, list: u32, found: u64, len: usize) -> Error {
        let (item, name) = self.name_of_list(list);
        let table = format!("{item}.{name}").into();
        Error::new(ErrorKind::Index { table, found, len: len as u64 })
    }

    /// The item and the step whose numbers a list records.
    fn name_of_list(&self, list: u32) -> (&'p str, &'p str) {
        match self.plan.lists.get(list as usize) {
            Some((item, step)) => {
                let step = self.plan.steps_of(*item).get(*step as usize);
                (self.name_of(*item), step.map_or("?", |step| self.plan.name(step.name)))
            }
            None => ("?", "?"),
        }
    }

    /// The number at a position of a list after the whole file.
    ///
    /// # Errors
    /// [`PlanFault::Unknown`] before the lists are complete, and a position past the end of the list.
    fn later(&self, complete: &Complete, list: u32, at: u64) -> Result<u64> {
        let (number, len) = complete.number(list, at).ok_or_else(|| self.unknown_list(list))?;
        number.ok_or_else(|| self.not_listed(list, at, len))
    }

    /// The length of a list after the whole file.
    ///
    /// # Errors
    /// [`PlanFault::Unknown`] before the lists are complete.
    fn total(&self, complete: &Complete, list: u32) -> Result<u64> {
        let found = complete.number(list, 0).ok_or_else(|| self.unknown_list(list))?;
        Ok(found.1 as u64)
    }

    #[cold]
    fn unknown_list(&self, list: u32) -> Error {
        let (item, name) = self.name_of_list(list);
        let step = format!("{item}.{name}");
        Error::new(ErrorKind::Plan(PlanFault::Unknown { step }))
    }

    fn no_item(&self, id: ItemId) -> ErrorKind {
        let (found, len) = (id.0.into(), self.plan.items.len() as u64);
        ErrorKind::Index { table: "item".into(), found, len }
    }

    /// The error for something whose gate is closed.
    #[cold]
    fn closed(&self, what: String, gate: Run) -> Error {
        let mut bounds = gate.of(&self.plan.bounds).iter();
        let shut = bounds.find(|bound| !bound.holds(self.version_of(bound)));
        let Some((bound, axis)) =
            shut.and_then(|bound| Some((bound, self.plan.axes.get(bound.axis as usize)?)))
        else {
            return Error::new(ErrorKind::Presence { item: what.into(), when: None });
        };
        let name_of = |version: u32| {
            self.plan.name(axis.versions).split(' ').nth(version as usize).unwrap_or("?").to_owned()
        };
        let words = match (bound.since, bound.until) {
            (0, Some(until)) => format!("{} or earlier", name_of(until)),
            (since, None) => format!("{} or later", name_of(since)),
            (since, Some(until)) => format!("{} to {}", name_of(since), name_of(until)),
        };
        let name = self.plan.name(axis.name);
        let (axis, needs) = match name {
            "version" => (GateAxis::Version, words),
            _ => (GateAxis::Release, format!("in {name} {words}")),
        };
        let version = self.version_of(bound).map_or("not known".to_owned(), name_of);
        Error::new(ErrorKind::Gate { item: what, needs, axis, version })
    }
}

/// The version on each axis of a plan.
fn axis_versions(plan: &Plan, known: &[(usize, u32)]) -> AxisVersions {
    let mut versions = vec![None; plan.axes.len()];
    for (axis, number) in known {
        if let Some(version) = versions.get_mut(*axis) {
            *version = Some(*number);
        }
    }
    versions
}
