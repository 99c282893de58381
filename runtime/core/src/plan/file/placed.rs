//! Values at offsets in a file that is written, and the bytes that no field describes.

use super::File;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::Value;
use crate::plan::execution_state::Written;
use crate::wire::Writer;
use bytespec_plan::{Expr, ItemId, Plan};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::Range;

/// The largest alignment that an offset shows, in bytes.
const MAX_ALIGNMENT: u64 = 4096;

/// The bytes of filler before a value behind the end of the original file are fewer than this, or than its alignment.
const MAX_FILLER: u64 = 64;

/// The largest power of two that divides an offset, up to [`MAX_ALIGNMENT`].
pub(super) fn alignment(offset: u64) -> u64 {
    (1 << offset.trailing_zeros().min(63)).min(MAX_ALIGNMENT)
}

/// A file that was composed of values at offsets.
#[derive(Debug)]
pub(super) struct Composed {
    pub(super) bytes: Vec<u8>,
    /// The values, with the bytes without an offset of their own; none for a format without values at offsets.
    pub(super) placed: Vec<Written>,
}

/// Why values cannot be written at their offsets.
#[derive(Debug)]
pub(super) struct Conflict {
    /// The first error.
    pub(super) error: Error,
    /// The values that other offsets would help; none for other errors.
    pub(super) overlaps: Vec<Overlap>,
    /// All values, and the bytes without an offset of their own.
    pub(super) written: Vec<Written>,
    /// The file without these values, as far as it is known.
    pub(super) bytes: Vec<u8>,
}

/// A value that cannot be written at its offset.
#[derive(Clone, Debug)]
pub(super) struct Overlap {
    /// The value.
    pub(super) value: Written,
    /// The value with other bytes there; none for bytes that no field describes.
    pub(super) other: Option<Written>,
}

impl From<Error> for Box<Conflict> {
    fn from(error: Error) -> Self {
        let (overlaps, written, bytes) = (Vec::new(), Vec::new(), Vec::new());
        Box::new(Conflict { error, overlaps, written, bytes })
    }
}

impl Conflict {
    /// An error that other offsets of some of the written values would avoid. `bytes` is the file without them.
    fn new(
        (error, overlaps): (Error, Vec<Overlap>),
        written: &[Written],
        bytes: Vec<u8>,
    ) -> Box<Self> {
        Box::new(Conflict { error, overlaps, written: written.to_vec(), bytes })
    }

    /// The end of all values except those at some positions.
    pub(super) fn end_without(&self, moved: &HashSet<&[usize]>) -> u64 {
        let stays = self.written.iter().filter(|written| !moved.contains(&*written.positions));
        stays.map(Written::end).max().unwrap_or(0)
    }

    /// What an edit did to the bytes without an offset of their own, if there are more or fewer of them.
    pub(super) fn shift(&self, original: &Described, input: &[u8]) -> Option<Shift> {
        let sequence = self.written.iter().find(|written| written.by.is_none())?;
        let (new, old) = (&sequence.bytes, input.get(..original.in_sequence)?);
        let same = |(a, b): &(&u8, &u8)| a == b;
        let prefix = old.iter().zip(new).take_while(same).count();
        let left = old.len().min(new.len()) - prefix;
        let suffix = old.iter().rev().zip(new.iter().rev()).take(left).take_while(same).count();
        let by = new.len() as i64 - old.len() as i64;
        let (changed, moved) = (prefix as u64, (old.len() - suffix) as u64);
        (by != 0).then_some(Shift { changed, moved, end: old.len() as u64, by })
    }
}

impl Written {
    /// Whether a file has the same bytes at its offset.
    pub(super) fn is_in(&self, file: &[u8]) -> bool {
        let start = usize::try_from(self.offset).unwrap_or(usize::MAX);
        file.get(start..).is_some_and(|rest| rest.starts_with(&self.bytes))
    }

