//! Comparison of edited values.

use super::agree::agree;
use super::{Compared, KnownVersions, Proof, Subject};
use crate::edit::{Change, Edit as _, Part, of_list};
use crate::error::{Error, ErrorKind, PlanFault};
use crate::plan::Value;
use crate::plan::same::{of_seen, of_value};
use crate::reflect::Seen;
use crate::sample::Source;
use bytespec_plan::{Plan, Role, Shape, ShapeId, Step};
use std::collections::HashSet;

/// The number of edits of each value.
const EDITS: usize = 8;

/// Numbers at the limits of widths: the last that fit, and the first that do not.
const NUMBERS: &[i128] = &[
    0,
    1,
    -1,
    2,
    7,
    127,
    128,
    255,
    256,
    -129,
    0xffff,
    0x1_0000,
    0xffff_ffff,
    0x1_0000_0000,
    i32::MIN as i128,
    i64::MAX as i128,
    i64::MIN as i128,
    1 << 63,
    u64::MAX as i128,
];

/// More elements than a count of one byte can state.
const MANY: usize = 300;

/// A part of a value, and the change to make to it.
type Edit<'p> = (Vec<Part<'p>>, Change);

/// A value, its versions, and its bytes without those of regions.
struct Sample<'h> {
    value: Value,
    versions: &'h KnownVersions,
    bytes: Vec<u8>,
}

