//! Every gate, from both sides.

use super::{Compared, Hands, Of, Proof, Subject};
use crate::error::{ErrorKind, Result};
use crate::plan::{Executor, Value};
use bytespec_plan::{Absent, Bound, ItemId, Role, Run, Shape, Step};

/// How often a value is sampled where not all samples will do.
const SEEDS: u64 = 32;

impl Proof<'_> {
    /// What has a gate is neither read nor written outside of it, by the plan and by generated code, and both call it by the same
    /// name.
    ///
    /// # Panics
    /// Where that is not so.
    pub fn gates_hold(&self, scopes: &[Hands]) -> Compared {
        let subjects = self.subjects();
        let mut compared = Compared { subjects: subjects.len(), ..Compared::default() };
        let base = self.executor();
        for subject in &subjects {
            for (at, (name, gate)) in subject.gates.iter().enumerate() {
                // A writer has a section or not; its payload is what it is.
                if subject.kind == "section" {
                    continue;
                }
                for (inside, outside) in self.sides(&base, subject, Some(at), *gate, scopes) {
                    compared.refused +=
                        self.item_gate(&base, subject, name, *gate, &inside, &outside);
                }
            }
            let Some(item) = self.fields_of(subject) else { continue };
            let steps = self.plan.steps_of(item).iter().enumerate();
            for (at, step) in steps.filter(|(_, step)| step.role == Role::Visible) {
                let mut refused = 0;
                let sides = self.sides(&base, subject, None, step.gate, scopes);
                for (inside, outside) in &sides {
                    refused += self.field_gate(&base, subject, item, at, inside, outside);
                }
                let hidden = refused == 0 && !sides.is_empty() && !self.is_lost(step);
                compared.hidden += usize::from(hidden);
                compared.refused += refused;
            }
        }
        compared
    }

    /// A result that a version lacks may be lost where nothing uses it.
    fn is_lost(&self, step: &Step) -> bool {
        let index = matches!(self.plan.shapes[step.shape.index()], Shape::Index { .. });
        index && step.absent == Absent::Nothing && step.when.is_none()
    }

    /// Hands where only this gate is closed, each behind hands where all are open.
    fn sides(
        &self,
        base: &Executor<'_>,
        subject: &Subject<'_>,
        at: Option<usize>,
        gate: Run,
        scopes: &[Hands],
    ) -> Vec<(Hands, Hands)> {
        if gate.is_empty() {
            return Vec::new();
        }
        let others = |executor: &Executor<'_>| {
            let mut all = subject.gates.iter().enumerate();
            all.all(|(index, (_, gate))| Some(index) == at || executor.open(*gate))
        };
        let outside = scopes.iter().filter(|hands| {
            let executor = base.with(hands);
            !executor.open(gate) && others(&executor)
        });
        let sides = outside.filter_map(|outside| {
            let mut inside = outside.clone();
            for bound in gate.of(&self.plan.bounds) {
                set(&mut inside, bound);
            }
            let executor = base.with(&inside);
            (executor.open(gate) && others(&executor)).then(|| (inside, outside.clone()))
        });
        sides.collect()
    }

    /// An item, a case or a member outside of its gate.
    fn item_gate(
        &self,
        base: &Executor<'_>,
        subject: &Subject<'_>,
        name: &str,
        gate: Run,
        inside: &Hands,
        outside: &Hands,
    ) -> usize {
        let (in_executor, out_executor) = (base.with(inside), base.with(outside));
        let mut source = self.generated.source(1);
        let value = self.sample(subject, &in_executor, &mut source, None);
        let what = format!("{name} at {outside:?}, from {inside:?}");
        let (bytes, regions) = self
            .written(subject, &in_executor, &source, &value)
            .unwrap_or_else(|error| panic!("{error}\n{what}"));
        let item = (subject.kind, subject.name);
        let cut = &bytes[..bytes.len() - regions];
        let mut read = false;
        let again = self.generated.again(item, cut, inside, outside, &mut |_| read = true);
        assert!(read, "{what}: {again:?}");
        self.refused(&what, name, gate, again.map(drop));
        let again = self.written(subject, &out_executor, &source, &value);
        self.refused(&what, name, gate, again.map(drop));
        // Readers take what any tick of some clocks has.
        let clocks = gate.of(&self.plan.bounds).iter();
        let mut clocks = clocks.map(|bound| &self.plan.clocks[bound.clock as usize]);
        if clocks.any(|clock| clock.writers_only) {
            return 2;
        }
        let mut seen = false;
        let generated = self.generated.again(item, cut, outside, outside, &mut |_| seen = true);
        let by_plan = self.read(subject, &out_executor, &source, &bytes).map(drop);
        let mut named = Vec::new();
        for (read, result) in [(seen, generated.map(drop)), (by_plan.is_ok(), by_plan)] {
            match result {
                // The number is of something else there.
                _ if read => {}
                Ok(()) => {}
                Err(error) => match error.kind() {
                    ErrorKind::Gate { item, .. } => {
                        let known = item == name || self.shares_number(subject, item);
                        assert!(known, "{what}: {error}");
                        named.push(item.clone());
                    }
                    _ => {
                        let path = error.path();
                        let mut places = path.split(['.', '[']);
                        assert!(places.all(|place| place != name), "{what}: {error}");
                    }
                },
            }
        }
        if let [by_code, by_plan] = &named[..] {
            assert_eq!(by_code, by_plan, "{what}");
        }
        3
    }

    /// Whether a reader may call a member by the name of another one, which has the same number in other files.
    fn shares_number(&self, subject: &Subject<'_>, item: &str) -> bool {
        let Of::Member(at) = subject.of else { return false };
        let number = self.plan.members[at as usize].number;
        let others = self.members(subject.name).into_iter();
        let mut others = others.filter_map(|other| match other.of {
            Of::Member(at) => Some((self.plan.members[at as usize].number, other.gates)),
            _ => None,
        });
        others.any(|(other, gates)| other == number && gates.iter().any(|(name, _)| name == item))
    }

    /// Fails where something was not refused, or by another gate.
    fn refused(&self, what: &str, name: &str, gate: Run, result: Result<()>) {
        let Err(error) = result else { panic!("{what}: it was written") };
        let ErrorKind::Gate { item, needs, .. } = error.kind() else { panic!("{what}: {error}") };
        assert_eq!(item, name, "{what}: {error}");
        let told = gate.of(&self.plan.bounds).iter().any(|bound| {
            let clock = &self.plan.clocks[bound.clock as usize];
            let ticks: Vec<&str> = self.plan.name(clock.ticks).split(' ').collect();
            let ends = [Some(bound.since), bound.until].into_iter().flatten();
            let feature = self.plan.name(clock.name).split(' ').nth(1).unwrap_or("");
            ends.map(|tick| ticks[tick as usize]).any(|tick| needs.contains(tick))
                || self.plan.name(clock.name).starts_with("feature ") && needs.contains(feature)
        });
        assert!(told, "{what}: {error}");
    }

    /// A field that holds something outside of its gate.
    fn field_gate(
        &self,
        base: &Executor<'_>,
        subject: &Subject<'_>,
        item: ItemId,
        at: usize,
        inside: &Hands,
        outside: &Hands,
    ) -> usize {
        let (in_executor, out_executor) = (base.with(inside), base.with(outside));
        let step = &self.plan.steps_of(item)[at];
        let of = self.plan.name(self.plan.items[item.index()].name);
        let name = format!("{of}.{}", self.plan.name(step.name));
        let what = format!("{name} at {outside:?}, from {inside:?}");
        // What the outside lacks may have no value that the inside takes: then all is of the inside, and another field may be
        // refused first.
        let tries = [&out_executor, &in_executor].into_iter();
        for (by, seed) in tries.flat_map(|by| (0..SEEDS).map(move |seed| (by, seed))) {
            let mut source = self.generated.source(seed);
            let value = self.sample(subject, by, &mut source, Some(at));
            // Whatever tells of the field may say that it is not there.
            let Ok((bytes, regions)) = self.written(subject, &in_executor, &source, &value) else {
                continue;
            };
            let Ok(back) = self.read(subject, &in_executor, &source, &bytes) else { continue };
            let holds = |value: &Value| match value {
                Value::Item(_, values) => values.get(at).cloned(),
                _ => None,
            };
            let default = match &value {
                Value::Item(_, values) => {
                    let other = |place: u32| values.get(place as usize);
                    Some(out_executor.default_value(step.absent, step.shape, other))
                }
                _ => None,
            };
            let held = holds(&value);
            if holds(&back) != held || held == default || self.is_lost(step) {
                continue;
            }
            let item = (subject.kind, subject.name);
            let cut = &bytes[..bytes.len() - regions];
            let mut read = false;
            let again = self.generated.again(item, cut, inside, outside, &mut |_| read = true);
            assert!(read, "{what}: {again:?}");
            let by_plan = self.written(subject, &out_executor, &source, &value);
            if std::ptr::eq(by, &in_executor) {
                match is_gate(&again, &name) {
                    true => return usize::from(by_plan.is_err()),
                    false => continue,
                }
            }
            self.refused(&what, &name, step.gate, again.map(drop));
            self.refused(&what, &name, step.gate, by_plan.map(drop));
            return 2;
        }
        0
    }
}

/// Whether something was refused by the gate of this name.
fn is_gate<T>(result: &Result<T>, name: &str) -> bool {
    let Err(error) = result else { return false };
    matches!(error.kind(), ErrorKind::Gate { item, .. } if item == name)
}

/// Puts a hand between the ticks of a bound.
fn set(hands: &mut Hands, bound: &Bound) {
    let clock = bound.clock as usize;
    for (_, tick) in hands.iter_mut().filter(|(known, _)| *known == clock) {
        *tick = (*tick).max(bound.since);
        *tick = bound.until.map_or(*tick, |until| until.min(*tick));
    }
}
