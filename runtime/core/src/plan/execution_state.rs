//! The state of an execution that outlives an item: the numbers of steps that other steps refer to, and the byte ranges of
//! entries of tables.

use super::names::Names;
use super::numbers::PackedNumbers;
use super::order::Turn;
use super::read::frame::Buffers;
use super::spans::Spans;
use super::transform::Keyed;
use crate::error::{Error, ErrorKind, PlanFault, Result, Segment};
use crate::wire::{Budget, Cursor, check_extent};
use bytespec_plan::{ElementLimit, ExprId, ItemId, Plan, Run, ShapeId};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The greatest number of transformed values inside each other: each takes a part of the call stack.
const MAX_INSIDE: u8 = 8;

/// Lists of numbers, tables, and the state that readers and writers share.
#[derive(Clone, Debug, Default)]
pub(super) struct ExecutionState {
    /// The numbers of each step that a list records; an absent step without a default records `NOWHERE`.
    pub(super) lists: Vec<List>,
    /// The lists after the whole file.
    pub(super) complete: Complete,
    pub(super) tables: Vec<Table>,
    /// Skip entries of tables whose sizes are known from elsewhere.
    pub(super) pass: bool,
    /// An entry was skipped.
    pub(super) passed: bool,
    /// The record of the file, for errors from which a sink resumes.
    pub(super) section: Option<Segment>,
    /// The entries of tables are known already.
    pub(super) tables_known: bool,
    /// The resolved names of dialects and operations.
    pub(super) names: Names,
    /// Buffers of finished readers, for reuse.
    pub(super) buffers: Vec<Buffers>,
    /// For writers: the number of steps that were written before their turn, and of their bytes.
    pub(super) early: u64,
    /// For writers: the sizes of values that lists contain.
    pub(super) sizes: Sizes,
    /// The reader tries out a choice: an error is an error of the enclosing value.
    pub(super) tried: bool,
    /// The limit of the bytes that a reader decodes at offsets.
    pub(super) placed: Option<Budget>,
    /// The limit of the bytes that transforms give.
    pub(super) transformed: Option<Budget>,
    /// The limit of the elements in these bytes.
    pub(super) transformed_elements: Option<Budget>,
    /// The number of transformed values around the current one.
    pub(super) inside: u8,
    /// The limit of the elements without bytes that a reader reads.
    pub(super) empty: Option<Budget>,
    /// The number of elements without bytes that a writer wrote.
    pub(super) empty_written: u64,
    /// The values at offsets, as written.
    pub(super) written: Vec<Written>,
    /// The filler in the sequentially written part, which values at offsets can replace.
    pub(super) filler: Vec<Filler>,
    /// For a draft: a computed value is absent if it is not known whether it is present.
    pub(super) presumes_absent: bool,
    /// Values at offsets whose conditions contradict them.
    pub(super) misplaced: Vec<Misplaced>,
    /// The sequentially written part takes all bytes up to the end.
    pub(super) is_full: bool,
    /// The last offset in the file of each byte pattern that expressions search for, by the run of the pattern in the plan.
    pub(super) found: Vec<(Run, u64)>,
    /// The arguments of the item that is next.
    pub(super) arguments: [Option<u64>; Plan::MAX_ARGUMENTS],
    /// The numbers of steps of ended items that outer items use, by position in the prepared plan.
    pub(super) inner: Vec<u64>,
    /// The variant that ended last; none after bytes with an unknown tag.
    pub(super) chosen: Option<ItemId>,
    /// The numbers that repeat bytes of a draft.
    pub(super) ahead: Vec<Ahead>,
    /// The writer wrote filler that depends on its offset in the file.
    pub(super) fixed: bool,
}

/// The lists after the whole file has been read or written, for the numbers that depend on values after them.
#[derive(Clone, Debug, Default)]
pub(super) enum Complete {
    /// They are not known.
    #[default]
    Unknown,
    /// They are not known, and a writer writes everything again when they are. Numbers that depend on them are zero.
    Draft,
    /// The lists.
    Known(Arc<[List]>),
}

