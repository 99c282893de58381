//! Whole files as values, for reading and for writing.

use super::combine::with_placed;
use super::placed::{Composed, Conflict, Described};
use super::{File, Section, container};
use crate::container::{Container, Part};
use crate::error::{
    Context as _, Error, ErrorKind, PlanFault, Result, SectionFault, Segment, TextFault,
};
use crate::plan::execution_state::{Complete, ExecutionState, Sizes, Written};
use crate::plan::order::Order;
use crate::plan::{Builtin, Sink, Surroundings, Tree, Value};
use crate::wire::{Budget, Cursor, Writer};
use bytespec_plan::{ItemId, Plan, Run};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

/// The most times that everything is written again with corrected sizes, and with the numbers that depend on values after them.
/// Corrected sizes can change how an entry is written, and a checksum can cover such numbers.
const MAX_ROUNDS: u32 = 4;

/// A file as a value: everything that is needed to write it again. In generated code, its header and the contents of its sections have
/// types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileValue<H = Value, C = SectionContent> {
    /// The header after the magic number.
    pub header: H,
    /// The name of the producer, if the header has one.
    pub producer: Option<Vec<u8>>,
    /// The sections, in the order of the file.
    pub sections: Vec<SectionValue<C>>,
}

impl FileValue {
    /// A file that is one record; none if the files of the plan are not one record.
    #[must_use]
    pub fn of_record(plan: &Plan, record: Value) -> Option<Self> {
        let file = plan.file?;
        let section = SectionValue::new(0, SectionContent::Item(file.content?, record));
        let header = Value::Item(file.header, Vec::new());
        Some(FileValue { header, producer: None, sections: vec![section] })
    }

    /// Drops what [`Value::forget_filler`] drops, in the header and the contents of all sections.
    pub fn forget_filler(&mut self, plan: &Plan) {
        self.header.forget_filler(plan);
        for section in &mut self.sections {
            if let SectionContent::Item(_, value) = &mut section.content {
                value.forget_filler(plan);
            }
        }
    }

    /// The record of the file, for a format with the key `file`.
    #[must_use]
    pub fn record(&self) -> Option<&Value> {
        match &self.sections.first()?.content {
            SectionContent::Item(_, value) => Some(value),
            SectionContent::Bytes(_) => None,
        }
    }

    /// The same, for changes.
    #[must_use]
    pub fn record_mut(&mut self) -> Option<&mut Value> {
        match &mut self.sections.first_mut()?.content {
            SectionContent::Item(_, value) => Some(value),
            SectionContent::Bytes(_) => None,
        }
    }
}

/// A section as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionValue<C = SectionContent> {
    /// The number in its header.
    pub id: u8,
    /// The alignment in its header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before its payload.
    pub filler: Vec<u8>,
    /// The number of bytes of the length in the header, at least; zero for the shortest form.
    pub len_bytes: usize,
    /// The number of bytes of the alignment in the header, at least.
    pub alignment_bytes: usize,
    /// Its payload.
    pub content: C,
}

impl<C> SectionValue<C> {
    /// A new section without an alignment.
    #[must_use]
    pub fn new(id: u8, content: C) -> Self {
        let (len_bytes, alignment_bytes) = (0, 0);
        SectionValue {
            id,
            alignment: None,
            filler: Vec::new(),
            len_bytes,
            alignment_bytes,
            content,
        }
    }

    /// The same section with another content.
    pub(in crate::plan) fn with<D>(&self, content: D) -> SectionValue<D> {
        let SectionValue { id, alignment, len_bytes, alignment_bytes, .. } = *self;
        let filler = self.filler.clone();
        SectionValue { id, alignment, filler, len_bytes, alignment_bytes, content }
    }
}

/// The payload of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionContent {
    /// A value that the plan describes.
    Item(ItemId, Value),
    /// Bytes that the plan does not describe.
    Bytes(Vec<u8>),
}

impl<'p, 'i> File<'p, 'i> {
    /// Reads the whole file in the documented order.
    ///
    /// # Errors
    /// The first error in the file.
    pub fn read(&mut self) -> Result<FileValue> {
        self.read_beside(|_| (), |_, ()| ())
    }

