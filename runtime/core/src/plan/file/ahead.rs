//! Numbers that repeat the bytes ahead of them, and follow these.

use super::placed::path_to;
use super::{File, FileValue, Moved, SectionContent};
use crate::plan::execution_state::{Ahead, Complete, ExecutionState, Written};
use crate::plan::{Builtin, Surroundings, Value};
use crate::wire::{Cursor, Writer};
use bytespec_plan::Plan;

impl File<'_, '_> {
    /// A value whose numbers that repeat the bytes ahead are those of the bytes that are written there, except at the positions of
    /// `set`, and the numbers that changed. Conditions that depend on such a number hold where the value is; a computed value is absent
    /// then if `presumes_absent`. None if the numbers are right, or if they cannot be known.
    pub(in crate::plan) fn with_numbers_ahead(
        &self,
        value: &FileValue,
        set: &[Vec<usize>],
        presumes_absent: bool,
    ) -> Option<(FileValue, Vec<Moved>)> {
        let plan = self.executor.plan();
        let mut draft = value.clone();
        if !forget(plan, draft.record_mut()?, set) {
            return None;
        }
        let SectionContent::Item(item, record) = &draft.sections.first()?.content else {
            return None;
        };
        let (complete, found) = (Complete::Draft, self.executor.searched(self.input));
        let mut state =
            ExecutionState { complete, found, presumes_absent, ..ExecutionState::default() };
        let (around, mut writer) =
            (Surroundings { functions: &Builtin, tables: self }, Writer::new());
        let pad = self.shape.pad;
        self.executor.write_noting(*item, record, pad, around, &mut state, &mut writer).ok()?;
        let (mut known, mut moved) = (value.clone(), Vec::new());
        for Ahead { offset, shape, positions } in &state.ahead {
            let shape = plan.shapes.get(shape.index())?;
            let around = |value: &&Written| positions.starts_with(&value.positions);
            let around = state.written.iter().filter(around).max_by_key(|of| of.positions.len());
            let Some(bytes) = bytes_at(around, writer.as_slice(), *offset) else {
                continue;
            };
            let Ok(number) = self.executor.read_number(&mut Cursor::new(bytes), shape) else {
                continue;
            };
            let after = self.executor.number_value(shape, number);
            let record = known.record_mut()?;
            let path = path_to(plan, record, positions)?;
            let slot = record.part_mut(positions)?.bare_mut();
            if *slot != after {
                let before = std::mem::replace(slot, after.clone());
                moved.push(Moved { path, before, after });
            }
        }
        (!moved.is_empty()).then_some((known, moved))
    }
}

/// Makes such numbers absent, except at the positions of `set`. Returns whether there are any.
fn forget(plan: &Plan, record: &mut Value, set: &[Vec<usize>]) -> bool {
    let (mut found, mut left) = (false, vec![(Vec::new(), record)]);
    while let Some((positions, value)) = left.pop() {
        let inside = |at: usize| [positions.as_slice(), &[at]].concat();
        match value.bare_mut() {
            Value::List(elements) => {
                let elements = elements.iter_mut().enumerate();
                left.extend(elements.map(|(at, element)| (inside(at), element)));
            }
            Value::Item(item, values) => {
                for (at, (step, value)) in plan.steps_of(*item).iter().zip(values).enumerate() {
                    let positions = inside(at);
                    if plan.number_ahead(step).is_some() && !set.contains(&positions) {
                        *value = Value::Absent;
                        found = true;
                    } else {
                        left.push((positions, value));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The bytes from an offset on: of the value at an offset around them, or of those without an offset of their own.
fn bytes_at<'w>(around: Option<&'w Written>, sequence: &'w [u8], offset: u64) -> Option<&'w [u8]> {
    let (start, bytes) = around.map_or((0, sequence), |value| (value.offset, &value.bytes));
    let at = usize::try_from(offset.checked_sub(start)?).ok()?;
    bytes.get(at..).filter(|bytes| !bytes.is_empty())
}