impl Complete {
    /// The number at a position of a list, and the length of the list; none if the lists are not known.
    pub(super) fn number(&self, list: u32, at: u64) -> Option<(Option<u64>, usize)> {
        let Complete::Known(lists) = self else { return None };
        let Some(list) = lists.get(list as usize) else { return Some((None, 0)) };
        let numbers = &list.known().all;
        let at = usize::try_from(at).ok();
        Some((at.and_then(|at| numbers.get(at)), numbers.len()))
    }

    /// Whether these lists have the same numbers in `other`.
    pub(super) fn is_same(&self, lists: &[u32], other: &[List]) -> bool {
        let Complete::Known(known) = self else { return false };
        let same = |known: Option<&List>, other: Option<&List>| match (known, other) {
            (Some(known), Some(other)) => known.known().all.iter().eq(other.known().all.iter()),
            (known, other) => known.is_none() && other.is_none(),
        };
        lists.iter().all(|list| same(known.get(*list as usize), other.get(*list as usize)))
    }
}

/// Filler among bytes that were written. Values at offsets can replace it.
#[derive(Clone, Debug)]
pub(super) struct Filler {
    pub(super) span: Range<usize>,
    /// Its positions, as those of [`Written`].
    pub(super) positions: Box<[usize]>,
}

/// A number that repeats the bytes ahead of it, and is not known.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    /// Its offset in the file.
    pub(super) offset: u64,
    pub(super) shape: ShapeId,
    /// Its positions, as those of [`Written`].
    pub(super) positions: Box<[usize]>,
}

/// A value at an offset, as it was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    /// Its offset in the file.
    pub(super) offset: u64,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// The filler among them, which other values at offsets can replace.
    pub(super) filler: Vec<Filler>,
    /// It takes all bytes up to the end of the file.
    pub(super) is_full: bool,
    /// Its item, and its step by position; none for what is at no offset of its own.
    pub(super) step: Option<(ItemId, usize)>,
    /// The expression of its offset.
    pub(super) by: Option<ExprId>,
    /// The position of each value around it in the one around that, and of the value itself, outermost first.
    pub(super) positions: Box<[usize]>,
}

/// A value at an offset that does not meet its condition, which can depend on the offset.
#[derive(Clone, Debug)]
pub(super) struct Misplaced {
    /// Why it cannot be written, with its path.
    pub(super) error: Error,
    /// The value, as far as it was written.
    pub(super) value: Written,
    /// The condition.
    pub(super) when: ExprId,
}

impl Written {
    /// The offset of its end.
    pub(super) fn end(&self) -> u64 {
        self.offset.saturating_add(self.bytes.len() as u64)
    }

    /// Whether it has the byte at an offset.
    pub(super) fn has(&self, offset: u64) -> bool {
        (self.offset..self.end()).contains(&offset)
    }
}

/// Sizes of values that are stored in lists, by list and position.
#[derive(Clone, Debug, Default)]
pub(super) struct Sizes {
    /// The known sizes.
    known: HashMap<(u32, u64), u64>,
    /// The correct sizes, where the writer wrote other ones.
    wrong: Vec<((u32, u64), u64)>,
}

impl Sizes {
    /// The size at a position of a list.
    pub(super) fn next(&self, list: u32, at: u64) -> Option<u64> {
        self.known.get(&(list, at)).copied()
    }

    /// Notes that a value has another size than the writer wrote.
    pub(super) fn correct(&mut self, list: u32, at: u64, size: u64) {
        self.wrong.push(((list, at), size));
    }

    /// Takes the correct sizes; false if all were right.
    pub(super) fn has_corrected(&mut self) -> bool {
        let is_wrong = !self.wrong.is_empty();
        self.known.extend(self.wrong.drain(..));
        is_wrong
    }
}