    /// Reads the whole file in the documented order, with an additional sink for each section. `done` receives the sink after its
    /// section.
    ///
    /// # Errors
    /// The first error in the file, and errors of a sink.
    pub fn read_beside<S: Sink<'i>>(
        &mut self,
        mut sink: impl FnMut(&Section<'p, 'i>) -> S,
        mut done: impl FnMut(&Section<'p, 'i>, S),
    ) -> Result<FileValue> {
        let executor = self.executor.clone();
        let mut tree = Tree::new(&executor, self.input);
        let mut cursor = Cursor::over(self.input, self.header.start, self.header.end)?;
        executor.read(self.shape.header, &mut cursor, Surroundings::default(), &mut tree)?;
        let header = tree.into_value();
        let mut values = Vec::new();
        self.read_with(
            |section| (Tree::new(&executor, self.input), sink(section)),
            |section, (tree, sink)| {
                done(section, sink);
                let content =
                    section.item.map(|item| SectionContent::Item(item, tree.into_value()));
                values.extend(content.map(|content| (section.header, content)));
                Ok(())
            },
        )?;
        Ok(self.value(header, values))
    }

    /// The value of the file, from the contents of sections, by the offsets of the sections. Other sections are bytes.
    pub(super) fn value<H, C: From<SectionContent>>(
        &self,
        header: H,
        mut contents: Vec<(usize, C)>,
    ) -> FileValue<H, C> {
        let sections = self.sections.iter().map(|section| {
            let content = contents.iter().position(|(header, _)| *header == section.header);
            let content = content.map(|at| contents.swap_remove(at).1).unwrap_or_else(|| {
                let bytes = self.input.get(section.payload.clone()).unwrap_or_default();
                SectionContent::Bytes(bytes.to_vec()).into()
            });
            let Section { id, alignment, len_bytes, alignment_bytes, .. } = *section;
            let filler = section.filler.to_vec();
            SectionValue { id, alignment, filler, len_bytes, alignment_bytes, content }
        });
        let sections = sections.collect();
        FileValue { header, producer: self.producer.map(<[u8]>::to_vec), sections }
    }

    /// Writes a value that was read from this file, with or without changes. Lookups of table entries still use the entries of
    /// this file. Sizes are computed from what is written, also sizes in other sections.
    ///
    /// # Errors
    /// A value that does not fit the plan, sections that the version does not allow, and filler inside a section that aligns to
    /// the start of the file and no longer does so at its new offset.
    pub fn write(&self, file: &FileValue) -> Result<Vec<u8>> {
        let composed = self.compose(file, &OnceCell::new());
        Ok(composed.map_err(|conflict| conflict.error)?.bytes)
    }

    /// The same, with the values at offsets. A conflict names those that overlap. `original` keeps what fields describe in this file.
    pub(super) fn compose(
        &self,
        file: &FileValue,
        original: &OnceCell<Described>,
    ) -> Result<Composed, Box<Conflict>> {
        // What expressions search for can be elsewhere in the file that is written.
        let mut found = self.executor.searched(self.input);
        if found.iter().any(|(run, _)| run.len == 0) {
            found = self.resized(file, found, original)?;
        }
        let mut file = Cow::Borrowed(file);
        // If a search gives another size than a value has, a draft without searches shows where the patterns are. Its reason.
        let (mut error, mut is_draft) = (None, false);
        for _ in 0..=MAX_ROUNDS {
            let known = (!is_draft).then_some(&*found);
            let now = match self.compose_with(&file, known, original) {
                Ok((composed, _)) if is_draft => self.executor.searched(&composed.bytes),
                Ok((composed, state)) => {
                    let now = self.executor.searched(&composed.bytes);
                    let follows =
                        self.executor.prepared.has_checksums && follow_filler(&mut file, &composed);
                    if now == found && !follows {
                        self.check_composed(&file, &composed.bytes, &state)?;
                        return Ok(composed);
                    }
                    now
                }
                Err(conflict) => {
                    let len = conflict.bytes.len() as u64;
                    let now = with_size(&found, len);
                    let is_first = error.is_none();
                    if len == 0 && is_first && !self.executor.prepared.searched.is_empty() {
                        (error, is_draft) = (Some(conflict), true);
                        continue;
                    }
                    if len == 0 || now == found {
                        return Err(error.unwrap_or(conflict));
                    }
                    now
                }
            };
            (found, is_draft) = (now, false);
        }
        Err(Error::new(ErrorKind::Plan(PlanFault::Sizes)).into())
    }

    /// The offsets of byte patterns, with the size that the file has if only the bytes without an offset change their number.
    fn resized(
        &self,
        file: &FileValue,
        found: Vec<(Run, u64)>,
        original: &OnceCell<Described>,
    ) -> Result<Vec<(Run, u64)>> {
        // An error is found again with the values at offsets.
        let Ok((payloads, _)) = self.payloads(file, Some(&found)) else { return Ok(found) };
        let len: usize = payloads.iter().map(Writer::len).sum();
        let rest = self.input.len().saturating_sub(self.described(original)?.in_sequence);
        Ok(with_size(&found, (len + rest) as u64))
    }

    /// The same, with the offsets of the byte patterns that expressions search for; none in a draft.
    fn compose_with(
        &self,
        file: &FileValue,
        found: Option<&[(Run, u64)]>,
        original: &OnceCell<Described>,
    ) -> Result<(Composed, ExecutionState), Box<Conflict>> {
        let plan = self.executor.plan();
        let around = Surroundings { functions: &Builtin, tables: self };
        let mut writer = Writer::new();
        writer.bytes(self.shape.magic.of(&plan.bytes));
        let pad = self.shape.pad;
        self.executor.write(self.shape.header, &file.header, pad, around, &mut writer)?;
        if self.shape.producer {
            let producer = file.producer.as_deref().unwrap_or_default();
            if producer.contains(&0) {
                let error = Error::new(ErrorKind::Text(TextFault::ZeroByte));
                return Err(error.within(Segment::Field("producer".into())).into());
            }
            writer.nul_terminated(producer);
        }
        let container = container(&self.shape, &self.executor.prepared.sections);
        if self.has_sections() {
            self.check_sections(file, &container)?;
        }
        let (payloads, mut state) = self.payloads(file, found)?;
        for (section, mut payload) in file.sections.iter().zip(payloads) {
            if let SectionContent::Bytes(bytes) = &section.content {
                payload.bytes(bytes);
            }
            let SectionValue { id, alignment, len_bytes, alignment_bytes, .. } = *section;
            let (padding, payload) = (section.filler.as_slice(), payload.as_slice().into());
            let offset = 0;
            let part = Part { id, alignment, padding, len_bytes, alignment_bytes, offset, payload };
            match self.has_sections() {
                true => container.write_part(&mut writer, &part),
                false => writer.bytes(&part.payload),
            }
        }
        let bytes = writer.into_bytes();
        let written = std::mem::take(&mut state.written);
        if let Some(first) = state.misplaced.first() {
            let misplaced = (first.error.clone(), state.misplaced);
            let sequence = Written { bytes, ..Written::default() };
            return Err(Conflict::misplaced(misplaced, written, sequence));
        }
        let composed = match self.executor.prepared.has_places {
            true => {
                let (offset, is_full) = (0, state.is_full && !self.has_sections());
                let filler = std::mem::take(&mut state.filler);
                let sequence = Written { offset, bytes, filler, is_full, ..Written::default() };
                let was_value = |at: usize, filler: &Range<usize>| {
                    let known = self.described(original);
                    known.is_ok_and(|known| known.has_value_in_filler(at, filler))
                };
                let (all, before) = ((sequence, written), (self.input, &was_value as _));
                let mut composed = with_placed((plan, pad, file.record()), all, before)?;
                if composed.bytes != self.input || composed.has_rest() {
                    composed.drop_unused(self.described(original)?, pad);
                }
                composed
            }
            false => Composed { bytes, placed: Vec::new(), filler: Vec::new() },
        };
        Ok((composed, state))
    }

    /// Refuses sections that a file cannot have.
    fn check_sections(&self, file: &FileValue, container: &Container<'_>) -> Result<()> {
        let ids = file.sections.iter().map(|section| section.id);
        container.check(ids, self.executor.version_number())?;
        let plan = self.executor.plan();
        for (at, section) in (0..).zip(&file.sections) {
            let spec = plan.sections.iter().find(|spec| spec.id == u64::from(section.id));
            let fault = match &section.content {
                SectionContent::Item(item, _) if spec.is_none_or(|spec| spec.item != *item) => {
                    let section_name = self.executor.name_of(*item).to_owned();
                    Some(SectionFault::Inner { section: section_name, found: section.id })
                }
                SectionContent::Bytes(bytes)
                    if spec.is_some_and(|spec| spec.end) && !bytes.is_empty() =>
                {
                    Some(SectionFault::NotLast { bytes: bytes.len() })
                }
                _ => None,
            };
            let fault = fault.map_or(Ok(()), |fault| Err(Error::new(ErrorKind::Section(fault))));
            let checked =
                fault.and_then(|()| container.check_alignment(section.id, section.alignment));
            checked.index(at).field("sections")?;
        }
        Ok(())
    }

    /// Whether a section that the plan describes is bytes, which a reader can refuse.
    fn has_unread_bytes(&self, file: &FileValue) -> bool {
        let mut sections = self.executor.plan().sections.iter().filter(|spec| !spec.end);
        let is_bytes = |id| {
            let mut all = file.sections.iter().filter(|section| u64::from(section.id) == id);
            all.any(|section| matches!(section.content, SectionContent::Bytes(_)))
        };
        self.has_sections() && sections.any(|spec| is_bytes(spec.id))
    }

    /// Refuses a file that a reader reads in another way, or not at all.
    fn check_composed(&self, file: &FileValue, bytes: &[u8], state: &ExecutionState) -> Result<()> {
        Budget::empty(bytes.len()).count(state.empty_written)?;
        if self.executor.prepared.reads_left || self.executor.prepared.has_open_digits {
            self.check_again(file, bytes)?;
        }
        if self.has_unread_bytes(file) {
            File::with(&self.executor, bytes)?.read()?;
        }
        if state.fixed {
            let again = File::with(&self.executor, bytes).and_then(|mut file| file.read());
            again.map_err(|_| Error::new(ErrorKind::Plan(PlanFault::Filler)))?;
        }
        Ok(())
    }

    /// Writes the payloads of the sections, each after those that it depends on. Also returns the state for all of them.
    /// `found` has the offsets of the byte patterns that expressions search for; none in a draft.
    pub(super) fn payloads(
        &self,
        file: &FileValue,
        found: Option<&[(Run, u64)]>,
    ) -> Result<(Vec<Writer>, ExecutionState)> {
        let plan = self.executor.plan();
        let around = Surroundings { functions: &Builtin, tables: self };
        let pad = self.shape.pad;
        // A section that provides lists must be written before the sections that use them.
        let items: Vec<(usize, ItemId, &Value)> = file
            .sections
            .iter()
            .enumerate()
            .filter_map(|(at, section)| match &section.content {
                SectionContent::Item(item, value) => Some((at, *item, value)),
                SectionContent::Bytes(_) => None,
            })
            .collect();
        let ids: Vec<ItemId> = items.iter().map(|(_, item, _)| *item).collect();
        let order = Order::new(plan).sorted(&ids);
        let later = &self.executor.prepared.later_lists;
        let (mut sizes, mut rounds) = (Sizes::default(), 0);
        let is_draft = found.is_none() || !later.is_empty();
        let mut complete = if is_draft { Complete::Draft } else { Complete::Unknown };
        loop {
            let found = found.map(<[_]>::to_vec).unwrap_or_default();
            let mut state = ExecutionState { sizes, complete, found, ..ExecutionState::default() };
            let mut payloads = vec![Writer::new(); file.sections.len()];
            for at in &order {
                let (place, item, value) = items[*at];
                let payload = &mut payloads[place];
                self.executor.write_noting(item, value, pad, around, &mut state, payload)?;
            }
            // The sizes of values in a section were written before it, in another section.
            let has_corrected = state.sizes.has_corrected();
            let is_complete = later.is_empty() || state.complete.is_same(later, &state.lists);
            if !has_corrected && is_complete {
                return Ok((payloads, state));
            }
            if rounds == MAX_ROUNDS {
                return Err(Error::new(ErrorKind::Plan(PlanFault::Sizes)));
            }
            complete = match is_complete {
                true => state.complete.clone(),
                false => Complete::Known(state.share().into()),
            };
            sizes = std::mem::take(&mut state.sizes);
            rounds += 1;
        }
    }
}

/// Gives filler the bytes of the values that replaced it, which checksums of records with the filler contain. Returns whether there
/// are any.
fn follow_filler(file: &mut Cow<'_, FileValue>, composed: &Composed) -> bool {
    let mut replaced = composed.replaced().peekable();
    let follows = replaced.peek().is_some();
    for (positions, bytes) in replaced {
        let slot = file.to_mut().record_mut().and_then(|record| record.part_mut(positions));
        if let Some(slot) = slot {
            *slot = Value::Bytes(bytes.to_vec());
        }
    }
    follows
}

/// The offsets of byte patterns, with another size of the file, which is that of no bytes.
fn with_size(found: &[(Run, u64)], size: u64) -> Vec<(Run, u64)> {
    found.iter().map(|(run, at)| (*run, if run.len == 0 { size } else { *at })).collect()
}
