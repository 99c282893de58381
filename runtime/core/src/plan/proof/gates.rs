//! Tests of every gate, from both sides.

use super::{Compared, KnownVersions, Of, Proof, Subject};
use crate::error::{ErrorKind, Result};
use crate::plan::{Executor, Value};
use bytespec_plan::{Absent, Bound, ItemId, Role, Run, Shape, Step};

/// The number of samples to try if not every sample is suitable.
const SEEDS: u64 = 32;

impl Proof<'_> {
    /// Checks that plan and generated code neither read nor write gated parts outside their gates, and that both name the same
    /// part in the error.
    ///
    /// # Panics
    /// If the check fails.
    pub fn gates_hold(&self, scopes: &[KnownVersions]) -> Compared {
        let subjects = self.subjects();
        let mut compared = Compared { subjects: subjects.len(), ..Compared::default() };
        let base = self.executor();
        for subject in &subjects {
            for (at, (name, gate)) in subject.gates.iter().enumerate() {
                // The container checks whether a version has a section; its payload has no gate.
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

    /// Whether a version may drop a result that it lacks: this is allowed if nothing uses the result.
    fn is_lost(&self, step: &Step) -> bool {
        let index = matches!(self.plan.shapes[step.shape.index()], Shape::Index { .. });
        index && step.absent == Absent::Nothing && step.when.is_none()
    }

    /// Pairs of versions: with all gates open, and with only this gate closed.
    fn sides(
        &self,
        base: &Executor<'_>,
        subject: &Subject<'_>,
        at: Option<usize>,
        gate: Run,
        scopes: &[KnownVersions],
    ) -> Vec<(KnownVersions, KnownVersions)> {
        if gate.is_empty() {
            return Vec::new();
        }
        let others = |executor: &Executor<'_>| {
            let mut all = subject.gates.iter().enumerate();
            all.all(|(index, (_, gate))| Some(index) == at || executor.open(*gate))
        };
        let outside = scopes.iter().filter(|versions| {
            let executor = base.with(versions);
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

    /// Tests an item, a case or a member outside its gate.
    fn item_gate(
        &self,
        base: &Executor<'_>,
        subject: &Subject<'_>,
        name: &str,
        gate: Run,
        inside: &KnownVersions,
        outside: &KnownVersions,
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
        let round_trip =
            self.generated.round_trip(item, cut, inside, outside, &mut |_| read = true);
        assert!(read, "{what}: {round_trip:?}");
        self.refused(&what, name, gate, round_trip.map(drop));
        let round_trip = self.written(subject, &out_executor, &source, &value);
        self.refused(&what, name, gate, round_trip.map(drop));
        // On some axes readers accept what any version has.
        let axes = gate.of(&self.plan.bounds).iter();
        let mut axes = axes.map(|bound| &self.plan.axes[bound.axis as usize]);
        if axes.any(|axis| axis.writers_only) {
            return 2;
        }
        let mut seen = false;
        let generated =
            self.generated.round_trip(item, cut, outside, outside, &mut |_| seen = true);
        let by_plan = self.read(subject, &out_executor, &source, &bytes).map(drop);
        let mut named = Vec::new();
        for (read, result) in [(seen, generated.map(drop)), (by_plan.is_ok(), by_plan)] {
            match result {
                // In that version the number can belong to something else.
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

    /// Whether a reader may name another member, which has the same number in other files.
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

    /// Fails unless the result is an error that names this gate.
    fn refused(&self, what: &str, name: &str, gate: Run, result: Result<()>) {
        let Err(error) = result else { panic!("{what}: it was written") };
        let ErrorKind::Gate { item, needs, .. } = error.kind() else { panic!("{what}: {error}") };
        assert_eq!(item, name, "{what}: {error}");
        let is_stated = gate.of(&self.plan.bounds).iter().any(|bound| {
            let axis = &self.plan.axes[bound.axis as usize];
            let versions: Vec<&str> = self.plan.name(axis.versions).split(' ').collect();
            let ends = [Some(bound.since), bound.until].into_iter().flatten();
            let feature = self.plan.name(axis.name).split(' ').nth(1).unwrap_or("");
            ends.map(|version| versions[version as usize]).any(|version| needs.contains(version))
                || self.plan.name(axis.name).starts_with("feature ") && needs.contains(feature)
        });
        assert!(is_stated, "{what}: {error}");
    }

    /// Tests a field with a value outside its gate.
    fn field_gate(
        &self,
        base: &Executor<'_>,
        subject: &Subject<'_>,
        item: ItemId,
        at: usize,
        inside: &KnownVersions,
        outside: &KnownVersions,
    ) -> usize {
        let (in_executor, out_executor) = (base.with(inside), base.with(outside));
        let step = &self.plan.steps_of(item)[at];
        let of = self.plan.name(self.plan.items[item.index()].name);
        let name = format!("{of}.{}", self.plan.name(step.name));
        let what = format!("{name} at {outside:?}, from {inside:?}");
        // If the outer versions lack something that the inner versions require, no sample of theirs is valid inside. Then samples
        // of the inner versions are used, and another field can be refused first.
        let tries = [&out_executor, &in_executor].into_iter();
        for (by, seed) in tries.flat_map(|by| (0..SEEDS).map(move |seed| (by, seed))) {
            let mut source = self.generated.source(seed);
            let value = self.sample(subject, by, &mut source, Some(at));
            // Another field can state that this one is absent.
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
            let round_trip =
                self.generated.round_trip(item, cut, inside, outside, &mut |_| read = true);
            assert!(read, "{what}: {round_trip:?}");
            let by_plan = self.written(subject, &out_executor, &source, &value);
            if std::ptr::eq(by, &in_executor) {
                match is_gate(&round_trip, &name) {
                    true => return usize::from(by_plan.is_err()),
                    false => continue,
                }
            }
            self.refused(&what, &name, step.gate, round_trip.map(drop));
            self.refused(&what, &name, step.gate, by_plan.map(drop));
            return 2;
        }
        0
    }
}

/// Whether the error is the gate of this name.
fn is_gate<T>(result: &Result<T>, name: &str) -> bool {
    let Err(error) = result else { return false };
    matches!(error.kind(), ErrorKind::Gate { item, .. } if item == name)
}

/// Moves a version into the range of a bound.
fn set(versions: &mut KnownVersions, bound: &Bound) {
    let axis = bound.axis as usize;
    for (_, version) in versions.iter_mut().filter(|(known, _)| *known == axis) {
        *version = (*version).max(bound.since);
        *version = bound.until.map_or(*version, |until| until.min(*version));
    }
}
