//! The versions of a file on each axis: those that its header and the name of its producer state.

use crate::axes::{finished, of_dialect};
use crate::error::{Context as _, Error, ErrorKind, PlanFault, Result};
use crate::plan::prepared::AxisVersions;
use crate::plan::{At, Executor, Leaf, Sink, Surroundings, Value};
use crate::wire::Cursor;
use bytespec_plan::{Absent, FileShape, Plan, Shape, Text};
use std::ops::Range;

fn names_of(plan: &Plan, text: Text) -> impl Iterator<Item = &str> {
    plan.name(text).split(' ').filter(|name| !name.is_empty())
}

/// The numbers of the steps of an item.
struct StepNumbers<'p> {
    plan: &'p Plan,
    first: u32,
    /// None for a step that is not read yet.
    numbers: Vec<Option<u64>>,
}

impl<'p> StepNumbers<'p> {
    fn new(plan: &'p Plan, file: &FileShape) -> Self {
        let first = plan.items.get(file.header.index()).map_or(0, |item| item.steps.start);
        StepNumbers { plan, first, numbers: vec![None; plan.steps_of(file.header).len()] }
    }

    fn set(&mut self, step: u32, number: u64) {
        let place = step.checked_sub(self.first).and_then(|at| self.numbers.get_mut(at as usize));
        if let Some(place) = place {
            *place = Some(number);
        }
    }

    /// The number of the step at a position, if it was read.
    fn at(&self, position: i128) -> Option<u64> {
        usize::try_from(position).ok().and_then(|at| self.numbers.get(at).copied()).flatten()
    }
}

impl<'i> Sink<'i> for StepNumbers<'_> {
    fn value(&mut self, at: At, _: &Shape, leaf: Leaf<'_, 'i>, _: Range<usize>) -> Result<()> {
        if let (At::Step(step), Leaf::Number(number)) = (at, leaf) {
            self.set(step, number);
        }
        Ok(())
    }

    fn absent(&mut self, step: u32) -> Result<()> {
        let number = match self.plan.steps.get(step as usize).map(|step| step.absent) {
            Some(Absent::Number(number)) => number as u64,
            _ => 0,
        };
        self.set(step, number);
        Ok(())
    }
}

impl<'p> Executor<'p> {
    /// Reads the header, and sets the versions that it states.
    pub(super) fn header(&self, file: &FileShape, cursor: &mut Cursor<'_>) -> Result<Self> {
        let (plan, start) = (self.plan(), cursor.position());
        let mut versions = self.gates.versions.clone();
        let is_stated = !file.version.is_empty();
        if let Some(version) = versions.first_mut().filter(|version| is_stated || version.is_none())
        {
            *version = self.version_count(0).checked_sub(1);
        }
        let unstated = versions.first().copied().flatten();
        let mut executor = self.at_axes(versions);
        // The version, or a feature, in the header's first fields can select the later ones.
        for _ in 0..=plan.axes.len() {
            let mut lookahead = *cursor;
            let mut numbers = StepNumbers::new(plan, file);
            let around = Surroundings::default();
            let read =
                executor.read(file.header, &mut lookahead, around, &mut numbers).field("header");
            // A later field can be wrong because it was read as one of another version.
            let unread = || match &read {
                Err(error) => error.clone(),
                Ok(()) => Error::at(start, ErrorKind::Plan(PlanFault::Header)),
            };
            let mut versions = self.gates.versions.clone();
            if let Some(first) = versions.first_mut().filter(|_| !is_stated) {
                *first = unstated;
            } else if let Some(first) = versions.first_mut() {
                let parts = file.version.of(&plan.numbers).iter().map(|at| numbers.at(*at));
                let parts = parts.collect::<Option<Vec<u64>>>().ok_or_else(unread)?;
                let found = version(plan, parts.into_iter());
                *first = Some(found.map_err(|kind| Error::at(start, kind))?);
            }
            let read_as = &executor.gates.versions;
            let is_other = versions.first() != read_as.first();
            for pair in file.features.of(&plan.numbers).chunks_exact(2) {
                let Ok(axis) = usize::try_from(pair[1]) else { continue };
                let Some(version) = versions.get_mut(axis) else { continue };
                *version = match numbers.at(pair[0]) {
                    Some(number) => Some(u32::from(number != 0)),
                    None if is_other => read_as.get(axis).copied().flatten(),
                    None => return Err(unread()),
                };
            }
            if executor.gates.versions == versions {
                read?;
                *cursor = lookahead;
                return Ok(executor);
            }
            executor = self.at_axes(versions);
        }
        Err(Error::at(start, ErrorKind::Plan(PlanFault::Header)))
    }