    /// Whether it repeats bytes of the next field.
    pub(super) fn is_ahead(&self, plan: &Plan) -> bool {
        self.by.is_some_and(|by| plan.exprs.get(by.index()) == Some(&Expr::Position))
    }

    /// Its range in a file.
    pub(super) fn span(&self) -> Range<usize> {
        let start = usize::try_from(self.offset).unwrap_or(usize::MAX);
        start..start.saturating_add(self.bytes.len())
    }
}

/// The bytes of a file that fields describe.
#[derive(Debug, Default)]
pub(super) struct Described {
    /// The number of bytes at the start of the file, without offsets of their own.
    pub(super) in_sequence: usize,
    /// The values at offsets, in order.
    placed: Vec<Written>,
    /// The number of bytes of the file.
    len: usize,
}

impl Described {
    /// Which values at offsets had their bytes for themselves.
    pub(super) fn owned<'d>(&'d self) -> Owned<'d> {
        let place = |value: &Written| ((value.step, value.offset), value.bytes.len());
        let places = self.placed.iter().map(place).collect();
        let mut owned = Owned { places, ..Owned::default() };
        let mut rest = self.placed.as_slice();
        let mut end = self.in_sequence;
        while let [first, ..] = rest {
            // Values that overlap each other.
            let (start, mut cluster) = (end, 0);
            end = end.max(first.span().start);
            for next in rest {
                if cluster > 0 && next.span().start >= end {
                    break;
                }
                (end, cluster) = (end.max(next.span().end), cluster + 1);
            }
            let (values, others) = rest.split_at(cluster);
            let in_sequence = (first.span().start < start).then_some(None);
            let steps: HashSet<Step> =
                values.iter().map(|value| value.step).chain(in_sequence).collect();
            if steps.len() == 1 {
                owned.free.extend(values.iter().map(|value| value.offset));
            }
            if values.len() > 1 || in_sequence.is_some() {
                let pairs =
                    values.iter().flat_map(|value| steps.iter().map(|other| (value.step, *other)));
                owned.overlaps.extend(pairs);
                let repeats = |value: &'d Written| {
                    steps.iter().map(|other| (value.step, value.bytes.as_slice(), *other))
                };
                owned.repeated.extend(values.iter().flat_map(repeats));
            }
            rest = others;
        }
        owned
    }

    /// The byte ranges that no field describes.
    fn gaps(&self) -> Vec<Range<usize>> {
        gaps(iter::once(0..self.in_sequence).chain(self.placed.iter().map(Written::span)), self.len)
    }
}

/// What values at offsets had for themselves in a file.
#[derive(Debug, Default)]
pub(super) struct Owned<'d> {
    /// The offsets of values whose bytes are not a part of anything else, except of values of the same step.
    pub(super) free: HashSet<u64>,
    /// The number of bytes of each value, by its step and its offset.
    places: HashMap<(Step, u64), usize>,
    /// The steps of each two values that overlap.
    overlaps: HashSet<(Step, Step)>,
    /// The step and the bytes of each other value, and the step of one that overlaps it.
    repeated: HashSet<(Step, &'d [u8], Step)>,
}

/// An item, and its step by position; none for what is at no offset of its own.
type Step = Option<(ItemId, usize)>;

impl Owned<'_> {
    /// Whether a value of the file with this offset belongs to the same step.
    pub(super) fn has_offset(&self, value: &Written) -> bool {
        self.places.contains_key(&(value.step, value.offset))
    }

    /// Whether a value of the file with this offset belongs to the same step, and has at least as many bytes.
    pub(super) fn has_place(&self, value: &Written) -> bool {
        let len = self.places.get(&(value.step, value.offset));
        len.is_some_and(|len| value.bytes.len() <= *len)
    }

    /// Whether values of two steps overlapped, which are not the same.
    pub(super) fn has_overlapped(&self, value: &Written, other: &Written) -> bool {
        value.step != other.step && self.overlaps.contains(&(value.step, other.step))
    }

    /// Whether a value is one of the file that overlapped the other one.
    pub(super) fn is_repeated(&self, Overlap { value, other }: &Overlap) -> bool {
        let Some(other) = other else { return false };
        self.repeated.contains(&(value.step, value.bytes.as_slice(), other.step))
    }
}

