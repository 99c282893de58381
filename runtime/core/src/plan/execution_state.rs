//! The state of an execution of a plan that outlives an item: the numbers of steps that others refer to, and where entries
//! of tables stand.

use super::names::Names;
use super::numbers::PackedNumbers;
use super::order::Turn;
use super::read::frame::Buffers;
use super::spans::Spans;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::wire::Budget;
use bytespec_plan::{Plan, Run, ShapeId};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Lists of numbers, and tables.
#[derive(Clone, Debug, Default)]
pub(super) struct ExecutionState {
    /// What each step was of which a list is kept; a step that was absent counts as nowhere.
    pub(super) lists: Vec<List>,
    pub(super) tables: Vec<Table>,
    /// Entries of tables whose sizes are known from elsewhere are not looked into.
    pub(super) pass: bool,
    /// An entry was not looked into.
    pub(super) passed: bool,
    /// Entries of tables are known already.
    pub(super) tables_known: bool,
    /// What was found out about names.
    pub(super) names: Names,
    /// Buffers of readers that are done, for the next ones.
    pub(super) buffers: Vec<Buffers>,
    /// Sizes that stand in lists, as writers know them.
    pub(super) sizes: Sizes,
    /// What is read is what a choice was tried with: an error is one of what is around it.
    pub(super) tried: bool,
    /// What values at offsets may cost a reader.
    pub(super) placed: Option<Budget>,
    /// Values at offsets, as they were written.
    pub(super) written: Vec<Written>,
    /// What was written in a row takes all bytes up to the end.
    pub(super) is_full: bool,
    /// Where bytes stand last that expressions look for in the file, by their place in the plan.
    pub(super) found: Vec<(Run, u64)>,
    /// Filler was written that depends on where it stands in the file.
    pub(super) fixed: bool,
}

/// A value at an offset, as it was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    /// Where it stands in the file.
    pub(super) offset: u64,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// It takes all bytes up to the end of the file.
    pub(super) is_full: bool,
}

/// Sizes of values that stand elsewhere, by list and position.
#[derive(Clone, Debug, Default)]
pub(super) struct Sizes {
    /// What they are.
    known: HashMap<(u32, u64), u64>,
    /// Those that are not what was written.
    wrong: Vec<((u32, u64), u64)>,
}

impl Sizes {
    /// What the next number of a list is.
    pub(super) fn next(&self, list: u32, at: u64) -> Option<u64> {
        self.known.get(&(list, at)).copied()
    }

    /// A value has another size than was written.
    pub(super) fn correct(&mut self, list: u32, at: u64, size: u64) {
        self.wrong.push(((list, at), size));
    }

    /// The sizes to write, where some were wrong.
    pub(super) fn corrected(mut self) -> Option<Self> {
        if self.wrong.is_empty() {
            return None;
        }
        self.known.extend(self.wrong.drain(..));
        Some(self)
    }
}

impl ExecutionState {
    /// Nothing was read yet; readers use these buffers.
    pub(super) fn with_buffers(buffers: &mut Vec<Buffers>) -> Self {
        ExecutionState { buffers: std::mem::take(buffers), ..ExecutionState::default() }
    }
}

/// Numbers in the making, or those that several look at.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    own: Places,
    shared: Option<Arc<Places>>,
}

/// Numbers, and where each stands first, once that was asked.
#[derive(Clone, Debug, Default)]
struct Places {
    all: PackedNumbers,
    places: OnceLock<HashMap<u64, u64>>,
}

impl List {
    fn known(&self) -> &Places {
        self.shared.as_deref().unwrap_or(&self.own)
    }

    #[inline]
    fn change(&mut self) -> &mut PackedNumbers {
        if let Some(shared) = self.shared.take() {
            self.own.all = shared.all.clone();
        }
        if self.own.places.get().is_some() {
            self.own.places.take();
        }
        &mut self.own.all
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

/// The entries of a table: their bytes, and what each is.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    spans: Spans,
    pub(super) element: Option<ShapeId>,
}

impl Table {
    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// The bytes of an entry.
    pub(super) fn entry(&self, index: u64) -> Option<Range<usize>> {
        self.spans.get(usize::try_from(index).ok()?)
    }

    /// No more entries come.
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
            list.change().push(number);
        }
    }

    /// Where bytes stand last in the file.
    ///
    /// # Errors
    /// [`PlanFault::NotFound`] where they do not.
    pub(super) fn found(&self, plan: &Plan, bytes: Run) -> Result<u64> {
        let found = self.found.iter().find(|(known, _)| *known == bytes).map(|(_, at)| *at);
        found.ok_or_else(|| {
            let bytes = bytes.of(&plan.bytes).to_vec();
            Error::new(ErrorKind::Plan(PlanFault::NotFound { bytes }))
        })
    }

    /// A value at an offset was read. One byte at least counts, so that a value without bytes is not read without end.
    ///
    /// # Errors
    /// More bytes at offsets, all of them together, than the budget of the file.
    pub(super) fn spend_placed(&mut self, span: Range<usize>, input: &[u8]) -> Result<()> {
        let limit = || Budget::decoded(input.len(), "bytes at offsets");
        let budget = self.placed.get_or_insert_with(limit);
        budget.spend(span.len().max(1) as u64, span.start)
    }

    /// What a section gives to others is noted anew.
    pub(super) fn begin_section(&mut self, turn: &Turn) {
        turn.lists.iter().for_each(|list| self.clear(*list));
        self.tables.clear();
        self.tables_known = turn.table.is_none();
    }

    /// Lets several look at the lists.
    pub(super) fn share(&mut self) -> Vec<List> {
        self.lists.iter_mut().for_each(List::share);
        self.lists.clone()
    }

    /// Whether something was noted since the lists were shared.
    pub(super) fn has_changed(&self) -> bool {
        self.lists.iter().any(|list| list.shared.is_none())
    }

    pub(super) fn count(&self, list: u32) -> usize {
        self.lists.get(list as usize).map_or(0, |list| list.known().all.len())
    }

    /// A number of a list; what is nowhere has nothing.
    pub(super) fn listed(&self, list: u32, at: u64) -> Option<u64> {
        if at == Plan::NOWHERE {
            return Some(Plan::NOWHERE);
        }
        self.lists.get(list as usize)?.known().all.get(usize::try_from(at).ok()?)
    }

    pub(super) fn find(&self, list: u32, number: u64) -> u64 {
        let list = self.lists.get(list as usize);
        list.and_then(|list| list.known().first().get(&number).copied()).unwrap_or(Plan::NOWHERE)
    }

    /// Forgets what is in a list.
    pub(super) fn clear(&mut self, list: u32) {
        if let Some(list) = self.lists.get_mut(list as usize) {
            *list = List::default();
        }
    }

    /// How long each list is.
    pub(super) fn lengths(&self) -> Vec<usize> {
        self.lists.iter().map(|list| list.known().all.len()).collect()
    }

    /// Takes away what lists have behind their first so many numbers.
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

    /// Appends what was taken away.
    pub(super) fn append(&mut self, tails: &[Vec<u64>]) {
        for (list, tail) in self.lists.iter_mut().zip(tails).filter(|(_, tail)| !tail.is_empty()) {
            list.change().extend(tail.iter().copied());
        }
    }

    /// The numbers of a list from `start` on were read last first: puts them in order.
    pub(super) fn reverse_from(&mut self, list: u32, start: usize) {
        if let Some(list) = self.lists.get_mut(list as usize) {
            list.change().reverse_behind(start);
        }
    }

    /// A table begins, whose entries are of a shape.
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
