//! Edited values in bytes that other values have, too: the others follow.

use super::placed::{Conflict, Overlap};
use super::relocate::{Moved, Relocation};
use super::{File, FileValue};
use crate::plan::Value;
use crate::plan::execution_state::Written;
use bytespec_plan::{Plan, Role};

impl Relocation<'_, '_> {
    /// The edited value of an overlap that replaces bytes of an unedited one: those that it had in the original file, and filler behind
    /// them.
    pub(super) fn replaced<'o>(&self, overlap: &'o Overlap, bytes: &[u8]) -> Option<&'o Written> {
        let (value, other) = (&overlap.value, overlap.other.as_ref()?);
        let len = self.owned.len(value)?;
        let added = self.input.get(value.span().start + len..value.span().end);
        let pad = self.executor.plan().file.map_or(0, |file| file.pad);
        let has_room = value.bytes.len() <= len
            || added.is_some_and(|added| added.iter().all(|byte| *byte == pad));
        let is_old = has_room
            && self.owned.has_overlapped(value, other)
            && !self.owned.is_resized(value, other)
            && !value.is_ahead(self.executor.plan());
        let span = value.span();
        // The other value, and the bytes around it, are the old ones.
        let is_unedited = bytes.get(span.clone()) == self.input.get(span);
        (is_old && is_unedited && value.by.is_some()).then_some(value)
    }

    /// Gives values the bytes of edited ones at the same places, and filler up to the end all bytes there. None if the file cannot be
    /// read then, if the edited values are not those that were set, or if another value of the same field would change.
    pub(super) fn write_through(
        &self,
        value: &mut FileValue,
        replaced: &[&Written],
        conflict: &Conflict,
    ) -> Option<Vec<Moved>> {
        let mut bytes = conflict.bytes.clone();
        for written in replaced {
            bytes.get_mut(written.span())?.copy_from_slice(&written.bytes);
        }
        let mut read = File::with(self.executor, &bytes).and_then(|mut file| file.read()).ok()?;
        let (record, other) = (value.record_mut()?, read.record_mut()?);
        let mut moved = Vec::new();
        let mut left = vec![(Vec::new(), false, &*record, &*other)];
        while let Some((positions, stays, before, after)) = left.pop() {
            let inside = |at: usize| [positions.as_slice(), &[at]].concat();
            match (before.bare(), after.bare()) {
                (Value::Item(item, parts), Value::Item(found, others)) if item == found => {
                    let steps = self.executor.plan().steps_of(*item).iter().enumerate().rev();
                    let visible = steps.filter(|(_, step)| step.role == Role::Visible);
                    for (at, _) in visible {
                        let is_same = |written: &&Written| written.step == Some((*item, at));
                        let stays = stays || replaced.iter().any(is_same);
                        left.push((inside(at), stays, parts.get(at)?, others.get(at)?));
                    }
                }
                (Value::List(parts), Value::List(others)) if parts.len() == others.len() => {
                    let pairs = parts.iter().zip(others).enumerate().rev();
                    left.extend(pairs.map(|(at, (part, other))| (inside(at), stays, part, other)));
                }
                (before, after) if before == after => {}
                // The tag follows other fields.
                (Value::Opaque(Plan::NOWHERE, before), Value::Opaque(_, after))
                    if before == after => {}
                _ if stays || self.is_edited(&positions) => return None,
                (Value::List(_) | Value::Item(..), _) | (_, Value::List(_) | Value::Item(..)) => {
                    return None;
                }
                (before, after) => {
                    let path = self.spelled(record, &positions)?;
                    let (before, after) = (before.clone(), after.clone());
                    moved.push(Moved { path, before, after });
                }
            }
        }
        std::mem::swap(record, other);
        Some(moved)
    }
}
