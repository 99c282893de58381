//! Values at offsets in a file that is written, and the bytes that no field describes.

use super::{File, FileValue};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::execution_state::Written;
use crate::wire::Writer;
use bytespec_plan::{ExprId, ItemId, Plan};
use std::collections::HashSet;
use std::ops::Range;
use std::ptr;

/// The largest alignment that an offset shows, in bytes.
const MAX_ALIGNMENT: u64 = 4096;

/// The bytes of filler before a value behind the end of the original file are fewer than this, or than its alignment.
const MAX_FILLER: u64 = 64;

/// The largest power of two that divides an offset, up to [`MAX_ALIGNMENT`].
pub(super) fn alignment(offset: u64) -> u64 {
    (1 << offset.trailing_zeros().min(63)).min(MAX_ALIGNMENT)
}

/// Why values cannot be written at their offsets.
#[derive(Debug)]
pub(super) struct Conflict {
    /// The first error.
    pub(super) error: Error,
    /// The values that other offsets would help; none for other errors.
    pub(super) displaced: Vec<Displaced>,
    /// The end of the original file, and of all other values.
    pub(super) end: u64,
}

/// A value that cannot be written at its offset.
#[derive(Clone, Debug)]
pub(super) struct Displaced {
    /// The offset.
    pub(super) offset: u64,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// The expression of its offset.
    pub(super) by: ExprId,
    /// The position of each value around it in the one around that, and of the value itself, outermost first.
    pub(super) positions: Box<[usize]>,
}

impl From<Error> for Box<Conflict> {
    fn from(error: Error) -> Self {
        Box::new(Conflict { error, displaced: Vec::new(), end: 0 })
    }
}

impl Conflict {
    /// An error that other offsets of some of the written values would avoid.
    fn new((error, moved): (Error, &[&Written]), written: &[Written], before: &[u8]) -> Box<Self> {
        let all: HashSet<*const Written> =
            moved.iter().map(|moved| ptr::from_ref(*moved)).collect();
        let stays = |written: &&Written| !all.contains(&ptr::from_ref(*written));
        let end = written.iter().filter(stays).map(Written::end).max().unwrap_or(0);
        let displaced = moved.iter().filter_map(|written| written.displaced()).collect();
        Box::new(Conflict { error, displaced, end: end.max(before.len() as u64) })
    }
}

impl Written {
    fn displaced(&self) -> Option<Displaced> {
        let (bytes, positions) = (self.bytes.clone(), self.positions.clone());
        Some(Displaced { offset: self.offset, bytes, by: self.by?, positions })
    }

    /// Whether a file has the same bytes at its offset.
    fn is_in(&self, file: &[u8]) -> bool {
        let start = usize::try_from(self.offset).unwrap_or(usize::MAX);
        file.get(start..).is_some_and(|rest| rest.starts_with(&self.bytes))
    }
}

/// The bytes of a file that fields describe.
#[derive(Debug)]
pub(super) struct Described {
    /// The number of bytes at the start of the file, without offsets of their own.
    pub(super) in_sequence: u64,
    /// The offset and the number of bytes of each value at an offset.
    pub(super) placed: Vec<(u64, u64)>,
}

impl Described {
    /// The offsets at which values begin whose bytes are not a part of anything else.
    pub(super) fn alone(&self) -> HashSet<u64> {
        let mut placed = self.placed.clone();
        placed.sort_unstable();
        let mut end = self.in_sequence;
        let same_offset = placed.chunk_by(|(a, _), (b, _)| a == b);
        let alone = same_offset.filter_map(|values| {
            let (&(offset, least), &(_, most)) = (values.first()?, values.last()?);
            let is_alone = offset >= end && least == most;
            end = end.max(offset.saturating_add(most));
            is_alone.then_some(offset)
        });
        alone.collect()
    }
}

impl File<'_, '_> {
    /// Writes an edited value of this file, with the values at offsets that overlap something.
    pub(super) fn rewrite_or_conflict(&self, file: &FileValue) -> Result<Vec<u8>, Box<Conflict>> {
        let bytes = self.write_or_conflict(file)?;
        if self.executor.prepared.has_places && !bytes.starts_with(self.input) {
            self.check_undescribed(file, &bytes)?;
        }
        Ok(bytes)
    }

    /// Refuses bytes that differ from those of the file where no field describes them.
    fn check_undescribed(&self, file: &FileValue, bytes: &[u8]) -> Result<(), Box<Conflict>> {
        let lost = self.undescribed()?.into_iter().filter_map(|gap| {
            let before = self.input.get(gap.clone()).unwrap_or_default();
            let mut pairs = before.iter().zip(bytes.get(gap.start..).unwrap_or_default());
            let at = pairs.position(|(a, b)| a != b && *a != self.shape.pad)?;
            Some((gap.start + at, gap.end))
        });
        let lost: Vec<(usize, usize)> = lost.collect();
        let Some(&(start, end)) = lost.first() else { return Ok(()) };
        let (offset, len) = (start as u64, (end - start) as u64);
        let error = Error::new(ErrorKind::Plan(PlanFault::Undescribed { offset, len }));
        let (payloads, mut state) = self.payloads(file)?;
        let bytes = payloads.into_iter().flat_map(Writer::into_bytes).collect();
        state.written.push(Written { bytes, ..Written::default() });
        let covers = |written: &&Written| lost.iter().any(|(at, _)| written.has(*at as u64));
        let moved: Vec<&Written> = state.written.iter().filter(covers).collect();
        Err(Conflict::new((error, &moved), &state.written, self.input))
    }