    /// The same versions with those that the value of a header states.
    pub(super) fn of_header(&self, file: &FileShape, header: &Value) -> Result<Self> {
        let Value::Item(_, values) = header.bare() else { return Ok(self.clone()) };
        let number = |at: i128| {
            let value = usize::try_from(at).ok().and_then(|at| values.get(at));
            value.and_then(|value| value.bare().number()).unwrap_or(0)
        };
        let mut versions = self.gates.versions.clone();
        if let Some(first) = versions.first_mut().filter(|_| !file.version.is_empty()) {
            let parts = file.version.of(&self.plan.numbers).iter().map(|at| number(*at));
            *first = Some(version(self.plan, parts).map_err(Error::new)?);
        }
        for pair in file.features.of(&self.plan.numbers).chunks_exact(2) {
            let axis = usize::try_from(pair[1]).ok();
            if let Some(version) = axis.and_then(|axis| versions.get_mut(axis)) {
                *version = Some(u32::from(number(pair[0]) != 0));
            }
        }
        Ok(self.at_axes(versions))
    }

    /// Skips a header without a known version, as one of the executor's version.
    pub(super) fn pass_header(&self, file: &FileShape, cursor: &mut Cursor<'_>) -> Result<()> {
        self.read(file.header, cursor, Surroundings::default(), &mut ())
    }

    /// The executor with the versions that the name of a producer states.
    pub(super) fn of_producer(&self, producer: &[u8]) -> Self {
        let versions = &self.gates.versions;
        let stated = || self.stated_by(producer);
        self.at(self.prepared.of_producer(self.plan, versions, producer, stated))
    }

    /// The versions that the name of a producer states, and separately those on axes on which readers accept every version.
    fn stated_by(&self, producer: &[u8]) -> (AxisVersions, Vec<(usize, u32)>) {
        let (mut versions, mut any) = (self.gates.versions.clone(), Vec::new());
        let Ok(producer) = std::str::from_utf8(producer) else { return (versions, any) };
        let of_producer = self.prepared.release;
        for (at, (axis, version)) in self.plan.axes.iter().zip(&mut versions).enumerate() {
            let prefix = self.plan.name(axis.producer);
            if version.is_none() && !prefix.is_empty() {
                let names: Vec<&str> = names_of(self.plan, axis.versions).collect();
                let found = match of_producer == Some(at) {
                    true => finished(prefix, &names, producer),
                    false => of_dialect(prefix, &names, producer),
                };
                *version = found.map(|at| at as u32);
            }
            if axis.writers_only
                && let Some(version) = version.take()
            {
                any.push((at, version));
            }
        }
        (versions, any)
    }
}

/// The position of a version among all versions, from its numbers in the header.
fn version(plan: &Plan, numbers: impl Iterator<Item = u64>) -> Result<u32, ErrorKind> {
    let parts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let name = parts.join(".");
    let versions = plan.axes.first().map(|axis| axis.versions);
    let mut known = versions.into_iter().flat_map(|text| names_of(plan, text));
    let found = known.position(|known| known == name);
    let unknown = || ErrorKind::Version { format: super::FORMAT, found: name.clone(), known: &[] };
    found.map(|at| at as u32).ok_or_else(unknown)
}
