//! New offsets for values that no longer fit where they are.
//!
//! A value at an offset that grew, or that something else grew into, moves to the end of the file. The number that its offset comes
//! from follows: the writer finds it in the expression of the offset. So do the offsets of values in bytes that an edit moved, which
//! are adapted first.
//!
//! Of values of the same field with the same bytes, the edited one moves, and the others stay. An unedited value of another field
//! that contains the edited bytes, or is a part of them, becomes what is there. An edited value is never lost: if it cannot move,
//! it is an error.

use super::placed::{Cause, Conflict, Described, Overlap, Owned, Shift, alignment, path_to};
use super::source::{Path, Source};
use super::{File, FileValue};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::execution_state::Written;
use crate::plan::{Executor, Value};
use crate::wire::Writer;
use bytespec_plan::Plan;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// The most values that move.
const MAX_MOVED: usize = 1 << 14;

/// The alignment of a value without an offset, in bytes.
const NEW_ALIGNMENT: u64 = 16;

/// What was written.
#[derive(Debug)]
pub(in crate::plan) struct Relocated<'v> {
    pub(in crate::plan) bytes: Vec<u8>,
    /// The value with the new offsets.
    pub(in crate::plan) value: Cow<'v, FileValue>,
    /// The values that followed.
    pub(in crate::plan) moved: Vec<Moved>,
}

/// A value that follows an edit of others: a number, because a value at an offset moved, or bytes that it repeats.
#[derive(Debug)]
pub(in crate::plan) struct Moved {
    /// Its path.
    pub(in crate::plan) path: String,
    /// The value before.
    pub(in crate::plan) before: Value,
    /// The value after.
    pub(in crate::plan) after: Value,
}

impl File<'_, '_> {
    /// Writes an edited value of this file, as [`File::write`] does. A value at an offset that no longer fits there moves to the end
    /// of the file, and the number that its offset comes from changes. So does a new value with the offset 0.
    ///
    /// # Errors
    /// Those of [`File::write`], and a value over bytes that no field of the file describes, unless all of them are filler.
    pub fn rewrite(&self, file: &FileValue) -> Result<Vec<u8>> {
        Ok(self.rewrite_and_move(file, &[])?.bytes)
    }

    /// The same, with the values that followed. Those at the positions of `edited` must stay as they are.
    pub(in crate::plan) fn rewrite_and_move<'v>(
        &self,
        value: &'v FileValue,
        edited: &[Vec<usize>],
    ) -> Result<Relocated<'v>> {
        let (mut moved, mut value) = (Vec::new(), Cow::Borrowed(value));
        let (original, owned, mut repeated) = (OnceCell::new(), OnceCell::new(), HashSet::new());
        let relocation = |shift: Option<Shift>| self.relocation((&original, &owned), edited, shift);
        let shifted = self.shifted(&value, &original)?;
        let shift = shifted.as_ref().map(|shifted| shifted.shift);
        if let (Some(shifted), Some(record)) = (&shifted, value.to_mut().record_mut()) {
            moved = relocation(shift)?.follow(record, shifted);
        }
        let (mut misplaced, mut extended) = (HashMap::new(), HashMap::new());
        loop {
            let conflict = match self.rewrite_or_conflict(&value, &original) {
                Ok(bytes) => return Ok(Relocated { bytes, value, moved }),
                Err(conflict) => *conflict,
            };
            if matches!(conflict.cause, Cause::Other) || moved.len() > MAX_MOVED {
                return Err(conflict.error);
            }
            let (relocation, value_mut) = (relocation(shift)?, value.to_mut());
            let followed = match &conflict.cause {
                Cause::Other => None,
                Cause::Overlaps(all) => relocation.all(value_mut, all, &conflict, &mut repeated),
                Cause::Extends(of) => relocation.extend(value_mut, of, &conflict, &mut extended),
                Cause::Misplaced(of) => relocation.place(value_mut, of, &conflict, &mut misplaced),
            };
            match followed {
                Some(numbers) => moved.extend(numbers),
                None => return Err(relocation.advised(&value, conflict)),
            }
        }
    }

    /// The edit that moved bytes without an offset of their own; none if none moved.
    fn shifted(
        &self,
        value: &FileValue,
        original: &OnceCell<Described>,
    ) -> Result<Option<Shifted>> {
        if !self.executor.prepared.has_gaps || self.has_sections() || self.input.is_empty() {
            return Ok(None);
        }
        // An error is found again when the file is written.
        let found = self.executor.searched(self.input);
        let Ok((payloads, state)) = self.payloads(value, Some(&found)) else { return Ok(None) };
        let bytes: Vec<u8> = payloads.into_iter().flat_map(Writer::into_bytes).collect();
        let shift = self.described(original)?.shift(&bytes, self.input);
        Ok(shift.map(|shift| Shifted { shift, bytes, written: state.written }))
    }

    fn relocation<'r>(
        &'r self,
        (original, owned): (&'r OnceCell<Described>, &'r OnceCell<Owned<'r>>),
        edited: &'r [Vec<usize>],
        shift: Option<Shift>,
    ) -> Result<Relocation<'r, 'r>> {
        let original = self.described(original)?;
        let owned = owned.get_or_init(|| original.owned());
        let (executor, input) = (&self.executor, self.input);
        Ok(Relocation { executor, input, owned, edited, shift })
    }

    /// Writes an edited value of this file, with the values at offsets that overlap something.
    fn rewrite_or_conflict(
        &self,
        file: &FileValue,
        original: &OnceCell<Described>,
    ) -> Result<Vec<u8>, Box<Conflict>> {
        let composed = self.compose(file, original)?;
        if !composed.placed.is_empty() && composed.bytes != self.input {
            return self.check_undescribed(composed, self.described(original)?);
        }
        Ok(composed.bytes)
    }
}