impl Proof<'_> {
    /// Checks values of which a part was changed: either the writer refuses the value with an error that names a part of it, or
    /// the written bytes are read as that value. Plan and generated code must write the same bytes, or both refuse the value.
    ///
    /// Changed parts take numbers at the limits of all widths, or the value of the same part of another sample, which can have
    /// other versions. Lists and bytes become shorter and much longer. Optional values are removed.
    ///
    /// # Panics
    /// If the check fails.
    pub fn edits_hold(&self, scopes: &[KnownVersions], seeds: u64) -> Compared {
        let subjects = self.subjects();
        let mut compared = Compared { subjects: subjects.len(), ..Compared::default() };
        let base = self.executor();
        for (at, versions) in scopes.iter().enumerate() {
            let executor = base.with(versions);
            for subject in subjects.iter().filter(|subject| self.has(subject, &executor)) {
                for seed in 0..seeds {
                    let mut source = self.generated.source(seed);
                    let value = self.sample(subject, &executor, &mut source, None);
                    // The other sample has the same versions, or those of any scope.
                    let mut other_versions =
                        &scopes[(at + source.below(scopes.len())) % scopes.len()];
                    if source.flag() || !self.has(subject, &base.with(other_versions)) {
                        other_versions = versions;
                    }
                    let other = base.with(other_versions);
                    let other_value = self.sample(subject, &other, &mut source, None);
                    let edits = self.edits(&value, &mut source, other_versions == versions);
                    let values = [(value, versions), (other_value, other_versions)];
                    let samples = values.map(|(value, versions)| {
                        let written = self.written(subject, &base.with(versions), &source, &value);
                        let (mut bytes, regions) = written.unwrap_or_else(|e| panic!("{e}"));
                        bytes.truncate(bytes.len() - regions);
                        Sample { value, versions, bytes }
                    });
                    for edit in edits {
                        match self.edit_holds(subject, &source, &samples, &edit) {
                            Some(true) => compared.values += 1,
                            Some(false) => compared.refused += 1,
                            None => {}
                        }
                    }
                }
            }
        }
        compared
    }

    /// Random edits of a value. Without `alike`, parts that are decoded on use are not exchanged with the other value, which has
    /// other versions.
    fn edits<'p>(&'p self, value: &Value, source: &mut Source, alike: bool) -> Vec<Edit<'p>> {
        let mut parts = Vec::new();
        self.parts(value, &mut Vec::new(), &mut parts);
        let edits = (0..EDITS).map(|_| {
            let (path, lazy) = parts[source.below(parts.len())].clone();
            let change = match source.below(8) {
                0 | 1 if alike || !lazy => Change::Exchange,
                2 => Change::Absent,
                3 => Change::Drop,
                4 => Change::Add(1),
                5 => Change::Add(MANY),
                _ => Change::Number(NUMBERS[source.below(NUMBERS.len())]),
            };
            (path, change)
        });
        edits.collect()
    }

    /// Collects the paths of all parts of a value, each with whether its content is decoded on use.
    fn parts<'p>(
        &'p self,
        value: &Value,
        path: &mut Vec<Part<'p>>,
        parts: &mut Vec<(Vec<Part<'p>>, bool)>,
    ) {
        match value {
            Value::Item(item, values) => {
                let steps = self.plan.steps_of(*item);
                if path.is_empty() {
                    let lazy =
                        steps.iter().any(|step| self.is_lazy(step.shape, &mut HashSet::new()));
                    parts.push((Vec::new(), lazy));
                }
                let named = |name: &str| {
                    steps.iter().filter(|step| self.plan.name(step.name) == name).count()
                };
                for (step, value) in steps.iter().zip(values) {
                    let name = self.plan.name(step.name);
                    // Several steps with one name are one field.
                    if step.role != Role::Visible || named(name) != 1 {
                        continue;
                    }
                    path.push(Part::Field(name));
                    parts.push((path.clone(), self.is_lazy(step.shape, &mut HashSet::new())));
                    self.parts(value, path, parts);
                    path.pop();
                }
            }
            Value::List(elements) => {
                let lazy = parts.last().is_some_and(|(_, lazy)| *lazy);
                for at in [0, elements.len().saturating_sub(1)] {
                    if let Some(element) = elements.get(at) {
                        path.push(Part::Element(at));
                        parts.push((path.clone(), lazy));
                        self.parts(element, path, parts);
                        path.pop();
                    }
                }
            }
            _ if path.is_empty() => parts.push((Vec::new(), false)),
            _ => {}
        }
    }

    /// Whether a shape contains something that is bytes in generated code and a value in the plan.
    fn is_lazy(&self, shape: ShapeId, seen: &mut HashSet<usize>) -> bool {
        if !seen.insert(shape.index()) {
            return false;
        }
        let mut inner = |shape: ShapeId| self.is_lazy(shape, seen);
        match self.plan.shapes[shape.index()] {
            Shape::Sized { .. } | Shape::Transformed { .. } | Shape::Offsets { .. } => true,
            Shape::Sequence { element, .. } | Shape::With { value: element, .. } => inner(element),
            Shape::Item(item) => {
                let steps = self.plan.steps_of(item);
                steps.iter().any(|step| inner(step.shape))
            }
            Shape::Choice { cases, .. } => {
                let items = cases.of(&self.plan.cases).iter().filter_map(|case| case.item);
                items.flat_map(|item| self.plan.steps_of(item)).any(|step| inner(step.shape))
            }
            _ => false,
        }
    }

    /// Whether an edited value was written; none if the edit does not apply to the value.
    fn edit_holds(
        &self,
        subject: &Subject<'_>,
        source: &Source,
        [own, other]: &[Sample<'_>; 2],
        (path, change): &Edit<'_>,
    ) -> Option<bool> {
        let (mut edited, mut other_value) = (own.value.clone(), other.value.clone());
        if !edit(&self.plan, &mut edited, Some(&mut other_value), path, *change) {
            return None;
        }
        let versions = own.versions;
        let executor = self.executor().with(versions);
        let item = (subject.kind, subject.name);
        let bytes = [&own.bytes[..], &other.bytes];
        let by_code =
            self.generated.edited(item, bytes, [versions, other.versions], versions, path, *change);
        let by_code = by_code.transpose()?;
        let by_plan = self.written(subject, &executor, source, &edited);
        let what = || {
            let (mut before, mut after) = (String::new(), String::new());
            let _ = own.value.spell(&self.plan, &mut before);
            let _ = edited.spell(&self.plan, &mut after);
            let (kind, name) = item;
            let edit = format!("{path:?} {change:?} of {:?}", other.versions);
            format!("{kind} {name} at {versions:?}, {edit}\n{before}\n{after}")
        };
        match (by_plan, by_code) {
            (Ok((bytes, regions)), Ok(by_code)) => {
                assert_eq!(by_code, &bytes[..bytes.len() - regions], "{}", what());
                self.read_back(subject, source, versions, (&edited, &bytes, regions), &what);
                Some(true)
            }
            (Err(by_plan), Err(by_code)) => {
                for error in [&by_plan, &by_code] {
                    assert!(self.names_a_part(error, &edited), "{error:?}\n{error}\n{}", what());
                }
                Some(false)
            }
            (Ok(_), Err(error)) if self.is_none_twice(&error, &edited) => None,
            (Ok(_), Err(error)) => panic!("code alone refuses it: {error}\n{}", what()),
            (Err(error), Ok(bytes)) => {
                panic!("the plan alone refuses it: {error}\n{}\n{bytes:02x?}", what())
            }
        }
    }

    /// Checks that the written bytes are read as the edited value.
    fn read_back(
        &self,
        subject: &Subject<'_>,
        source: &Source,
        versions: &KnownVersions,
        (edited, bytes, regions): (&Value, &[u8], usize),
        what: &dyn Fn() -> String,
    ) {
        let executor = self.executor().with(versions);
        let (_, functions) = self.generated.functions();
        let read = self.read(subject, &executor, source, bytes);
        let read =
            read.unwrap_or_else(|e| panic!("what was written: {e}\n{}\n{bytes:02x?}", what()));
        assert_eq!(read, *edited, "{}\n{bytes:02x?}", what());
        let cut = &bytes[..bytes.len() - regions];
        let mut seen = None;
        let mut see = |shown: Seen<'_>| seen = Some(of_seen(&shown));
        let item = (subject.kind, subject.name);
        let round_trip = self.generated.round_trip(item, cut, versions, versions, &mut see);
        match round_trip {
            Ok(round_trip) => assert_eq!(round_trip, cut, "{}", what()),
            Err(error) => panic!("what was written: {error}\n{}\n{cut:02x?}", what()),
        }
        let regions = |step: &Step| self.region_of(step).is_some();
        let same = of_value(&self.plan, edited, &regions, functions);
        let seen = seen.expect("it was read");
        assert!(agree(&seen, &same), "{seen:?}\n{same:?}\n{}", what());
    }

    /// Whether an error is about an optional field whose value can itself be none: the plan does not distinguish the two.
    fn is_none_twice(&self, error: &Error, value: &Value) -> bool {
        let field: &str = match error.kind() {
            ErrorKind::Presence { item, .. } => item,
            ErrorKind::Plan(PlanFault::Unneeded { item, .. }) => item,
            _ => return false,
        };
        let executor = self.executor();
        let mut left = vec![value];
        while let Some(value) = left.pop() {
            match value {
                Value::Item(item, values) => {
                    let name = self.plan.name(self.plan.items[item.index()].name);
                    let mut steps = self.plan.steps_of(*item).iter().zip(values);
                    let found = steps.any(|(step, value)| {
                        let none = *value == Value::Absent && executor.may_be_none(step.shape);
                        none && field == format!("{name}.{}", self.plan.name(step.name))
                    });
                    if found {
                        return true;
                    }
                    left.extend(values);
                }
                Value::List(elements) => left.extend(elements),
                _ => {}
            }
        }
        false
    }

    /// Whether an error names a part of the value.
    fn names_a_part(&self, error: &Error, value: &Value) -> bool {
        let text = format!("{} {error}", error.path());
        let mut left = vec![value];
        while let Some(value) = left.pop() {
            match value {
                Value::Item(item, values) => {
                    let steps = self.plan.steps_of(*item).iter().map(|step| step.name);
                    let names = steps.chain([self.plan.items[item.index()].name]);
                    let mut names = names.map(|name| self.plan.name(name));
                    if names.any(|name| !name.is_empty() && text.contains(name)) {
                        return true;
                    }
                    left.extend(values);
                }
                Value::List(elements) => left.extend(elements),
                _ => {}
            }
        }
        // The error for a closed gate names the member.
        matches!(error.kind(), ErrorKind::Gate { .. })
    }
}

