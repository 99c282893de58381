//! Combining sequential bytes and values at offsets into a file.

use super::placed::{
    Cause, Composed, Conflict, Overlap, Replaceable, alignment, find, path_to, without,
};
use crate::error::{Error, ErrorKind, PlanFault};
use crate::plan::Value;
use crate::plan::execution_state::Written;
use bytespec_plan::{ItemId, Plan};
use std::ops::Range;

/// The bytes of filler before a value behind the end of the original file are fewer than this, or than its alignment.
const MAX_FILLER: u64 = 64;

/// Whether a byte of filler, which extends over a range, was also that of a value in the original file.
type WasValue<'w> = &'w dyn Fn(usize, &Range<usize>) -> bool;

/// A file as far as it is combined, and its filler, in order.
struct Combined<'b> {
    bytes: Vec<u8>,
    filler: Vec<Replaceable>,
    before: &'b [u8],
    pad: u8,
}

impl Combined<'_> {
    /// Extends the file to the offset of a value.
    fn reach(&mut self, offset: u64) -> Result<usize, Error> {
        let (start, len) = (usize::try_from(offset).unwrap_or(usize::MAX), self.bytes.len());
        if start > len {
            // Only an edit can move a value behind the end of the original file.
            let known = self.before.len().clamp(len, start);
            self.bytes.extend_from_slice(self.before.get(len..known).unwrap_or_default());
            if (start - self.bytes.len()) as u64 >= alignment(offset).max(MAX_FILLER) {
                let (limit, max) = ("offset", self.before.len() as u64);
                return Err(Error::new(ErrorKind::Limit { limit, found: offset, max }));
            }
            self.bytes.resize(start, self.pad);
        }
        Ok(start)
    }

    /// The position in a value of the first byte that cannot be in the file.
    fn conflict(&self, written: &Written, was_value: WasValue<'_>) -> Option<usize> {
        let start = written.span().start;
        let known = self.bytes.get(start..).unwrap_or_default();
        let pairs = written.bytes.iter().zip(known).enumerate();
        let mut differing = pairs.filter(|(_, (a, b))| a != b).map(|(at, _)| at);
        differing.find(|at| {
            find(&written.filler, |of| &of.span, *at).is_none()
                && !self.can_replace(start + at, was_value)
        })
    }

    /// Whether a byte is filler that a value can replace: it has no meaning, or it was that of a value.
    fn can_replace(&self, at: usize, was_value: WasValue<'_>) -> bool {
        find(&self.filler, |of| &of.span, at).is_some_and(|of| {
            self.bytes.get(at) == Some(&self.pad) || of.is_old && was_value(at, &of.whole)
        })
    }

    /// Puts a value into the file.
    fn put(&mut self, written: &Written) {
        let (span, end) = (written.span(), self.bytes.len());
        let bytes = |range: Range<usize>| {
            written.bytes.get(range.start - span.start..range.end - span.start).unwrap_or_default()
        };
        if !self.filler.is_empty() {
            for part in written.described() {
                let known = part.start..part.end.min(end);
                if let Some(place) = self.bytes.get_mut(known.clone()).filter(|of| !of.is_empty()) {
                    place.copy_from_slice(bytes(known));
                }
                self.fill(&part);
            }
        }
        self.bytes.extend_from_slice(bytes(span.start.max(end).min(span.end)..span.end));
        for whole in written.filler_spans().filter(|of| of.end > end) {
            let span = whole.start.max(end)..whole.end;
            let known = self.before.get(span.start..).unwrap_or_default();
            let (first, last) = same_ends(bytes(span.clone()), known);
            let (first, last) = (span.start + first, span.end - last);
            let parts = [(span.start..first, true), (first..last, false), (last..span.end, true)];
            let parts = parts.into_iter().filter(|(part, _)| !part.is_empty());
            self.filler.extend(parts.map(|(span, is_old)| {
                let whole = whole.clone();
                Replaceable { span, whole, is_old }
            }));
        }
    }

    /// Removes a range from the filler.
    fn fill(&mut self, part: &Range<usize>) {
        let first = self.filler.partition_point(|of| of.span.end <= part.start);
        let last = self.filler.partition_point(|of| of.span.start < part.end);
        if first >= last {
            return;
        }
        let left = |of: &Replaceable| {
            let end = of.span.end..of.span.end;
            let parts = without(of.span.clone(), [part.clone(), end].into_iter());
            parts.map(|span| Replaceable { span, ..of.clone() }).collect::<Vec<_>>()
        };
        let left: Vec<Replaceable> =
            self.filler.get(first..last).unwrap_or_default().iter().flat_map(left).collect();
        self.filler.splice(first..last, left);
    }
}

/// Combines sequential bytes with values at offsets. The bytes between them come from the file that was read. Values replace filler
/// that has no meaning, or that was that of a value.
///
/// # Errors
/// Two values with different bytes at the same offset.
pub(super) fn with_placed(
    (plan, pad, record): (&Plan, u8, Option<&Value>),
    (sequence, mut placed): (Written, Vec<Written>),
    (before, was_value): (&[u8], WasValue<'_>),
) -> Result<Composed, Box<Conflict>> {
    placed.push(sequence);
    // What has no offset of its own comes first.
    placed.sort_by_key(|written| {
        (written.by.is_some(), written.offset, std::cmp::Reverse(written.bytes.len()))
    });
    let mut file = Combined { bytes: Vec::new(), filler: Vec::new(), before, pad };
    // Values that take all remaining bytes.
    let mut full = Vec::new();
    let (mut done, mut overlaps, mut error) = (Vec::<&Written>::new(), Vec::new(), None);
    for written in &placed {
        let start = file.reach(written.offset)?;
        if let Some(differs) = file.conflict(written, was_value) {
            let has = |other: &&&Written| other.has((start + differs) as u64);
            let other = done.iter().rfind(has).copied();
            error.get_or_insert_with(|| overlap((plan, record), written, other));
            overlaps.push(Overlap { value: written.clone(), other: other.cloned() });
            continue;
        }
        file.put(written);
        done.push(written);
        if written.is_full {
            full.push(written);
        }
    }
    let Combined { mut bytes, filler, .. } = file;
    let end = bytes.len() as u64;
    if let Some(error) = error {
        return Err(Conflict::new((error, overlaps), placed, bytes));
    }
    if let Some(written) = full.iter().find(|written| written.end() != end) {
        let other = placed.iter().find(|other| other.end() == end);
        let error = overlap((plan, record), other.unwrap_or(written), Some(written));
        let cause = Cause::Extends(Box::new((*written).clone()));
        return Err(Box::new(Conflict { error, cause, written: placed, bytes }));
    }
    if full.is_empty() {
        bytes.extend_from_slice(before.get(bytes.len()..).unwrap_or_default());
    }
    Ok(Composed { bytes, placed, filler })
}

/// The number of bytes at the start and at the end that two slices have in common, at the same positions.
fn same_ends(bytes: &[u8], known: &[u8]) -> (usize, usize) {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let first = bytes.iter().zip(known).take_while(same).count();
    let rest = bytes.len() - first;
    let Some(known) = known.get(..bytes.len()) else { return (first, 0) };
    (first, bytes.iter().rev().zip(known.iter().rev()).take(rest).take_while(same).count())
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