/// An edit that made bytes without an offset of their own move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    /// The offset in the original file at which the bytes begin to differ.
    pub(super) changed: u64,
    /// The offset in the original file of the first byte that moves.
    moved: u64,
    /// The end of the bytes that move.
    end: u64,
    /// The number of bytes by which they move.
    pub(super) by: i64,
}

impl Shift {
    /// Whether a value of the original file is in bytes that move.
    pub(super) fn moves(&self, written: &Written) -> bool {
        written.offset >= self.moved && written.end() <= self.end
    }
}

/// The ranges between ranges, which are in order, up to an end.
fn gaps(spans: impl Iterator<Item = Range<usize>>, len: usize) -> Vec<Range<usize>> {
    let (mut gaps, mut end) = (Vec::new(), 0);
    for span in spans.chain(iter::once(len..len)) {
        if end < span.start {
            gaps.push(end..span.start);
        }
        end = end.max(span.end);
    }
    gaps
}

impl Composed {
    /// Whether bytes of the original file follow all values.
    pub(super) fn has_rest(&self) -> bool {
        let len = self.bytes.len() as u64;
        self.placed.iter().all(|written| written.end() < len)
    }

    /// Removes bytes of the original file that were those of values, and are so no longer: those at the end, and others become
    /// filler.
    pub(super) fn drop_unused(&mut self, original: &Described, pad: u8) {
        let mut spans: Vec<Range<usize>> = self.placed.iter().map(Written::span).collect();
        spans.sort_unstable_by_key(|span| (span.start, span.end));
        let undescribed = original.gaps();
        let end = spans.iter().map(|span| span.end).max().unwrap_or(0);
        let last = undescribed.last().map_or(0, |gap| gap.end);
        self.bytes.truncate(end.max(last));
        let is_undescribed = |at: usize| {
            let next = undescribed.partition_point(|gap| gap.end <= at);
            undescribed.get(next).is_some_and(|gap| gap.contains(&at))
        };
        for unused in gaps(spans.into_iter(), self.bytes.len()) {
            for at in unused.filter(|at| *at < original.len && !is_undescribed(*at)) {
                if let Some(byte) = self.bytes.get_mut(at) {
                    *byte = pad;
                }
            }
        }
    }
}

impl File<'_, '_> {
    /// Refuses bytes that differ from those of the file where no field describes them.
    pub(super) fn check_undescribed(
        &self,
        composed: &Composed,
        original: &Described,
    ) -> Result<(), Box<Conflict>> {
        let lost = original.gaps().into_iter().filter_map(|gap| {
            let before = self.input.get(gap.clone()).unwrap_or_default();
            let mut pairs = before.iter().zip(composed.bytes.get(gap.start..).unwrap_or_default());
            let at = pairs.position(|(a, b)| a != b && *a != self.shape.pad)?;
            Some((gap.start + at, gap.end))
        });
        let lost: Vec<(usize, usize)> = lost.collect();
        let Some(&(start, end)) = lost.first() else { return Ok(()) };
        let (offset, len) = (start as u64, (end - start) as u64);
        let error = Error::new(ErrorKind::Plan(PlanFault::Undescribed { offset, len }));
        let covers = |written: &&Written| {
            written.by.is_some() && lost.iter().any(|(at, _)| written.has(*at as u64))
        };
        let moved = composed.placed.iter().filter(covers);
        let moved = moved.map(|value| Overlap { value: value.clone(), other: None }).collect();
        Err(Conflict::new((error, moved), &composed.placed, Vec::new()))
    }

    /// The byte ranges of the file that no field describes: those between values at offsets, and after the last one. None for a
    /// file with sections.
    ///
    /// # Errors
    /// The first error in the file.
    pub fn undescribed(&self) -> Result<Vec<Range<usize>>> {
        if !self.executor.prepared.has_gaps || self.has_sections() {
            return Ok(Vec::new());
        }
        Ok(self.described(&OnceCell::new())?.gaps())
    }