/// Changes a part of a value in the same way as [`crate::edit::Edit`].
fn edit(
    plan: &Plan,
    value: &mut Value,
    mut other: Option<&mut Value>,
    path: &[Part<'_>],
    change: Change,
) -> bool {
    let mut value = value;
    for part in path {
        (value, other) = match (part, value) {
            (Part::Field(name), Value::Item(item, values)) => {
                let mut steps = plan.steps_of(*item).iter();
                let named =
                    |step: &Step| step.role == Role::Visible && plan.name(step.name) == *name;
                let Some(at) = steps.position(named) else { return false };
                let other = match other {
                    Some(Value::Item(of, others)) if of == item => others.get_mut(at),
                    _ => None,
                };
                (&mut values[at], other)
            }
            (Part::Element(at), Value::List(elements)) => {
                let Some(element) = elements.get_mut(*at) else { return false };
                let other = match other {
                    Some(Value::List(others)) => others.get_mut(*at),
                    _ => None,
                };
                (element, other)
            }
            _ => return false,
        };
    }
    changed(value, other, change)
}

fn changed(value: &mut Value, other: Option<&mut Value>, change: Change) -> bool {
    match (change, other) {
        (Change::Exchange, Some(other)) => std::mem::swap(value, other),
        (Change::Exchange, None) => return false,
        (Change::Absent, _) => *value = Value::Absent,
        _ => return changed_alone(value, change),
    }
    true
}

/// Makes a change that takes nothing from another value.
fn changed_alone(value: &mut Value, change: Change) -> bool {
    match value {
        Value::Bool(bit) => bit.edit_inside(None, &[], change),
        Value::Unsigned(number) | Value::Index { index: number, .. } => {
            number.edit_inside(None, &[], change)
        }
        Value::Signed(number) => number.edit_inside(None, &[], change),
        Value::Float16(number) => number.edit_inside(None, &[], change),
        Value::Float32(number) => number.edit_inside(None, &[], change),
        Value::Float64(number) => number.edit_inside(None, &[], change),
        Value::Bytes(bytes) => bytes.edit_inside(None, &[], change),
        Value::Text(text) => text.edit_inside(None, &[], change),
        Value::List(elements) => of_list(elements, change),
        _ => false,
    }
}