impl ExecutionState {
    /// Adds the record of the file to an error.
    #[cold]
    pub(super) fn in_section(&self, error: Error) -> Error {
        match &self.section {
            Some(section) => error.within(section.clone()),
            None => error,
        }
    }

    /// Keeps an argument for the item that is next; none for a number that a draft does not know.
    pub(super) fn set_argument(&mut self, at: u32, number: Option<u64>) {
        if let Some(argument) = self.arguments.get_mut(at as usize) {
            *argument = number;
        }
    }

    /// The argument at a position; none if it is not known, or if there is none.
    pub(super) fn argument(&self, at: u32) -> Option<u64> {
        self.arguments.get(at as usize).copied().flatten()
    }

    /// Keeps the number of a step that outer items use.
    pub(super) fn set_inner(&mut self, at: usize, number: u64) {
        if self.inner.len() <= at {
            self.inner.resize(at + 1, 0);
        }
        if let Some(kept) = self.inner.get_mut(at) {
            *kept = number;
        }
    }

    /// A new state whose readers reuse these buffers.
    pub(super) fn with_buffers(buffers: &mut Vec<Buffers>) -> Self {
        ExecutionState { buffers: std::mem::take(buffers), ..ExecutionState::default() }
    }
}

/// A list of numbers, which can be shared between states.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    own: Places,
    shared: Option<Arc<Places>>,
}

/// Numbers, and an index of the first position of each number, which is built on first use.
#[derive(Clone, Debug, Default)]
struct Places {
    all: PackedNumbers,
    places: OnceLock<HashMap<u64, u64>>,
}

impl List {
    fn known(&self) -> &Places {
        self.shared.as_deref().unwrap_or(&self.own)
    }

    /// Appends a number. An index that was built stays valid.
    #[inline]
    fn push(&mut self, number: u64) {
        self.unshare();
        if let Some(places) = self.own.places.get_mut() {
            places.entry(number).or_insert(self.own.all.len() as u64);
        }
        self.own.all.push(number);
    }

    #[inline]
    fn change(&mut self) -> &mut PackedNumbers {
        self.unshare();
        if self.own.places.get().is_some() {
            self.own.places.take();
        }
        &mut self.own.all
    }

    /// Copies shared numbers, for changes. The index is not copied.
    #[inline]
    fn unshare(&mut self) {
        if let Some(shared) = self.shared.take() {
            self.own.all = shared.all.clone();
        }
    }

    fn share(&mut self) {
        if self.shared.is_none() {
            self.own.all.shrink();
            self.shared = Some(Arc::new(std::mem::take(&mut self.own)));
        }
    }
}

impl Places {
    fn first(&self) -> &HashMap<u64, u64> {
        self.places.get_or_init(|| {
            let mut places = HashMap::new();
            for (at, number) in (0..).zip(self.all.iter()) {
                places.entry(number).or_insert(at);
            }
            places
        })
    }
}

/// The entries of a table: their byte ranges and their shape.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    spans: Spans,
    pub(super) element: Option<ShapeId>,
}

impl Table {
    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// The byte range of an entry.
    pub(super) fn entry(&self, index: u64) -> Option<Range<usize>> {
        self.spans.get(usize::try_from(index).ok()?)
    }

    /// Ends the table: no more entries follow.
    pub(super) fn end(&mut self) {
        self.spans.shrink();
    }
}

fn grown<T: Default>(pool: &mut Vec<T>, index: u32) -> Option<&mut T> {
    let index = index as usize;
    if index >= pool.len() {
        pool.resize_with(index + 1, T::default);
    }
    pool.get_mut(index)
}

impl ExecutionState {
    #[inline]
    pub(super) fn push(&mut self, list: u32, number: u64) {
        if let Some(list) = grown(&mut self.lists, list) {
            list.push(number);
        }
    }

