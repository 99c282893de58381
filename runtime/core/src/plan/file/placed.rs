//! Values at offsets in a file that is written, and the bytes that no field describes.

use super::File;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::Value;
use crate::plan::execution_state::{Filler, Misplaced, Written};
use crate::wire::Writer;
use bytespec_plan::{ItemId, Plan};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::Range;

/// The largest alignment that an offset shows, in bytes.
const MAX_ALIGNMENT: u64 = 4096;

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
    /// The filler that no value replaced, in order.
    pub(super) filler: Vec<Replaceable>,
}

/// Filler in a file that is written, which values at offsets can replace.
#[derive(Clone, Debug)]
pub(super) struct Replaceable {
    pub(super) span: Range<usize>,
    /// The range of the filler that it is a part of.
    pub(super) whole: Range<usize>,
    /// It is at one of the ends of the filler, and the original file has the same bytes there.
    pub(super) is_old: bool,
}

/// Why values cannot be written at their offsets.
#[derive(Debug)]
pub(super) struct Conflict {
    /// The first error.
    pub(super) error: Error,
    pub(super) cause: Cause,
    /// All values, and the bytes without an offset of their own.
    pub(super) written: Vec<Written>,
    /// The file without these values, as far as it is known.
    pub(super) bytes: Vec<u8>,
}

/// What causes a conflict, and with it what resolves it.
#[derive(Debug)]
pub(super) enum Cause {
    /// Anything else: nothing resolves it.
    Other,
    /// Values that other offsets would help.
    Overlaps(Vec<Overlap>),
    /// A value that takes all bytes up to the end lacks some that others have.
    Extends(Box<Written>),
    /// Values that do not meet their conditions, which other offsets would help.
    Misplaced(Vec<Misplaced>),
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
        Conflict::new((error, Vec::new()), Vec::new(), Vec::new())
    }
}

impl Conflict {
    /// An error that other offsets of some of the written values would avoid. `bytes` is the file without them.
    pub(super) fn new(
        (error, overlaps): (Error, Vec<Overlap>),
        written: Vec<Written>,
        bytes: Vec<u8>,
    ) -> Box<Self> {
        let cause = match overlaps.is_empty() {
            true => Cause::Other,
            false => Cause::Overlaps(overlaps),
        };
        Box::new(Conflict { error, cause, written, bytes })
    }

    /// The error of values that do not meet their conditions, with all values.
    pub(super) fn misplaced(
        (error, mut misplaced): (Error, Vec<Misplaced>),
        mut written: Vec<Written>,
        sequence: Written,
    ) -> Box<Self> {
        let mut seen = HashSet::new();
        misplaced.retain(|of| seen.insert(of.value.positions.clone()));
        let known: HashMap<&[usize], &Written> =
            written.iter().map(|value| (&*value.positions, value)).collect();
        for of in &mut misplaced {
            if let Some(value) = known.get(&*of.value.positions) {
                of.value = (*value).clone();
            }
        }
        written.push(sequence);
        let (cause, bytes) = (Cause::Misplaced(misplaced), Vec::new());
        Box::new(Conflict { error, cause, written, bytes })
    }

    /// The end of all values except those at some positions.
    pub(super) fn end_without(&self, moved: &HashSet<&[usize]>) -> u64 {
        let stays = self.written.iter().filter(|written| !moved.contains(&*written.positions));
        stays.map(Written::end).max().unwrap_or(0)
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
        self.by.is_some_and(|by| plan.is_position(by))
    }

    /// Its range in a file.
    pub(super) fn span(&self) -> Range<usize> {
        let start = usize::try_from(self.offset).unwrap_or(usize::MAX);
        start..start.saturating_add(self.bytes.len())
    }

    /// The ranges of its filler in a file, in order.
    pub(super) fn filler_spans(&self) -> impl Iterator<Item = Range<usize>> {
        let start = self.span().start;
        self.filler.iter().map(move |Filler { span, .. }| start + span.start..start + span.end)
    }

