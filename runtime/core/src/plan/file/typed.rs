//! Files with sections whose contents have types.

use super::{File, FileValue, SectionContent};
use crate::error::Result;
use crate::plan::Tree;
use crate::plan::execution_state::ExecutionState;
use crate::plan::record::{FileContent, RecordReader};
use crate::wire::Cursor;
use std::sync::Arc;

impl<'i> File<'_, 'i> {
    /// Reads the whole file in the order of [`File::order`]. The executor reads the contents without a type.
    ///
    /// # Errors
    /// The first error in the file.
    pub(in crate::plan) fn read_typed<C: FileContent<'i>>(
        &mut self,
    ) -> Result<FileValue<C::Header, C>> {
        let executor = self.executor.clone();
        let cursor = Cursor::over(self.input, self.header.start, self.header.end)?;
        let (item, around) = (self.shape.header, C::AROUND);
        let header = RecordReader::read(&executor, item, &cursor, around, C::read_header)?;
        let (mut contents, mut state) = (Vec::new(), ExecutionState::default());
        self.find_entries(&mut state, &mut ())?;
        let schedule = Arc::clone(&self.schedule);
        for turn in &schedule.turns {
            state.lists.clone_from(&self.lists);
            state.begin_section(turn);
            let section = &self.sections[turn.section];
            let content = match C::reader(turn.item) {
                Some(read) => {
                    state.complete = self.complete.clone();
                    let range = section.payload.clone();
                    let cursor = (&Cursor::over(self.input, range.start, range.end)?, around);
                    let state = &mut state;
                    let content =
                        RecordReader::read_section(&executor, turn.item, cursor, state, read)?;
                    if turn.table.is_some() {
                        // Only an executor notes the entries of tables, which other sections can refer to.
                        state.begin_section(turn);
                        self.section(section, turn.item, state, &mut ())?;
                    }
                    content
                }
                None => {
                    let mut tree = Tree::new(&executor, self.input);
                    self.section(section, turn.item, &mut state, &mut tree)?;
                    SectionContent::Item(turn.item, tree.into_value()).into()
                }
            };
            contents.push((section.header, content));
            self.end_section(turn, &mut state);
        }
        Ok(self.value(header, contents))
    }

    /// The file for a value whose header can state other versions.
    ///
    /// # Errors
    /// A version that the plan does not have.
    pub(in crate::plan) fn at_versions_of(mut self, value: &FileValue) -> Result<Self> {
        if self.has_sections() {
            self.executor = self.executor.of_header(&self.shape, &value.header)?;
            self.executor = match &value.producer {
                Some(producer) => self.executor.of_producer(producer),
                None => self.executor,
            };
        }
        Ok(self)
    }
}
