//! How the clocks of a file stand: what its header says, and the name of its producer.

use crate::clocks::{finished, of_dialect};
use crate::error::{Context as _, Error, ErrorKind, PlanFault, Result};
use crate::plan::{At, Executor, Leaf, Sink, Surroundings};
use crate::wire::Cursor;
use bytespec_plan::{Absent, FileShape, Plan, Shape, Text};
use std::ops::Range;

fn ticks(plan: &Plan, text: Text) -> impl Iterator<Item = &str> {
    plan.name(text).split(' ').filter(|tick| !tick.is_empty())
}

/// The numbers of the steps of an item.
struct Numbers<'p> {
    plan: &'p Plan,
    first: u32,
    numbers: Vec<u64>,
}

impl<'p> Numbers<'p> {
    fn new(plan: &'p Plan, file: &FileShape) -> Self {
        let first = plan.items.get(file.header.index()).map_or(0, |item| item.steps.start);
        Numbers { plan, first, numbers: vec![0; plan.steps_of(file.header).len()] }
    }

    fn set(&mut self, step: u32, number: u64) {
        let place = step.checked_sub(self.first).and_then(|at| self.numbers.get_mut(at as usize));
        if let Some(place) = place {
            *place = number;
        }
    }

    /// The number of the step at a position.
    fn at(&self, position: i128) -> u64 {
        usize::try_from(position).ok().and_then(|at| self.numbers.get(at).copied()).unwrap_or(0)
    }
}

impl<'i> Sink<'i> for Numbers<'_> {
    fn value(&mut self, at: At, _: &Shape, leaf: Leaf<'_, 'i>, _: Range<usize>) -> Result<()> {
        if let (At::Step(step), Leaf::Number(number)) = (at, leaf) {
            self.set(step, number);
        }
        Ok(())
    }

    fn absent(&mut self, step: u32) -> Result<()> {
        if let Some(Absent::Number(number)) = self.plan.steps.get(step as usize).map(|s| s.absent) {
            self.set(step, number as u64);
        }
        Ok(())
    }
}

impl<'p> Executor<'p> {
    /// Reads the header, and sets the clocks that it tells.
    pub(super) fn header(&self, file: &FileShape, cursor: &mut Cursor<'_>) -> Result<Self> {
        let (plan, start) = (self.plan(), cursor.position());
        let mut hands = self.clocks.hands.clone();
        let told = !file.version.is_empty();
        if let Some(version) = hands.first_mut().filter(|version| told || version.is_none()) {
            *version = self.tick_count(0).checked_sub(1);
        }
        let untold = hands.first().copied().flatten();
        let mut executor = self.standing(hands);
        // The version that the header's first fields say may decide about the later ones, and a feature too.
        for _ in 0..=plan.clocks.len() {
            let mut ahead = *cursor;
            let mut numbers = Numbers::new(plan, file);
            let around = Surroundings::default();
            executor.read(file.header, &mut ahead, around, &mut numbers).field("header")?;
            let mut hands = self.clocks.hands.clone();
            if let Some(first) = hands.first_mut().filter(|_| !told) {
                *first = untold;
            } else if let Some(first) = hands.first_mut() {
                let parts = file.version.of(&plan.numbers).iter().map(|at| numbers.at(*at));
                let found = version(plan, parts);
                *first = Some(found.map_err(|kind| Error::at(start, kind))?);
            }
            for pair in file.features.of(&plan.numbers).chunks_exact(2) {
                let clock = usize::try_from(pair[1]).ok().and_then(|clock| hands.get_mut(clock));
                if let Some(hand) = clock {
                    *hand = Some(u32::from(numbers.at(pair[0]) != 0));
                }
            }
            if executor.clocks.hands == hands {
                *cursor = ahead;
                return Ok(executor);
            }
            executor = self.standing(hands);
        }
        Err(Error::at(start, ErrorKind::Plan(PlanFault::Header)))
    }

    /// Passes a header that tells no version that is known, as one of the version that the clocks stand at.
    pub(super) fn pass_header(&self, file: &FileShape, cursor: &mut Cursor<'_>) -> Result<()> {
        self.read(file.header, cursor, Surroundings::default(), &mut ())
    }

    /// The same, with clocks that the name of a producer tells.
    pub(super) fn of_producer(&self, producer: &[u8]) -> Self {
        let hands = &self.clocks.hands;
        let clocks = self.settled.of_producer(self.plan, hands, producer, || self.told(producer));
        self.at(clocks)
    }

    /// The hands that the name of a producer tells, and the clocks of which readers take what any tick has.
    fn told(&self, producer: &[u8]) -> (Vec<Option<u32>>, Vec<(usize, u32)>) {
        let (mut hands, mut any) = (self.clocks.hands.clone(), Vec::new());
        let Ok(producer) = std::str::from_utf8(producer) else { return (hands, any) };
        let of_producer = self.settled.release;
        for (at, (clock, hand)) in self.plan.clocks.iter().zip(&mut hands).enumerate() {
            let prefix = self.plan.name(clock.producer);
            if hand.is_none() && !prefix.is_empty() {
                let names: Vec<&str> = ticks(self.plan, clock.ticks).collect();
                let found = match of_producer == Some(at) {
                    true => finished(prefix, &names, producer),
                    false => of_dialect(prefix, &names, producer),
                };
                *hand = found.map(|tick| tick as u32);
            }
            if clock.writers_only
                && let Some(tick) = hand.take()
            {
                any.push((at, tick));
            }
        }
        (hands, any)
    }
}

/// The tick of the version that numbers of a header are.
fn version(plan: &Plan, numbers: impl Iterator<Item = u64>) -> Result<u32, ErrorKind> {
    let parts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let name = parts.join(".");
    let versions = plan.clocks.first().map(|clock| clock.ticks);
    let mut known = versions.into_iter().flat_map(|text| ticks(plan, text));
    let found = known.position(|known| known == name);
    let unknown = || ErrorKind::Version { format: super::FORMAT, found: name.clone(), known: &[] };
    found.map(|at| at as u32).ok_or_else(unknown)
}