    /// The ranges in a file that it describes: all but its filler.
    pub(super) fn described(&self) -> impl Iterator<Item = Range<usize>> {
        let span = self.span();
        without(span.clone(), self.filler_spans().chain(iter::once(span.end..span.end)))
    }
}

/// A range without ranges in it, which are in order, up to the last one.
pub(super) fn without(
    span: Range<usize>,
    others: impl Iterator<Item = Range<usize>>,
) -> impl Iterator<Item = Range<usize>> {
    let mut start = span.start;
    others.filter_map(move |other| {
        let part = start..other.start;
        start = start.max(other.end);
        (!part.is_empty()).then_some(part)
    })
}

/// The one with a position, of some that are in order and do not overlap.
pub(super) fn find<T>(all: &[T], span: impl Fn(&T) -> &Range<usize>, at: usize) -> Option<&T> {
    let next = all.partition_point(|of| span(of).end <= at);
    all.get(next).filter(|of| span(of).contains(&at))
}

/// Whether one of some ranges, which are in order and do not overlap, has a position.
fn contains(ranges: &[Range<usize>], at: usize) -> bool {
    find(ranges, |range| range, at).is_some()
}

/// The bytes of a file that fields describe.
#[derive(Debug, Default)]
pub(super) struct Described {
    /// The number of bytes at the start of the file, without offsets of their own.
    pub(super) in_sequence: usize,
    /// The values at offsets, in order.
    placed: Vec<Written>,
    /// What values describe, in order of the start: the value by position in `placed`, or none for what is at no offset of its own.
    parts: Vec<(Range<usize>, Option<usize>)>,
    /// The filler that values at offsets can replace, in order and without overlaps.
    filler: Vec<Range<usize>>,
    /// The byte ranges that no value describes, in order.
    gaps: Vec<Range<usize>>,
    /// Those that are not filler of a value, either.
    outside: Vec<Range<usize>>,
    /// The number of bytes of the file.
    len: usize,
}

impl Described {
    /// `placed` are the values of a file, with the bytes without an offset of their own.
    fn new(len: usize, sequence: &Written, mut placed: Vec<Written>) -> Self {
        placed.sort_by_key(|written| (written.offset, written.end()));
        let of = |(at, written): (usize, &Written)| {
            written.described().map(|part| (part, Some(at))).collect::<Vec<_>>()
        };
        let mut parts: Vec<_> = placed.iter().enumerate().flat_map(of).collect();
        parts.extend(sequence.described().map(|part| (part, None)));
        parts.sort_by_key(|(part, _)| (part.start, part.end));
        let mut all: Vec<_> =
            placed.iter().chain([sequence]).flat_map(Written::filler_spans).collect();
        all.sort_unstable_by_key(|span| (span.start, span.end));
        let mut filler: Vec<Range<usize>> = Vec::new();
        for span in all {
            match filler.last_mut().filter(|last| span.start <= last.end) {
                Some(last) => last.end = last.end.max(span.end),
                None => filler.push(span),
            }
        }
        let spans = parts.iter().map(|(part, _)| part.clone());
        let mut all: Vec<_> = spans.clone().chain(filler.iter().cloned()).collect();
        all.sort_unstable_by_key(|span| (span.start, span.end));
        let (gaps, outside) = (gaps(spans, len), gaps(all.into_iter(), len));
        Described { in_sequence: sequence.bytes.len(), placed, parts, filler, gaps, outside, len }
    }

    /// What an edit did to the bytes without an offset of their own, if there are more or fewer of them. `new` are these bytes.
    pub(super) fn shift(&self, new: &[u8], input: &[u8]) -> Option<Shift> {
        let old = input.get(..self.in_sequence)?;
        let same = |(a, b): &(&u8, &u8)| a == b;
        let prefix = old.iter().zip(new).take_while(same).count();
        let left = old.len().min(new.len()) - prefix;
        let suffix = old.iter().rev().zip(new.iter().rev()).take(left).take_while(same).count();
        let by = new.len() as i64 - old.len() as i64;
        let (changed, moved) = (prefix as u64, (old.len() - suffix) as u64);
        (by != 0).then_some(Shift { changed, moved, end: old.len() as u64, by })
    }

