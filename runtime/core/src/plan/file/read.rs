//! Reading sections in the order of their dependencies.

use super::{File, Section};
use crate::error::{Error, Result, Segment};
use crate::plan::execution_state::{Complete, ExecutionState};
use crate::plan::order::Turn;
use crate::plan::{Builtin, Executor, Sink, Surroundings};
use crate::wire::Cursor;
use bytespec_plan::{ItemId, Run};
use std::sync::Arc;

/// The error for bytes that are left over.
#[cold]
pub(in crate::plan) fn trailing(cursor: &Cursor<'_>, has_sections: bool) -> Error {
    let after = match has_sections {
        true => "the last field of the section",
        false => "the last field of the file",
    };
    Error::trailing(cursor.position(), cursor.remaining(), after)
}

impl Executor<'_> {
    /// The last offset in an input of each byte pattern that expressions search for.
    pub(in crate::plan) fn searched(&self, input: &[u8]) -> Vec<(Run, u64)> {
        let plan = self.plan();
        let places = self.prepared.searched.iter().filter_map(|run| {
            let bytes = run.of(&plan.bytes);
            let at = match bytes {
                [] => input.len(),
                bytes => input.windows(bytes.len()).rposition(|at| at == bytes)?,
            };
            Some((*run, at as u64))
        });
        places.collect()
    }
}

impl<'p, 'i> File<'p, 'i> {
    /// The positions of the sections in the order in which they are read. Sections that hold tables are first, then they go by
    /// id; but each section comes after those that it depends on.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        self.schedule.turns.iter().map(|turn| turn.section).collect()
    }

    /// Reads the whole file in the order of [`File::order`], with one sink for each section. `done` receives the sink after its
    /// section, also if the section cannot be read.
    ///
    /// # Errors
    /// The first error in the file, and errors of a sink.
    pub fn read_with<S: Sink<'i>>(
        &mut self,
        mut sink: impl FnMut(&Section<'p, 'i>) -> S,
        mut done: impl FnMut(&Section<'p, 'i>, S) -> Result<()>,
    ) -> Result<()> {
        let mut state = ExecutionState::default();
        let read = self.find_entries(&mut state, &mut ())?;
        let schedule = Arc::clone(&self.schedule);
        for turn in &schedule.turns {
            let section = &self.sections[turn.section];
            let mut sink = sink(section);
            if !sink.needs_events() && read.contains(&turn.section) {
                done(section, sink)?;
                continue;
            }
            state.lists.clone_from(&self.lists);
            state.begin_section(turn);
            let read = self.section(section, turn.item, &mut state, &mut sink);
            // The sink gets to `done` even after an error.
            done(section, sink)?;
            read?;
            self.end_section(turn, &mut state);
        }
        Ok(())
    }

    /// Keeps the lists and the table that a section provides to other sections.
    pub(super) fn end_section(&mut self, turn: &Turn, state: &mut ExecutionState) {
        self.lists = state.share();
        if let Some(table) = turn.table {
            let found = state.tables.get_mut(table as usize).map(std::mem::take);
            if let Some(place) = self.tables.get_mut(table as usize) {
                *place = found.unwrap_or_default();
                place.end();
                self.facts.clear();
                state.names.clear();
            }
        }
    }

    pub(super) fn section(
        &self,
        section: &Section<'p, 'i>,
        item: ItemId,
        state: &mut ExecutionState,
        sink: &mut dyn Sink<'i>,
    ) -> Result<()> {
        let range = section.payload.clone();
        state.found = self.executor.searched(self.input);
        state.complete = self.complete.clone();
        let name = || Segment::Item(section.name.unwrap_or_default().to_owned().into());
        // Errors from which a sink resumes have no section, but the record of a file.
        state.section = (sink.resumes() && !self.has_sections()).then(name);
        let mut cursor = Cursor::over(self.input, range.start, range.end)?;
        let around = Surroundings { functions: &Builtin, tables: self };
        let read = self.executor.read_into(item, &mut cursor, around, state, sink);
        // If the executor skipped entries, it checks the end of the section in the section's turn.
        let is_enough = state.pass && state.passed || self.executor.prepared.has_gaps;
        let read = read.and_then(|()| match cursor.is_empty() || is_enough {
            true => Ok(()),
            false => Err(trailing(&cursor, self.has_sections())),
        });
        read.map_err(|error| error.within(name()))
    }

    /// Reads the whole file for the lists that numbers before their values depend on. An error is found again when the file is
    /// read; these numbers are not checked then.
    fn complete_lists(&mut self) {
        self.complete = Complete::Unknown;
        if self.executor.prepared.later_lists.is_empty() {
            return;
        }
        let mut state = ExecutionState::default();
        let read = self.sections.iter().try_for_each(|section| match section.item {
            Some(item) => self.section(section, item, &mut state, &mut ()),
            None => Ok(()),
        });
        if read.is_ok() {
            self.complete = Complete::Known(state.share().into());
        }
    }

    /// Finds the entries of tables, and the numbers that lists record, before the content is read. Returns the sections that were
    /// read to their end for this, with everything in them.
    ///
    /// # Errors
    /// The first error from which the sink does not resume.
    pub(super) fn find_entries(
        &mut self,
        state: &mut ExecutionState,
        sink: &mut dyn Sink<'i>,
    ) -> Result<Vec<usize>> {
        let mut whole = Vec::new();
        self.complete_lists();
        if self.executor.plan().lists.is_empty() {
            return Ok(whole);
        }
        self.lists.clear();
        state.pass = true;
        let schedule = Arc::clone(&self.schedule);
        for turn in schedule.turns.iter().filter(|turn| turn.needed) {
            state.passed = false;
            let section_end = self.sections[turn.section].payload.end;
            let read = self.section(&self.sections[turn.section], turn.item, state, sink);
            if !state.passed {
                whole.push(turn.section);
            }
            self.lists = state.share();
            for (at, mut table) in state.tables.drain(..).enumerate() {
                table.end();
                if let Some(place) = self.tables.get_mut(at).filter(|_| table.element.is_some()) {
                    *place = table;
                }
            }
            self.facts.clear();
            state.names.clear();
            if let Err(error) = read {
                sink.resume(error, 0, section_end)?;
            }
        }
        state.pass = false;
        Ok(whole)
    }
}