/// An edit that moved bytes without an offset of their own.
#[derive(Debug)]
struct Shifted {
    shift: Shift,
    /// The new bytes without an offset of their own.
    bytes: Vec<u8>,
    /// The values at offsets.
    written: Vec<Written>,
}

impl Shifted {
    /// Whether a value of the original file is in bytes that moved: all that follow the edit, and the same ones between several
    /// changes.
    fn moves(&self, written: &Written) -> bool {
        let Shift { changed, end, by, .. } = self.shift;
        let is_between = written.offset >= changed && written.end() <= end;
        let moved = written.offset.checked_add_signed(by);
        let has = |offset| self.has(&written.bytes, offset);
        self.shift.moves(written) || is_between && moved.is_some_and(has) && !has(written.offset)
    }

    /// Whether the new bytes contain others at an offset.
    fn has(&self, bytes: &[u8], offset: u64) -> bool {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        self.bytes.get(start..).is_some_and(|rest| rest.starts_with(bytes))
    }
}

/// The way to move values.
pub(super) struct Relocation<'r, 'p> {
    pub(super) executor: &'r Executor<'p>,
    /// The original file.
    pub(super) input: &'r [u8],
    /// What the values of the original file had for themselves.
    pub(super) owned: &'r Owned<'r>,
    /// The positions of edited values.
    edited: &'r [Vec<usize>],
    /// The edit that moved bytes without an offset of their own.
    shift: Option<Shift>,
}

impl Relocation<'_, '_> {
    /// Moves all values of a conflict behind the end of the file. `known` has the positions of the values that followed others. None
    /// if a value must stay.
    fn all(
        &self,
        value: &mut FileValue,
        overlaps: &[Overlap],
        conflict: &Conflict,
        known: &mut HashSet<Box<[usize]>>,
    ) -> Option<Vec<Moved>> {
        if overlaps.len() > MAX_MOVED {
            return None;
        }
        let mut edited = Vec::new();
        let (mut movable, mut repeated, mut replaced) = (Vec::new(), Vec::new(), Vec::new());
        for overlap in overlaps {
            let written = &overlap.value;
            let is_new = self.is_new(value.record()?, written);
            if known.contains(&written.positions) || !is_new && self.is_repeated(overlap) {
                if self.is_lost(value.record()?, overlap) {
                    return None;
                }
                known.insert(written.positions.clone());
                repeated.push(written);
            } else if let Some(written) = self.replaced(overlap, &conflict.bytes) {
                replaced.push(written);
            } else {
                movable.push(self.movable(value.record()?, overlap)?);
            }
        }
        if movable.is_empty() && !replaced.is_empty() {
            let moved = self.write_through(value, &replaced, conflict)?;
            return (!moved.is_empty()).then_some(moved);
        }
        if !repeated.is_empty() {
            edited = self.repeat(value.record_mut()?, &repeated, &conflict.bytes)?;
        }
        let moved = movable.iter().map(|(moved, _)| &*moved.positions).collect();
        let end = conflict.end_without(&moved).max(self.input.len() as u64);
        edited.extend(self.relocate(value, movable, end)?);
        (!edited.is_empty()).then_some(edited)
    }