    /// Which values at offsets had their bytes for themselves.
    pub(super) fn owned<'d>(&'d self) -> Owned<'d> {
        let place = |value: &Written| ((value.step, value.offset), value.bytes.len());
        let places = self.placed.iter().map(place).collect();
        let mut owned = Owned { places, ..Owned::default() };
        for value in &self.placed {
            let offsets = owned.offsets.entry((value.step, &value.bytes)).or_default();
            if offsets.last() != Some(&value.offset) {
                offsets.push(value.offset);
            }
        }
        let mut shared = HashSet::new();
        let mut rest = self.parts.as_slice();
        while let [(first, _), ..] = rest {
            // Parts that overlap each other.
            let (mut end, mut cluster) = (first.end, 0);
            for (next, _) in rest {
                if cluster > 0 && next.start >= end {
                    break;
                }
                (end, cluster) = (end.max(next.end), cluster + 1);
            }
            let (parts, others) = rest.split_at(cluster);
            let values: Vec<&Written> =
                parts.iter().filter_map(|(_, at)| self.placed.get((*at)?)).collect();
            let in_sequence = parts.iter().any(|(_, at)| at.is_none()).then_some(None);
            let steps: HashSet<Step> =
                values.iter().map(|value| value.step).chain(in_sequence).collect();
            let is_one = parts.iter().all(|(part, at)| part == first && at.is_some());
            if steps.len() > 1 && !is_one {
                shared.extend(values.iter().map(|value| value.offset));
            }
            for value in values {
                for other in steps.iter().filter(|other| **other != value.step) {
                    owned.overlaps.insert((value.step, *other));
                    owned.repeated.insert((value.step, value.bytes.as_slice(), *other));
                }
            }
            rest = others;
        }
        let offsets = self.placed.iter().map(|value| value.offset);
        owned.free = offsets.filter(|offset| !shared.contains(offset)).collect();
        owned
    }

    /// Whether a byte was also that of a value at an offset, in filler that began or ended as `filler` does.
    pub(super) fn has_value_in_filler(&self, at: usize, filler: &Range<usize>) -> bool {
        let same = |of: &Range<usize>| of.start == filler.start || of.end == filler.end;
        find(&self.filler, |of| of, at).is_some_and(same) && !contains(&self.gaps, at)
    }
}

