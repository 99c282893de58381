//! How the clocks of a file stand: what its header says, and the name of its producer.

use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::plan::{Executor, Surroundings, Tree, Value};
use crate::wire::Cursor;
use bytespec_plan::{FileShape, Plan, Run, Text};

pub(super) fn ticks(plan: &Plan, text: Text) -> impl Iterator<Item = &str> {
    plan.name(text).split(' ').filter(|tick| !tick.is_empty())
}

impl<'p> Executor<'p> {
    /// Reads the header, and sets the clocks that it tells.
    pub(super) fn header(
        &self,
        file: &FileShape,
        cursor: &mut Cursor<'_>,
        start: usize,
    ) -> Result<(Executor<'p>, Value)> {
        let plan = self.plan();
        let read = |executor: &Executor<'p>, mut cursor: Cursor<'_>| -> Result<Value> {
            let mut tree = Tree::new(executor);
            executor.read(file.header, &mut cursor, Surroundings::default(), &mut tree)?;
            Ok(tree.into_value())
        };
        let numbers = |value: &Value, run: Run| -> Vec<u64> {
            let Value::Item(_, values) = value else { return Vec::new() };
            let places = run.of(&plan.numbers).iter();
            places.map(|at| values.get(*at as usize).and_then(Value::number).unwrap_or(0)).collect()
        };
        let header = read(self, *cursor).field("header")?;
        let parts: Vec<String> =
            numbers(&header, file.version).iter().map(u64::to_string).collect();
        let name = parts.join(".");
        let versions = plan.clocks.first().map(|clock| clock.ticks);
        let mut known = versions.into_iter().flat_map(|text| ticks(plan, text));
        let Some(version) = known.position(|known| known == name) else {
            let message = format!("version {name} is not supported");
            return Err(Error::at(start, ErrorKind::Invalid(message)));
        };
        let mut hands: Vec<(usize, u32)> = self
            .hands
            .iter()
            .enumerate()
            .filter_map(|(clock, hand)| Some((clock, (*hand)?)))
            .collect();
        hands.push((0, version as u32));
        let header = read(&self.with(&hands), *cursor).field("header")?;
        if let Value::Item(_, values) = &header {
            for pair in file.features.of(&plan.numbers).chunks_exact(2) {
                let number = values.get(pair[0] as usize).and_then(Value::number).unwrap_or(0);
                hands.push((pair[1] as usize, u32::from(number != 0)));
            }
        }
        Ok((self.with(&hands), header))
    }

    /// The same, with clocks that the name of a producer tells.
    pub(super) fn of_producer(&self, producer: &[u8]) -> Self {
        let Ok(producer) = std::str::from_utf8(producer) else { return self.clone() };
        let mut hands: Vec<(usize, u32)> = Vec::new();
        let mut any = Vec::new();
        for (at, clock) in self.plan.clocks.iter().enumerate() {
            let prefix = self.plan.name(clock.producer);
            let told = match self.hands.get(at).copied().flatten() {
                Some(hand) => Some(hand),
                None if prefix.is_empty() => None,
                None => {
                    let names: Vec<&str> = ticks(self.plan, clock.ticks).collect();
                    told(&names, prefix, producer)
                }
            };
            match told {
                // Readers take what any tick has.
                Some(_) if clock.writers_only => any.push(at),
                told => hands.extend(told.map(|tick| (at, tick))),
            }
        }
        let mut executor = self.with(&hands);
        executor.told = any;
        executor
    }
}

/// The tick that the name of a producer tells, behind `prefix`: the newest that is not newer than that, where only its
/// last number differs.
fn told(names: &[&str], prefix: &str, producer: &str) -> Option<u32> {
    let (_, text) = producer.rsplit_once(prefix)?;
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let numbers = |text: &str| -> Vec<u64> {
        text.split('.').map(|number| number.parse().unwrap_or(0)).collect()
    };
    let told = numbers(text);
    let found = names.iter().rposition(|name| {
        let mut name = numbers(name);
        let len = name.len().min(told.len());
        let last = name.pop().unwrap_or(0);
        let same = told.get(..len.saturating_sub(1)) == name.get(..len.saturating_sub(1));
        match len {
            0 => false,
            1 => told[0] == last,
            len => same && last <= told[len - 1],
        }
    });
    found.map(|at| at as u32)
}
