//! The entries of a table by number. A file and its modules share them.

use crate::tables::data::Entry;
use crate::tables::names::past_end;
use bytespec_core::error::Result;
use std::sync::Arc;

/// The entries of the attribute table or of the type table. A module that changes them makes its own copy.
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

    /// The entry with a number. `table` is the name of the table in errors.
    #[inline]
    pub(crate) fn lookup(&self, table: &'static str, index: u32) -> Result<Entry> {
        self.get(index as usize).ok_or_else(|| past_end(table, index, self.len()))
    }

    /// The entry with a number that exists.
    #[inline]
    pub(crate) fn at(&self, index: u32) -> Entry {
        self.get(index as usize).unwrap_or_default()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry> {
        self.entries().iter().copied()
    }

    /// The lengths of the maximal runs of entries of one dialect.
    pub(crate) fn dialect_runs(&self) -> impl Iterator<Item = u32> {
        let runs = self.entries().chunk_by(|a, b| a.dialect() == b.dialect());
        runs.map(|run| run.len() as u32)
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        self.own().push(entry);
    }

    /// Replaces an entry.
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