/// What values at offsets had for themselves in a file.
#[derive(Debug, Default)]
pub(super) struct Owned<'d> {
    /// The offsets of values whose bytes are not a part of anything else, except of values of the same step, and of those with exactly
    /// the same bytes.
    pub(super) free: HashSet<u64>,
    /// The number of bytes of each value, by its step and its offset.
    places: HashMap<(Step, u64), usize>,
    /// The offsets of each value, by its step and its bytes.
    offsets: HashMap<(Step, &'d [u8]), Vec<u64>>,
    /// The steps of each two values that overlap; not those of the same step.
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

    /// The offset of the only value of the file that belongs to the same step, and has the same bytes.
    pub(super) fn only_offset(&self, value: &Written) -> Option<u64> {
        match self.offsets.get(&(value.step, value.bytes.as_slice()))?.as_slice() {
            [offset] => Some(*offset),
            _ => None,
        }
    }

    /// The number of bytes of a value of the file with this offset that belongs to the same step.
    pub(super) fn len(&self, value: &Written) -> Option<usize> {
        self.places.get(&(value.step, value.offset)).copied()
    }

    /// Whether values of two steps overlapped, which are not the same.
    pub(super) fn has_overlapped(&self, value: &Written, other: &Written) -> bool {
        self.overlaps.contains(&(value.step, other.step))
    }

    /// Whether an edited value had all bytes of an unedited one and no others, and has more or fewer.
    pub(super) fn is_resized(&self, edited: &Written, other: &Written) -> bool {
        let len = self.places.get(&(edited.step, edited.offset));
        let had_same = |len: &usize| edited.offset == other.offset && *len == other.bytes.len();
        len.copied().filter(had_same).is_some_and(|len| len != edited.bytes.len())
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
    pub(super) end: u64,
    /// The number of bytes by which they move.
    pub(super) by: i64,
}

impl Shift {
    /// Whether a value of the original file is in bytes that move.
    pub(super) fn moves(&self, written: &Written) -> bool {
        written.offset >= self.moved && written.end() <= self.end
    }

    /// Whether all bytes that differ are in a value of the original file.
    pub(super) fn is_inside(&self, written: &Written) -> bool {
        written.offset <= self.changed && written.end() >= self.moved
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
    /// The filler with other bytes than those that were written, and these: values replaced it.
    pub(super) fn replaced(&self) -> impl Iterator<Item = (&[usize], &[u8])> {
        self.placed.iter().flat_map(move |written| {
            written.filler_spans().zip(&written.filler).filter_map(|(span, filler)| {
                let now = self.bytes.get(span)?;
                (written.bytes.get(filler.span.clone())? != now)
                    .then_some((&*filler.positions, now))
            })
        })
    }

    /// Whether bytes of the original file follow all values.
    pub(super) fn has_rest(&self) -> bool {
        let len = self.bytes.len() as u64;
        self.placed.iter().all(|written| written.end() < len)
    }

    /// Removes bytes of the original file that were those of values, and are so no longer: those at the end, and others become
    /// filler.
    pub(super) fn drop_unused(&mut self, original: &Described, pad: u8) {
        let (undescribed, spans) = (&original.outside, self.placed.iter().map(Written::span));
        let end = spans.map(|span| span.end).max().unwrap_or(0);
        let last = undescribed.last().map_or(0, |gap| gap.end);
        self.bytes.truncate(end.max(last));
        let mut spans: Vec<Range<usize>> = self.placed.iter().map(Written::span).collect();
        spans.sort_unstable_by_key(|span| (span.start, span.end));
        let gaps = gaps(spans.into_iter(), self.bytes.len()).into_iter().flatten();
        let outside = gaps.filter(|at| *at < original.len && !contains(undescribed, *at));
        let old = self.filler.iter().filter(|of| of.is_old);
        let inside = old.flat_map(|Replaceable { span, whole, .. }| {
            span.clone().filter(|at| original.has_value_in_filler(*at, whole))
        });
        for at in outside.chain(inside) {
            if let Some(byte) = self.bytes.get_mut(at) {
                *byte = pad;
            }
        }
    }
}

impl File<'_, '_> {
    /// Refuses bytes that differ from those of the file where no field describes them.
    pub(super) fn check_undescribed(
        &self,
        composed: Composed,
        original: &Described,
    ) -> Result<Vec<u8>, Box<Conflict>> {
        // The filler of a value is where the value is.
        let lost = original.outside.iter().filter_map(|gap| {
            let before = self.input.get(gap.clone()).unwrap_or_default();
            let mut pairs = before.iter().zip(composed.bytes.get(gap.start..).unwrap_or_default());
            let at = pairs.position(|(a, b)| a != b && *a != self.shape.pad)?;
            Some((gap.start + at, gap.end))
        });
        let lost: Vec<(usize, usize)> = lost.collect();
        let Some(&(start, end)) = lost.first() else { return Ok(composed.bytes) };
        let (offset, len) = (start as u64, (end - start) as u64);
        let error = Error::new(ErrorKind::Plan(PlanFault::Undescribed { offset, len }));
        let covers = |written: &&Written| {
            written.by.is_some() && lost.iter().any(|(at, _)| written.has(*at as u64))
        };
        let moved = composed.placed.iter().filter(covers);
        let moved = moved.map(|value| Overlap { value: value.clone(), other: None }).collect();
        Err(Conflict::new((error, moved), composed.placed, Vec::new()))
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
        Ok(self.described(&OnceCell::new())?.outside.clone())
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
            let (payloads, state) = file.payloads(&value, Some(&found))?;
            let bytes = payloads.into_iter().flat_map(Writer::into_bytes).collect();
            let sequence = Written { bytes, filler: state.filler, ..Written::default() };
            described = Described::new(self.input.len(), &sequence, state.written);
        }
        Ok(known.get_or_init(|| described))
    }
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
