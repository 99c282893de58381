//! Reads the outermost items: those of a file, and the contents of sections.

use super::reader::RecordReader;
use super::sequence::Sequence;
use crate::error::{Result, Segment};
use crate::plan::Executor;
use crate::plan::depth::Depth;
use crate::plan::execution_state::{Complete, ExecutionState};
use crate::plan::file::read::trailing;
use crate::wire::Cursor;
use bytespec_plan::ItemId;

impl<'r, 'i> RecordReader<'r, 'i> {
    /// Reads an item up to the end of a cursor with a generated function; `around` is the number of fields that inner items use.
    ///
    /// # Errors
    /// The first error, with its offset and the path of fields.
    pub fn read<T>(
        executor: &'r Executor<'r>,
        item: ItemId,
        cursor: &Cursor<'i>,
        around: usize,
        record: impl Fn(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let state = |complete| {
            let found = executor.searched(cursor.input());
            ExecutionState { found, complete, ..ExecutionState::default() }
        };
        let mut reader = Self::new(executor, cursor, around, state(Complete::Unknown));
        let mut value = reader.whole(item, &record)?;
        if reader.is_incomplete {
            let complete = Complete::Known(reader.state.share().into());
            reader = Self::new(executor, cursor, around, state(complete));
            value = reader.whole(item, &record)?;
        }
        Ok(value)
    }

    /// Reads the content of a section in the same way. `state` has the numbers of other sections, and receives those of this one.
    pub(in crate::plan) fn read_section<T>(
        executor: &'r Executor<'r>,
        item: ItemId,
        (cursor, around): (&Cursor<'i>, usize),
        state: &mut ExecutionState,
        record: impl Fn(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let mut reader = Self::new(executor, cursor, around, std::mem::take(state));
        let value = reader.whole(item, &record);
        *state = reader.state;
        value
    }

    fn new(
        executor: &'r Executor<'r>,
        cursor: &Cursor<'i>,
        around: usize,
        state: ExecutionState,
    ) -> Self {
        RecordReader {
            executor,
            input: cursor.input(),
            cursor: *cursor,
            origin: cursor.position(),
            depth: Depth::new(executor.plan),
            state,
            around: vec![None; around],
            sequence: Sequence::default(),
            placed: (0, 0),
            is_last: false,
            is_incomplete: false,
        }
    }

    fn whole<T>(&mut self, item: ItemId, record: &impl Fn(&mut Self) -> Result<T>) -> Result<T> {
        let executor = self.executor;
        let is_section = executor.plan().file.is_none_or(|file| file.content.is_none());
        let read = record(self).and_then(|value| {
            match self.cursor.is_empty() || executor.prepared.has_gaps {
                true => Ok(value),
                false => Err(trailing(&self.cursor, is_section)),
            }
        });
        read.map_err(|error| {
            let name = executor.name_of(item).to_owned();
            error.or_at(self.position()).within(Segment::Item(name.into()))
        })
    }
}