    /// The last offset of a byte pattern in the file.
    ///
    /// # Errors
    /// [`PlanFault::NotFound`] if the file does not contain the pattern.
    pub(super) fn found(&self, plan: &Plan, bytes: Run) -> Result<u64> {
        let found = self.found.iter().find(|(known, _)| *known == bytes).map(|(_, at)| *at);
        found.ok_or_else(|| {
            let bytes = bytes.of(&plan.bytes).to_vec();
            Error::new(ErrorKind::Plan(PlanFault::NotFound { bytes }))
        })
    }

    /// Counts the bytes of a value at an offset. A value counts for at least one byte, so that a reader cannot read empty values
    /// without limit.
    ///
    /// # Errors
    /// More bytes at offsets, in total, than the budget of the file.
    pub(super) fn spend_placed(&mut self, span: Range<usize>, input: &[u8]) -> Result<()> {
        let limit = || Budget::placed(input.len());
        let budget = self.placed.get_or_insert_with(limit);
        budget.spend(span.len().max(1) as u64, span.start)
    }

    /// Checks a number of elements before they are read, in a file of `file` bytes: there are at least as many bytes, or the rest
    /// fits the budget of elements without bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] at the position of the cursor.
    pub(super) fn check_count(
        &mut self,
        count: u64,
        limit: ElementLimit,
        (cursor, file): (&Cursor<'_>, usize),
    ) -> Result<()> {
        let empty = count.saturating_sub(cursor.remaining() as u64);
        match limit {
            ElementLimit::Schema => Ok(()),
            ElementLimit::Budget if self.empty(file).has(empty) => Ok(()),
            ElementLimit::Bytes | ElementLimit::Budget => cursor.check_count(count, 1).map(|_| ()),
        }
    }

    /// Checks the number of elements that were read from `start` up to the cursor. Those without bytes count.
    ///
    /// # Errors
    /// Elements that must have bytes and take fewer bytes than there are elements, and elements without bytes beyond the budget.
    pub(super) fn check_extent(
        &mut self,
        count: u64,
        limit: ElementLimit,
        (start, cursor): (usize, &Cursor<'_>),
        file: usize,
    ) -> Result<()> {
        let extent = cursor.position().saturating_sub(start);
        match limit {
            ElementLimit::Schema => Ok(()),
            ElementLimit::Bytes => {
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                check_extent(count, extent).map_err(|error| error.or_at(start))
            }
            ElementLimit::Budget => {
                let empty = count.saturating_sub(extent as u64);
                self.empty(file).spend(empty, start)
            }
        }
    }

    /// The bytes of which the first of these are the transformed ones, and the number of transformed bytes; they are at `at` in a
    /// file of `file` bytes.
    ///
    /// # Errors
    /// Bytes that the transform does not give, and more bytes than the budget.
    pub(super) fn reversed(
        &mut self,
        by: &Keyed<'_>,
        bytes: &[u8],
        (at, file): (usize, usize),
    ) -> Result<(Vec<u8>, usize)> {
        self.transformed_elements.get_or_insert_with(|| Budget::transformed_elements(file));
        let budget = self.transformed.get_or_insert_with(|| Budget::transformed(file));
        let max = usize::try_from(budget.left()).unwrap_or(usize::MAX);
        let found = by.reversed(bytes, max).map_err(|error| error.or_at(at))?;
        budget.spend(found.0.len() as u64, at)?;
        Ok(found)
    }

    /// Counts a transformed value that begins.
    ///
    /// # Errors
    /// More values inside each other than the limit.
    pub(super) fn begin_transformed(&mut self) -> Result<()> {
        if self.inside == MAX_INSIDE {
            let (limit, max) = ("transforms inside each other", u64::from(MAX_INSIDE));
            return Err(Error::new(ErrorKind::Limit { limit, found: max + 1, max }));
        }
        self.inside += 1;
        Ok(())
    }

    /// Counts elements at `at` if they are in transformed bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for more elements than the budget.
    #[inline]
    pub(super) fn count_transformed(&mut self, count: u64, at: usize) -> Result<()> {
        match &mut self.transformed_elements {
            Some(budget) if self.inside > 0 => budget.spend(count, at),
            _ => Ok(()),
        }
    }

    fn empty(&mut self, file: usize) -> &mut Budget {
        self.empty.get_or_insert_with(|| Budget::empty(file))
    }

    /// Clears what the section of this turn provides to other sections, before the section is read again.
    pub(super) fn begin_section(&mut self, turn: &Turn) {
        turn.lists.iter().for_each(|list| self.clear(*list));
        self.tables.clear();
        (self.empty, self.placed, self.transformed) = (None, None, None);
        self.transformed_elements = None;
        self.tables_known = turn.table.is_none();
    }

    /// Shares the lists with the result.
    pub(super) fn share(&mut self) -> Vec<List> {
        self.lists.iter_mut().for_each(List::share);
        self.lists.clone()
    }

    /// Whether a list changed since the lists were shared.
    pub(super) fn has_changed(&self) -> bool {
        self.lists.iter().any(|list| list.shared.is_none())
    }

    pub(super) fn count(&self, list: u32) -> usize {
        self.lists.get(list as usize).map_or(0, |list| list.known().all.len())
    }

    /// A number of a list; the position `NOWHERE` has the number `NOWHERE`.
    pub(super) fn listed(&self, list: u32, at: u64) -> Option<u64> {
        if at == Plan::NOWHERE {
            return Some(Plan::NOWHERE);
        }
        self.lists.get(list as usize)?.known().all.get(usize::try_from(at).ok()?)
    }

    /// Whether the lists after the whole file are known.
    pub(super) fn is_complete(&self) -> bool {
        matches!(self.complete, Complete::Known(_))
    }

    pub(super) fn find(&self, list: u32, number: u64) -> u64 {
        let list = self.lists.get(list as usize);
        list.and_then(|list| list.known().first().get(&number).copied()).unwrap_or(Plan::NOWHERE)
    }

    /// Clears a list.
    pub(super) fn clear(&mut self, list: u32) {
        if let Some(list) = self.lists.get_mut(list as usize) {
            *list = List::default();
        }
    }

    /// The length of each list.
    pub(super) fn lengths(&self) -> Vec<usize> {
        self.lists.iter().map(|list| list.known().all.len()).collect()
    }

    /// Removes the numbers of each list after the given length, and returns them.
    pub(super) fn split(&mut self, lengths: &[usize]) -> Vec<Vec<u64>> {
        let tail = |(at, list): (usize, &mut List)| {
            let length = lengths.get(at).copied().unwrap_or(0);
            if list.known().all.len() <= length {
                Vec::new()
            } else {
                list.change().split_off(length)
            }
        };
        self.lists.iter_mut().enumerate().map(tail).collect()
    }

    /// Appends numbers that [`ExecutionState::split`] removed.
    pub(super) fn append(&mut self, removed: &[Vec<u64>]) {
        for (list, tail) in self.lists.iter_mut().zip(removed).filter(|(_, tail)| !tail.is_empty())
        {
            list.change().extend(tail.iter().copied());
        }
    }

    /// Reverses the numbers of a list from `start` on, which were read last first.
    pub(super) fn reverse_from(&mut self, list: u32, start: usize) {
        if let Some(list) = self.lists.get_mut(list as usize) {
            list.change().reverse_behind(start);
        }
    }

    /// Begins a table whose entries have this shape.
    pub(super) fn table(&mut self, table: u32, element: ShapeId) {
        if let Some(table) = grown(&mut self.tables, table) {
            table.element = Some(element);
        }
    }

    pub(super) fn entry(&mut self, table: u32, element: ShapeId, span: Range<usize>) {
        if let Some(table) = grown(&mut self.tables, table) {
            table.element = Some(element);
            table.spans.push(span);
        }
    }
}
