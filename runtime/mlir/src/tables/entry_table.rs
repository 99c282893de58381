//! The entries of a table by number, which a file and its modules share.

use crate::tables::data::Entry;
use crate::tables::names::past_end;
use bytespec_core::error::Result;
use std::sync::Arc;

/// The entries of the attribute or the type table. A module that changes them takes a copy of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EntryTable(Option<Arc<Vec<Entry>>>);

impl From<Vec<Entry>> for EntryTable {
    fn from(entries: Vec<Entry>) -> Self {
        EntryTable(Some(Arc::new(entries)))
    }
}

impl EntryTable {
    /// A table without entries.
    pub(crate) const EMPTY: Self = EntryTable(None);

    #[inline]
    fn entries(&self) -> &[Entry] {
        self.0.as_ref().map_or(&[], |entries| entries.as_slice())
    }

    fn own(&mut self) -> &mut Vec<Entry> {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries().len()
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<Entry> {
        self.entries().get(index).copied()
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
        self.entries().iter().copied()
    }

    /// How many entries there are of each dialect in a row.
    pub(crate) fn dialect_runs(&self) -> impl Iterator<Item = u32> {
        let runs = self.entries().chunk_by(|a, b| a.dialect() == b.dialect());
        runs.map(|run| run.len() as u32)
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