    /// The bytes of the file that fields describe. `known` keeps them.
    pub(super) fn described<'k>(&self, known: &'k OnceCell<Described>) -> Result<&'k Described> {
        if let Some(described) = known.get() {
            return Ok(described);
        }
        let mut described = Described::default();
        if !self.input.is_empty() {
            let mut file = File::with(&self.executor, self.input)?;
            let value = file.read()?;
            let found = self.executor.searched(self.input);
            let (payloads, state) = file.payloads(&value, &found)?;
            described.len = self.input.len();
            described.in_sequence = payloads.iter().map(Writer::len).sum();
            described.placed = state.written;
            described.placed.sort_by_key(|written| (written.offset, written.end()));
        }
        Ok(known.get_or_init(|| described))
    }
}

/// Combines sequential bytes with values at offsets. The bytes between them come from the file that was read.
///
/// # Errors
/// Two values with different bytes at the same offset.
pub(super) fn with_placed(
    (plan, pad, record): (&Plan, u8, Option<&Value>),
    (sequence, mut placed): (Written, Vec<Written>),
    before: &[u8],
) -> Result<Composed, Box<Conflict>> {
    placed.push(sequence);
    placed.sort_by_key(|written| (written.offset, std::cmp::Reverse(written.bytes.len())));
    let mut file: Vec<u8> = Vec::new();
    // Values that take all remaining bytes.
    let mut full = Vec::new();
    let (mut done, mut overlaps, mut error) = (Vec::<&Written>::new(), Vec::new(), None);
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
            error.get_or_insert_with(|| overlap((plan, record), written, other));
            overlaps.push(Overlap { value: written.clone(), other: other.cloned() });
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
        return Err(Conflict::new((error, overlaps), &placed, file));
    }
    if let Some(written) = full.iter().find(|written| written.end() != end) {
        let other = placed.iter().find(|other| other.end() == end);
        return Err(overlap((plan, record), written, other).into());
    }
    if full.is_empty() {
        file.extend_from_slice(before.get(file.len()..).unwrap_or_default());
    }
    Ok(Composed { bytes: file, placed })
}

/// The fault of a value whose bytes differ from those of another one at the same offset.
#[cold]
fn overlap(
    (plan, record): (&Plan, Option<&Value>),
    written: &Written,
    other: Option<&Written>,
) -> Error {
    let name = |(item, step): (ItemId, usize)| {
        let item_name = plan.items.get(item.index()).map_or("?", |item| plan.name(item.name));
        let step = plan.steps_of(item).get(step);
        format!("{item_name}.{}", step.map_or("?", |step| plan.name(step.name)))
    };
    let named = |of: &Written| {
        let step = of.step?;
        path_to(plan, record?, &of.positions).or_else(|| Some(name(step)))
    };
    let [value, other] = [Some(written), other].map(|of| of.and_then(named));
    let (offset, len) = (written.offset, written.bytes.len() as u64);
    let movable = None;
    Error::new(ErrorKind::Plan(PlanFault::Overlap { offset, len, value, other, movable }))
}

/// The path to a value in the record of a file, as listings spell it.
pub(super) fn path_to(plan: &Plan, record: &Value, positions: &[usize]) -> Option<String> {
    let (mut value, mut path) = (record, String::new());
    if let Value::Item(item, _) = record.bare() {
        path.push_str(plan.name(plan.items.get(item.index())?.name));
    }
    for at in positions {
        value = match value.bare() {
            Value::Item(item, parts) => {
                let step = plan.steps_of(*item).get(*at)?;
                path.push('.');
                path.push_str(plan.name(step.name));
                parts.get(*at)?
            }
            Value::List(elements) => {
                path.push_str(&format!("[{at}]"));
                elements.get(*at)?
            }
            _ => return None,
        };
    }
    Some(path)
}
