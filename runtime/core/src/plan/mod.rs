//! Running a plan as it stands: reading, writing and explaining bytes of any schema, with nothing generated.
//!
//! An [`Executor`] is a plan and how its clocks stand. [`Executor::read`] drives a [`Sink`] with what it meets: `()` wants
//! nothing, [`Tree`] builds a [`Value`], [`Listing`] says of every byte what it is. [`Executor::write`] goes back, and
//! computes what is derived. What a schema cannot describe are [`Functions`], by name, and entries of other sections
//! are looked up in [`Tables`].
//!
//! Neither direction uses the stack for what the data nest: each keeps a list of frames.

mod builtin;
#[cfg(any(test, feature = "samples"))]
pub mod compatible;
mod default;
pub mod explain;
mod expression;
mod file;
mod host;
mod listing;
mod names;
mod nesting;
mod notes;
mod number;
mod numbers;
mod order;
#[cfg(any(test, feature = "samples"))]
pub mod proof;
mod read;
mod ready;
#[cfg(any(test, feature = "samples"))]
pub mod same;
#[cfg(any(test, feature = "samples"))]
pub mod sample;
mod settled;
mod sink;
mod spans;
mod tree;
mod value;
mod write;

pub use builtin::Builtin;
pub use bytespec_plan as data;
pub use file::explain::Explanation;
pub use file::{File, FileValue, Section, SectionContent, SectionValue};
pub use host::{Call, Fact, Functions, NoFunctions, NoTables, Surroundings, Tables};
pub use listing::Listing;
pub use sink::{At, Leaf, Sink, Unknown, What};
pub use tree::Tree;
pub use value::Value;

use crate::error::{Error, ErrorKind, GateClock, PlanFault, Segment};
use bytespec_plan::{Bound, Case, ItemId, Kind, Plan, Run};
use settled::{Clocks, Settled};
use std::sync::Arc;

/// A plan, and how its clocks stand.
///
/// What follows from the plan is settled when the first one is made, and shared by all that are made of it: who reads several files
/// of a schema opens them [with](File::with) one executor.
#[derive(Clone, Debug)]
pub struct Executor<'p> {
    plan: &'p Plan,
    settled: Arc<Settled<'p>>,
    clocks: Arc<Clocks>,
}

impl<'p> Executor<'p> {
    /// A plan in which nothing is known of any clock but what `hands` say, by the clock's index; a clock
    /// that is counted by writers only is not known to readers.
    ///
    /// # Errors
    /// A plan that breaks its invariants.
    pub fn new(plan: &'p Plan, hands: &[(usize, u32)]) -> crate::Result<Self> {
        let broken = |why| Error::new(ErrorKind::Plan(PlanFault::Broken { why }));
        plan.check().map_err(|fault| broken(fault.to_string()))?;
        let settled = Arc::new(Settled::new(plan));
        let clocks = settled.clocks(plan, standing(plan, hands));
        Ok(Executor { plan, settled, clocks })
    }

    /// The same plan with other hands.
    #[must_use]
    pub fn with(&self, hands: &[(usize, u32)]) -> Self {
        self.standing(standing(self.plan, hands))
    }

    fn standing(&self, hands: Vec<Option<u32>>) -> Self {
        self.at(self.settled.clocks(self.plan, hands))
    }

    fn at(&self, clocks: Arc<Clocks>) -> Self {
        Executor { plan: self.plan, settled: Arc::clone(&self.settled), clocks }
    }

    /// The version, by its position in the format's list; the newest where it is not known.
    fn tick(&self) -> u32 {
        self.clocks.hand(0).unwrap_or_else(|| self.tick_count(0).saturating_sub(1))
    }

    /// How many ticks a clock has.
    fn tick_count(&self, clock: usize) -> u32 {
        self.settled.ticks.get(clock).copied().unwrap_or(0)
    }

