//! The entries of a table by number, those of a file in little room.

use crate::tables::data::{Entry, Span};
use crate::tables::names::past_end;
use bytespec_core::error::Result;
use bytespec_core::spans::Spans;
use std::sync::Arc;

/// The entries of the attribute or the type table.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntryTable {
    /// Those of a file, as it and its modules share them.
    read: Option<Arc<ReadEntries>>,
    /// All of them, where a module changed some or added others.
    own: Option<Vec<Entry>>,
}

/// Entries that stand one behind the other: what those in a row have in common is there once.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadEntries {
    spans: Spans,
    /// The dialect and the encoding, from the entry with a number on.
    runs: Vec<(u32, u32)>,
}

impl ReadEntries {
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        if self.runs.last().is_none_or(|(_, packed)| *packed != entry.packed) {
            // No more are read than numbers of 32 bits name.
            self.runs.push((self.spans.len() as u32, entry.packed));
        }
        let Span { start, len } = entry.span();
        self.spans.push(start..start + len);
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Entry> {
        let span = self.spans.get(index)?;
        let run = self.runs.partition_point(|(first, _)| *first as usize <= index);
        let (_, packed) = *self.runs.get(run.checked_sub(1)?)?;
        Some(Entry { start: span.start, len: span.len() as u32, packed })
    }

    /// How many entries there are of each dialect in a row.
    pub(crate) fn dialect_runs(&self) -> impl Iterator<Item = u32> {
        let dialect = |run: &(u32, u32)| Entry { packed: run.1, ..Entry::default() }.dialect();
        let runs = self.runs.chunk_by(move |a, b| dialect(a) == dialect(b));
        let starts = runs.filter_map(|run| run.first()).map(|(first, _)| *first);
        let ends = starts.clone().skip(1).chain([self.len() as u32]);
        starts.zip(ends).map(|(start, end)| end - start)
    }
}

impl From<ReadEntries> for EntryTable {
    fn from(mut entries: ReadEntries) -> Self {
        entries.spans.shrink();
        EntryTable { read: Some(Arc::new(entries)), own: None }
    }
}

impl From<Vec<Entry>> for EntryTable {
    fn from(entries: Vec<Entry>) -> Self {
        EntryTable { read: None, own: Some(entries) }
    }
}

impl PartialEq for EntryTable {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                EntryTable { read: Some(read), own: None },
                EntryTable { read: Some(other), own: None },
            ) if Arc::ptr_eq(read, other) => true,
            _ => self.iter().eq(other.iter()),
        }
    }
}

impl EntryTable {
    /// A table without entries.
    pub(crate) const EMPTY: Self = EntryTable { read: None, own: None };

    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self {
            EntryTable { own: Some(entries), .. } => entries.len(),
            EntryTable { read: Some(entries), .. } => entries.len(),
            EntryTable { .. } => 0,
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<Entry> {
        match &self.own {
            Some(entries) => entries.get(index).copied(),
            None => self.read.as_ref()?.get(index),
        }
    }

    /// The entry with a number; `table` is what an error calls the table.
    #[inline]
    pub(crate) fn lookup(&self, table: &'static str, index: u32) -> Result<Entry> {
        self.get(index as usize).ok_or_else(|| past_end(table, index, self.len()))
    }

    /// The entry with a number that is known to be there.
    #[inline]
    pub(crate) fn at(&self, index: u32) -> Entry {
        self.get(index as usize).unwrap_or_default()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry> {
        (0..self.len()).map_while(|index| self.get(index))
    }

    fn own(&mut self) -> &mut Vec<Entry> {
        let read = self.read.take().unwrap_or_default();
        self.own.get_or_insert_with(|| (0..read.len()).map_while(|at| read.get(at)).collect())
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        self.own().push(entry);
    }

    /// Puts another entry in the place of one.
    pub(crate) fn set(&mut self, index: usize, entry: Entry) {
        if let Some(place) = self.own().get_mut(index) {
            *place = entry;
        }
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.own().truncate(len);
        }
    }
}