    /// Moves a value that takes all bytes behind the others, once; if it cannot move, it gets their bytes. `known` has the ends of the
    /// file for the values that moved or grew. None if nothing would be different.
    fn extend(
        &self,
        value: &mut FileValue,
        written: &Written,
        conflict: &Conflict,
        known: &mut HashMap<Box<[usize]>, usize>,
    ) -> Option<Vec<Moved>> {
        let last = known.insert(written.positions.clone(), conflict.bytes.len());
        match self.source(value.record()?, written).filter(|_| last.is_none()) {
            Some(source) => {
                let end = conflict.end_without(&HashSet::from([&*written.positions]));
                self.relocate(value, vec![(written, source)], end)
            }
            None => {
                let moved = self.write_through(value, &[], conflict)?;
                let has_grown = last.is_none_or(|last| last < conflict.bytes.len());
                (has_grown || !moved.is_empty()).then_some(moved)
            }
        }
    }

    /// The value that moves: one that takes all bytes, or else an edited one.
    fn movable<'o>(
        &self,
        record: &Value,
        Overlap { value, other }: &'o Overlap,
    ) -> Option<(&'o Written, Source)> {
        let other = other.as_ref().filter(|other| other.by.is_some());
        let mut last = other.into_iter().chain([value]).filter(|of| of.is_full);
        let last = last.find_map(|of| Some((of, self.source(record, of)?)));
        last.or_else(|| {
            let other = other.filter(|other| !other.is_in(self.input));
            let moved = other.filter(|_| value.is_in(self.input)).unwrap_or(value);
            Some((moved, self.source(record, moved)?))
        })
    }

    /// Whether an edit that moved bytes without an offset of their own changed those of an unedited value and others, or the value did
    /// not follow them although its offset comes from a number. A value at a fixed offset is what is there if nothing before it changed.
    fn is_lost(&self, record: &Value, Overlap { value, other }: &Overlap) -> bool {
        let is_sequence = other.as_ref().is_some_and(|other| other.by.is_none());
        let Some(shift) = self.shift.filter(|_| is_sequence) else { return false };
        let is_fixed = || self.source_of(record, value).is_none();
        let is_lost = match self.owned.has_offset(value) {
            true if value.end() <= shift.changed || shift.is_inside(value) => false,
            true => value.offset > shift.changed || !is_fixed(),
            false => !is_fixed(),
        };
        is_lost && !value.is_ahead(self.plan())
    }

    /// Adapts the offsets of unedited values in bytes that moved, where they are numbers that an edit can change. The innermost number
    /// changes; if it cannot, a base does, if all values that have the base move alike.
    fn follow(&self, record: &mut Value, shifted: &Shifted) -> Vec<Moved> {
        let (mut moving, mut bases) = (Vec::new(), HashMap::new());
        for written in shifted.written.iter().filter(|written| !written.is_ahead(self.plan())) {
            let sources = self.sources_of(record, written);
            let is_set = self.is_edited(&written.positions);
            let by = self.moved_by(shifted, written).filter(|_| !is_set);
            for source in sources.iter().skip(1) {
                let common = bases.entry(source.positions.clone()).or_insert(by);
                *common = common.filter(|_| *common == by);
            }
            moving.extend(by.map(|by| (sources, by)));
        }
        let cannot_move = |(sources, by): &&(Vec<Source>, i64)| {
            let after = |first: &Source| {
                let by = first.steps(*by).filter(|_| !self.is_set(&first.positions))?;
                added(record, first, by)
            };
            sources.first().is_some_and(|first| after(first).is_none())
        };
        let base = |(sources, by): &(Vec<Source>, i64)| {
            let mut bases =
                sources.iter().skip(1).filter(|of| bases.get(&of.positions) == Some(&Some(*by)));
            bases.next().map(|source| source.positions.clone())
        };
        let based: HashSet<Vec<usize>> =
            moving.iter().filter(cannot_move).filter_map(base).collect();
        let (mut numbers, mut all) = (HashSet::new(), Vec::new());
        for (sources, by) in moving {
            let base = sources.iter().find(|source| based.contains(&source.positions));
            let Some(source) = base.or(sources.first()) else { continue };
            all.extend(self.move_by(record, source, by, &mut numbers));
        }
        all
    }

    /// The number of bytes by which a value has to move to have its bytes. None if it has them, or if they are not those of one value
    /// that moved.
    fn moved_by(&self, shifted: &Shifted, written: &Written) -> Option<i64> {
        let by = shifted.shift.by;
        if self.owned.has_offset(written) {
            return (written.is_in(self.input) && shifted.moves(written)).then_some(by);
        }
        // Its offset has changed with other numbers.
        let is_elsewhere = !shifted.has(&written.bytes, written.offset);
        let offset = self.owned.only_offset(written).filter(|_| is_elsewhere)?;
        let old = Written { offset, ..written.clone() };
        let new = offset.checked_add_signed(by).filter(|_| shifted.moves(&old))?;
        shifted.has(&written.bytes, new).then(|| new.wrapping_sub(written.offset).cast_signed())
    }

    /// Adapts the number of an offset that moves by a number of bytes, if no other value changed it. None if it cannot.
    fn move_by(
        &self,
        record: &mut Value,
        source: &Source,
        bytes: i64,
        numbers: &mut HashSet<Vec<usize>>,
    ) -> Option<Moved> {
        let by = source.steps(bytes).filter(|_| !self.is_set(&source.positions))?;
        let is_next = numbers.insert(source.positions.clone());
        is_next.then(|| self.advance(record, source, by))?
    }

    /// Moves values behind `end`.
    pub(super) fn relocate(
        &self,
        value: &mut FileValue,
        moved: Vec<(&Written, Source)>,
        mut end: u64,
    ) -> Option<Vec<Moved>> {
        let (mut numbers, mut places) = (HashSet::new(), HashMap::new());
        let mut edited = Vec::new();
        for (written, source) in moved {
            // Values that share a number move together.
            if !numbers.insert(source.positions.clone()) {
                continue;
            }
            // Values that share their bytes still do.
            let bytes = (written.offset, written.bytes.as_slice());
            let shared = places.get(&bytes).copied();
            let distance = match shared.filter(|distance| distance % source.unit == 0) {
                Some(distance) => distance,
                None => {
                    let alignment = match written.offset {
                        0 => NEW_ALIGNMENT,
                        offset => alignment(offset),
                    };
                    let step = common_multiple(alignment, source.unit)?;
                    let least = end.checked_sub(written.offset)?;
                    let distance = least.checked_next_multiple_of(step)?;
                    let start = written.offset.checked_add(distance)?;
                    end = start.checked_add(written.bytes.len() as u64)?;
                    distance
                }
            };
            let by = i64::try_from(distance / source.unit).ok()?;
            edited.push(self.advance(value.record_mut()?, &source, by)?);
            places.insert(bytes, distance);
        }
        Some(edited)
    }

    /// Gives values that repeat bytes of others the new ones: what a reader finds in the file without them. None if only such values
    /// were edited.
    fn repeat(
        &self,
        record: &mut Value,
        repeated: &[&Written],
        bytes: &[u8],
    ) -> Option<Vec<Moved>> {
        if bytes == self.input {
            return None;
        }
        let mut file = File::with(self.executor, bytes).ok()?;
        let read = file.read().ok()?;
        self.check_resized(&file, &read, repeated)?;
        let all: HashSet<&[usize]> = repeated.iter().map(|written| &*written.positions).collect();
        // A value in another one follows with it.
        let is_inside = |positions: &[usize]| {
            (0..positions.len()).any(|len| positions.get(..len).is_some_and(|of| all.contains(of)))
        };
        let outer = repeated.iter().filter(|written| !is_inside(&written.positions));
        let follow = |written: &&Written| {
            let path = self.spelled(record, &written.positions)?;
            let after = read.record()?.part(&written.positions)?.clone();
            let slot = record.part_mut(&written.positions)?;
            let before = std::mem::replace(slot, after.clone());
            (before != after).then_some(Moved { path, before, after })
        };
        outer.map(follow).collect()
    }

    /// Checks that values with all bytes that an edit changed still have all of them, and no others. None if one does not.
    fn check_resized(&self, file: &File, read: &FileValue, repeated: &[&Written]) -> Option<()> {
        let Some(shift) = self.shift else { return Some(()) };
        let is_changed = |of: &&&Written| {
            self.owned.has_offset(of) && shift.is_inside(of) && !of.is_ahead(self.plan())
        };
        let changed: Vec<&&Written> = repeated.iter().filter(is_changed).collect();
        if changed.is_empty() {
            return Some(());
        }
        let (_, state) = file.payloads(read, Some(&self.executor.searched(file.input))).ok()?;
        let new: HashMap<&[usize], u64> =
            state.written.iter().map(|of| (&*of.positions, of.end())).collect();
        let has_all = |of: &&Written| {
            let end = self.input_end(of)?.checked_add_signed(shift.by);
            (end == new.get(&*of.positions).copied()).then_some(())
        };
        changed.into_iter().try_for_each(has_all)
    }

    /// The end of a value in the original file, by its offset.
    fn input_end(&self, written: &Written) -> Option<u64> {
        Some(written.offset + self.owned.len(written)? as u64)
    }

    /// Whether a value only repeats bytes of others: the bytes ahead, or an unedited one that did so in the original file. Values of
    /// the same bytes stay the same only if these are as many as before.
    fn is_repeated(&self, overlap: &Overlap) -> bool {
        let Overlap { value, other } = overlap;
        if value.is_ahead(self.plan()) {
            return !self.is_set(&value.positions);
        }
        let is_resized = other.as_ref().is_some_and(|other| self.owned.is_resized(other, value));
        !self.is_edited(&value.positions) && !is_resized && self.owned.is_repeated(overlap)
    }

    /// Whether the number that the offset of a value comes from was set to 0, so that it moves.
    fn is_new(&self, record: &Value, written: &Written) -> bool {
        self.source_of(record, written).is_some_and(|source| {
            self.is_set(&source.positions) && source.number(record) == Some(0)
        })
    }

    /// Whether exactly this value was set.
    pub(super) fn is_set(&self, positions: &[usize]) -> bool {
        self.edited.iter().any(|edited| edited == positions)
    }

    /// Whether a value was set, is in a value that was set, or contains one.
    pub(super) fn is_edited(&self, positions: &[usize]) -> bool {
        let is_edited =
            |edited: &Vec<usize>| edited.starts_with(positions) || positions.starts_with(edited);
        self.edited.iter().any(is_edited)
    }

    /// The number that the offset of a value comes from; none if there is none.
    pub(super) fn source_of(&self, record: &Value, written: &Written) -> Option<Source> {
        self.sources_of(record, written).into_iter().next()
    }

    /// The numbers that the offset of a value comes from, the innermost first.
    fn sources_of(&self, record: &Value, written: &Written) -> Vec<Source> {
        let (Some((_, positions)), Some(by)) = (written.positions.split_last(), written.by) else {
            return Vec::new();
        };
        let path = Path { plan: self.plan(), record, positions, elements: positions };
        path.sources(by, 0)
    }

    /// The number that the offset of a value comes from; none if there is none, or if the value must stay.
    fn source(&self, record: &Value, written: &Written) -> Option<Source> {
        let source = self.source_of(record, written)?;
        // The number 0, or the offset 0, is that of a new value.
        let is_new = source.number(record) == Some(0);
        if self.is_set(&source.positions) && !is_new {
            return None;
        }
        let can_move = written.offset == 0 || self.owned.free.contains(&written.offset) || is_new;
        can_move.then_some(source)
    }

    pub(super) fn plan(&self) -> &Plan {
        self.executor.plan()
    }

    /// Adds to a number.
    pub(super) fn advance(&self, record: &mut Value, source: &Source, by: i64) -> Option<Moved> {
        let path = self.spelled(record, &source.positions)?;
        let after = added(record, source, by)?;
        let slot = record.part_mut(&source.positions)?.bare_mut();
        let before = std::mem::replace(slot, after.clone());
        Some(Moved { path, before, after })
    }

    /// The path to a value as listings spell it.
    pub(super) fn spelled(&self, record: &Value, positions: &[usize]) -> Option<String> {
        path_to(self.plan(), record, positions)
    }

    /// The error of values that stay where they are, with what an edit can do.
    fn advised(&self, value: &FileValue, conflict: Conflict) -> Error {
        let ErrorKind::Plan(PlanFault::Overlap { offset, len, value: of, other, .. }) =
            conflict.error.kind().clone()
        else {
            return conflict.error;
        };
        let stays = match &conflict.cause {
            Cause::Overlaps(overlaps) => overlaps.first().map(|overlap| &overlap.value),
            Cause::Extends(written) => Some(&**written),
            Cause::Other | Cause::Misplaced(_) => None,
        };
        let source = stays.and_then(|written| self.source_of(value.record()?, written));
        let movable = Some(source.is_some());
        let fault = PlanFault::Overlap { offset, len, value: of, other, movable };
        Error::new(ErrorKind::Plan(fault))
    }
}

/// A number with another one added.
fn added(record: &Value, source: &Source, by: i64) -> Option<Value> {
    match *record.part(&source.positions)?.bare() {
        Value::Unsigned(number) => number.checked_add_signed(by).map(Value::Unsigned),
        Value::Signed(number) => number.checked_add(by).map(Value::Signed),
        _ => None,
    }
}

/// The least common multiple of two numbers, of which one is a power of two.
fn common_multiple(power: u64, number: u64) -> Option<u64> {
    let shared = number.trailing_zeros().min(power.trailing_zeros());
    number.checked_mul(power >> shared)
}