    /// The same with each tick of a clock, newest first; of ticks that have the same only the newest.
    fn at_ticks(&self, clock: usize) -> impl Iterator<Item = Executor<'p>> {
        let ticks = self.clocks.at_ticks(self.plan, clock, self.tick_count(clock));
        ticks.iter().map(|clocks| self.at(Arc::clone(clocks)))
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &'p Plan {
        self.plan
    }

    /// The name of the version, where it is known.
    #[must_use]
    pub fn version(&self) -> Option<&'p str> {
        let hand = self.clocks.hand(0)?;
        let ticks = self.plan.name(self.plan.clocks.first()?.ticks);
        ticks.split(' ').nth(hand as usize)
    }

    /// Whether every bound of a gate holds.
    #[inline]
    #[must_use]
    pub fn open(&self, gate: Run) -> bool {
        gate.is_empty() || gate.of(&self.clocks.bounds).iter().all(|holds| *holds)
    }

    /// Adds to the path of an error the step of an item that is at hand, and the item where it is one of several.
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

    fn hand(&self, bound: &Bound) -> Option<u32> {
        self.clocks.hand(bound.clock as usize)
    }

    fn name_of(&self, item: ItemId) -> &'p str {
        self.plan.items.get(item.index()).map_or("?", |item| self.plan.name(item.name))
    }

    /// The case of a tag: the first whose gate is open, or else the last.
    fn case(&self, cases: Run, tag: u64) -> Option<(&'p Case, bool)> {
        let mut last = None;
        let cases = self.settled.cases(self.plan, cases, tag);
        for case in cases.iter().filter(|case| case.tag == tag) {
            if self.open(case.gate) {
                return Some((case, true));
            }
            last = Some((case, false));
        }
        last
    }

    /// The error for a position past the numbers of a list.
    #[cold]
    fn not_listed(&self, list: u32, found: u64, len: usize) -> Error {
        let (item, name) = match self.plan.lists.get(list as usize) {
            Some((item, step)) => {
                let step = self.plan.steps_of(*item).get(*step as usize);
                (self.name_of(*item), step.map_or("?", |step| self.plan.name(step.name)))
            }
            None => ("?", "?"),
        };
        let table = format!("{item}.{name}").into();
        Error::new(ErrorKind::Index { table, found, len: len as u64 })
    }

    fn no_item(&self, id: ItemId) -> ErrorKind {
        let (found, len) = (id.0.into(), self.plan.items.len() as u64);
        ErrorKind::Index { table: "item".into(), found, len }
    }

    /// The error for something whose gate is closed.
    #[cold]
    fn closed(&self, what: String, gate: Run) -> Error {
        let mut bounds = gate.of(&self.plan.bounds).iter();
        let shut = bounds.find(|bound| !bound.holds(self.hand(bound)));
        let Some((bound, clock)) =
            shut.and_then(|bound| Some((bound, self.plan.clocks.get(bound.clock as usize)?)))
        else {
            return Error::new(ErrorKind::Presence { item: what.into(), when: None });
        };
        let tick = |tick: u32| {
            self.plan.name(clock.ticks).split(' ').nth(tick as usize).unwrap_or("?").to_owned()
        };
        let words = match (bound.since, bound.until) {
            (0, Some(until)) => format!("{} or earlier", tick(until)),
            (since, None) => format!("{} or later", tick(since)),
            (since, Some(until)) => format!("{} to {}", tick(since), tick(until)),
        };
        let name = self.plan.name(clock.name);
        let (clock, needs) = match name {
            "version" => (GateClock::Version, words),
            _ => (GateClock::Release, format!("in {name} {words}")),
        };
        let version = self.hand(bound).map_or("not known".to_owned(), tick);
        Error::new(ErrorKind::Gate { item: what, needs, clock, version })
    }
}

/// The hand of each clock of a plan.
fn standing(plan: &Plan, known: &[(usize, u32)]) -> Vec<Option<u32>> {
    let mut hands = vec![None; plan.clocks.len()];
    for (clock, tick) in known {
        if let Some(hand) = hands.get_mut(*clock) {
            *hand = Some(*tick);
        }
    }
    hands
}