    /// The byte ranges of the file that no field describes: those between values at offsets, and after the last one. None for a
    /// file with sections.
    ///
    /// # Errors
    /// The first error in the file.
    pub fn undescribed(&self) -> Result<Vec<Range<usize>>> {
        if !self.executor.prepared.has_places || self.has_sections() {
            return Ok(Vec::new());
        }
        let Described { in_sequence, placed } = self.described()?;
        let mut spans = placed;
        spans.extend([(0, in_sequence), (self.input.len() as u64, 0)]);
        spans.sort_unstable();
        let (mut gaps, mut end) = (Vec::new(), 0);
        for (offset, len) in spans {
            let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
            if end < place(offset) {
                gaps.push(end..place(offset));
            }
            end = end.max(place(offset.saturating_add(len)));
        }
        Ok(gaps)
    }

    /// The bytes of the file that fields describe.
    pub(super) fn described(&self) -> Result<Described> {
        if self.input.is_empty() {
            return Ok(Described { in_sequence: 0, placed: Vec::new() });
        }
        let mut file = File::with(&self.executor, self.input)?;
        let value = file.read()?;
        let (payloads, state) = file.payloads(&value)?;
        let written = state.written.iter();
        let placed = written.map(|written| (written.offset, written.bytes.len() as u64)).collect();
        let in_sequence = payloads.iter().map(|payload| payload.len() as u64).sum();
        Ok(Described { in_sequence, placed })
    }
}

/// Combines sequential bytes with values at offsets. The bytes between them come from the file that was read.
///
/// # Errors
/// Two values with different bytes at the same offset.
pub(super) fn with_placed(
    (plan, pad): (&Plan, u8),
    mut placed: Vec<Written>,
    before: &[u8],
) -> Result<Vec<u8>, Box<Conflict>> {
    placed.sort_by_key(|written| (written.offset, std::cmp::Reverse(written.bytes.len())));
    let mut file: Vec<u8> = Vec::new();
    // Values that take all remaining bytes.
    let mut full = Vec::new();
    let (mut done, mut moved, mut error) = (Vec::new(), Vec::new(), None);
    for written in &placed {
        let Written { offset, bytes, is_full, .. } = written;
        let start = usize::try_from(*offset).unwrap_or(usize::MAX);
        if start > file.len() {
            // Only an edit can move a value behind the end of the original file.
            let known = before.len().clamp(file.len(), start);
            file.extend_from_slice(before.get(file.len()..known).unwrap_or_default());
            if (start - file.len()) as u64 >= alignment(*offset).max(MAX_FILLER) {
                let (limit, max) = ("offset", before.len() as u64);
                return Err(Error::new(ErrorKind::Limit { limit, found: *offset, max }).into());
            }
            file.resize(start, pad);
        }
        let known = file.get(start..).unwrap_or_default();
        let (shared, new) = bytes.split_at(known.len().min(bytes.len()));
        if let Some(differs) = shared.iter().zip(known).position(|(a, b)| a != b) {
            let has = |other: &&&Written| other.has(offset.wrapping_add(differs as u64));
            let other = done.iter().rfind(has).copied();
            error.get_or_insert_with(|| overlap(plan, written, other));
            // An edited value gives way to one that was not edited.
            let gives_way = |other: &&Written| other.by.is_some() && !other.is_in(before);
            let edited = other.filter(gives_way).filter(|_| written.is_in(before));
            moved.push(edited.unwrap_or(written));
            continue;
        }
        file.extend_from_slice(new);
        done.push(written);
        if *is_full {
            full.push(written);
        }
    }
    let end = file.len() as u64;
    if let Some(error) = error {
        return Err(Conflict::new((error, &moved), &placed, before));
    }
    if let Some(written) = full.iter().find(|written| written.end() != end) {
        let other = placed.iter().find(|other| other.end() == end);
        return Err(overlap(plan, written, other).into());
    }
    if !full.is_empty() {
        return Ok(file);
    }
    file.extend_from_slice(before.get(file.len()..).unwrap_or_default());
    Ok(file)
}

/// The fault of a value whose bytes differ from those of another one at the same offset.
#[cold]
fn overlap(plan: &Plan, written: &Written, other: Option<&Written>) -> Error {
    let name = |(item, step): (ItemId, usize)| {
        let item_name = plan.items.get(item.index()).map_or("?", |item| plan.name(item.name));
        let step = plan.steps_of(item).get(step);
        format!("{item_name}.{}", step.map_or("?", |step| plan.name(step.name)))
    };
    let [value, other] = [Some(written), other].map(|of| of.and_then(|of| of.step).map(name));
    let (offset, len) = (written.offset, written.bytes.len() as u64);
    Error::new(ErrorKind::Plan(PlanFault::Overlap { offset, len, value, other }))
}
