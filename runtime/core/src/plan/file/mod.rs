//! Files of any schema: the header, and the sections in the order of the file.

mod ahead;
mod axes;
mod combine;
mod corrected;
mod entries;
pub(super) mod explain;
mod facts;
mod misplaced;
mod placed;
pub(super) mod read;
mod relocate;
mod source;
mod through;
mod typed;
mod value;

pub(in crate::plan) use corrected::correct_sizes;
pub(super) use relocate::{Moved, Relocated};
pub use value::{FileValue, SectionContent, SectionValue};

use super::execution_state::{Complete, List, Table};
use super::order::Schedule;
use super::{Executor, Listing, Surroundings};
use crate::container::{Container, SectionSpec};
use crate::error::{Context as _, Error, ErrorKind, PlanFault, Result};
use crate::wire::Cursor;
use bytespec_plan::{Coding, FileShape, ItemId, Plan, Role};
use facts::FactCache;
use std::ops::Range;
use std::sync::Arc;

/// A file that is opened with a plan: the entries of its tables are located.
#[derive(Debug)]
pub struct File<'p, 'i> {
    executor: Executor<'p>,
    shape: FileShape,
    input: &'i [u8],
    header: Range<usize>,
    producer: Option<&'i [u8]>,
    sections: Vec<Section<'p, 'i>>,
    schedule: Arc<Schedule>,
    tables: Vec<Table>,
    /// The numbers of steps that lists record.
    lists: Vec<List>,
    /// The lists after the whole file, if numbers before their values depend on them.
    complete: Complete,
    facts: FactCache,
}

/// A section of a file.
#[derive(Clone, Debug)]
pub struct Section<'p, 'i> {
    /// The number in its header.
    pub id: u8,
    /// Its name; none if the plan does not have the section.
    pub name: Option<&'p str>,
    /// The offset of its header.
    pub header: usize,
    /// The byte range of its payload.
    pub payload: Range<usize>,
    /// The alignment in its header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before its payload.
    pub filler: &'i [u8],
    /// The number of bytes of the length in the header, if the coding of lengths preserves it.
    pub len_bytes: usize,
    /// The number of bytes of the alignment in the header, at least.
    pub alignment_bytes: usize,
    /// The item of its payload; none for a section that the plan does not have, for the section that ends the file, and for a
    /// section that a later one with the same id replaces.
    pub item: Option<ItemId>,
}

/// The name of the format in errors: a plan has no title.
const FORMAT: &str = "a file of the schema";

fn container<'s>(file: &FileShape, sections: &'s [SectionSpec<'s>]) -> Container<'s> {
    Container {
        sections,
        id_mask: 1u8.checked_shl(file.id_bits.into()).map_or(u8::MAX, |bit| bit - 1),
        aligned: file.aligned_bit.map_or(0, |bit| 1 << bit),
        pad: file.pad,
        prefix: file.coding == Coding::Prefix,
        unknown_error: file.unknown_error,
        again_error: file.again_error,
        filler_error: file.filler_error,
    }
}

impl<'p, 'i> File<'p, 'i> {
    /// Whether the input begins with the magic number of the plan.
    #[must_use]
    pub fn is_magic(plan: &Plan, input: &[u8]) -> bool {
        let Some(file) = plan.file else { return false };
        let first = file.content.and_then(|item| plan.steps_of(item).first());
        let magic = match first.map(|step| step.role) {
            Some(Role::Constant(bytes)) => bytes,
            _ => file.magic,
        };
        let magic = magic.of(&plan.bytes);
        !magic.is_empty() && input.starts_with(magic)
    }

    /// Opens a file: reads its header and the headers of its sections, and locates the entries of its tables.
    ///
    /// `versions` are the versions on axes that the file does not state, by index of the axis. To open several files, use one
    /// executor [with](File::with) all of them.
    ///
    /// # Errors
    /// Those of [`File::with`], and of [`Executor::new`].
    pub fn open(plan: &'p Plan, input: &'i [u8], versions: &[(usize, u32)]) -> Result<Self> {
        File::with(&Executor::new(plan, versions)?, input)
    }

    /// Opens a file. The versions of `executor` are those that the file does not state.
    ///
    /// # Errors
    /// A wrong magic number, a version that the plan does not have, and section headers that break the rules of the container.
    pub fn with(executor: &Executor<'p>, input: &'i [u8]) -> Result<Self> {
        match File::as_far_as_read(executor, input)? {
            (file, None) => Ok(file),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// Opens a file up to its first fault. What follows the fault is left out, and a payload that exceeds the file is cut at its
    /// end. A file of an unknown version is read as the newest version.
    ///
    /// # Errors
    /// A plan that does not describe a file.
    pub(in crate::plan) fn as_far_as_read(
        executor: &Executor<'p>,
        input: &'i [u8],
    ) -> Result<(Self, Option<Error>)> {
        let plan = executor.plan();
        let shape = plan.file.ok_or_else(|| Error::new(ErrorKind::Plan(PlanFault::NoFile)))?;
        let magic = shape.magic.of(&plan.bytes);
        let schedule = executor.prepared.schedule(plan, Vec::new());
        let mut file = File {
            executor: executor.clone(),
            shape,
            input,
            header: 0..0,
            producer: None,
            sections: Vec::new(),
            schedule,
            tables: vec![Table::default(); plan.tables.len()],
            lists: Vec::new(),
            complete: Complete::Unknown,
            facts: FactCache::default(),
        };
        if !input.starts_with(magic) {
            let expected = magic.to_owned().into();
            return Ok((file, Some(Error::at(0, ErrorKind::Magic { format: FORMAT, expected }))));
        }
        file.header = magic.len()..magic.len();
        let fault = file.read_headers().err();
        let known = file.sections.iter();
        let known = known.map(|section| (section.id, section.item.map(|item| item.0)));
        file.schedule = file.executor.prepared.schedule(plan, known.collect());
        Ok((file, fault))
    }

    /// Reads everything after the magic number, except the payloads of sections.
    fn read_headers(&mut self) -> Result<()> {
        let (input, start) = (self.input, self.header.start);
        let mut cursor = Cursor::over(input, start, input.len())?;
        let mut fault = None;
        match self.executor.header(&self.shape, &mut cursor) {
            Ok(executor) => self.executor = executor,
            Err(error) => {
                self.executor.pass_header(&self.shape, &mut cursor).map_err(|_| error.clone())?;
                fault = Some(error);
            }
        }
        self.header = start..cursor.position();
        if self.shape.producer {
            let producer = cursor.nul_terminated().field("producer").field("header");
            let producer = producer.map_err(|error| fault.clone().unwrap_or(error))?;
            self.producer = Some(producer);
            self.executor = self.executor.of_producer(producer);
        }
        let sections = match self.shape.content {
            Some(item) => {
                self.sections.push(self.content(item, &cursor));
                Ok(())
            }
            None => self.read_sections(&mut cursor),
        };
        fault.map_or(sections, Err)
    }

    /// The content after the magic number and header, as a section without a header of its own.
    fn content(&self, item: ItemId, cursor: &Cursor<'i>) -> Section<'p, 'i> {
        let plan = self.executor.plan();
        Section {
            id: 0,
            name: plan.items.get(item.index()).map(|item| plan.name(item.name)),
            header: cursor.position(),
            payload: cursor.position()..cursor.end(),
            alignment: None,
            filler: &[],
            len_bytes: 0,
            alignment_bytes: 0,
            item: Some(item),
        }
    }

    /// Whether the file consists of sections, each with a header of its own.
    #[must_use]
    pub fn has_sections(&self) -> bool {
        self.shape.content.is_none()
    }

    fn read_sections(&mut self, cursor: &mut Cursor<'i>) -> Result<()> {
        let plan = self.executor.plan();
        let prepared = Arc::clone(&self.executor.prepared);
        // A separate cursor with a shorter lifetime: the headers that it finds borrow the names of the sections.
        let mut headers = Cursor::over(self.input, cursor.position(), self.input.len())?;
        let container = container(&self.shape, &prepared.sections);
        let mut found = Vec::new();
        let read = container.read_into(&mut found, &mut headers, self.executor.version_number());
        if let Some(cut) =
            container.cut(&found, cursor.position(), self.input).filter(|_| read.is_err())
        {
            found.push(cut);
        }
        for (index, section) in found.iter().enumerate() {
            let spec = plan.sections.iter().find(|spec| spec.id == u64::from(section.id));
            let item = spec.and_then(|spec| plan.items.get(spec.item.index()));
            // Of several sections with the same id, only the last one has an item, unless the section may be repeated.
            let again = found[index + 1..].iter().any(|later| later.id == section.id);
            self.sections.push(Section {
                id: section.id,
                name: item.map(|item| plan.name(item.name)),
                header: section.header,
                payload: section.offset..section.offset + section.len,
                alignment: section.alignment,
                len_bytes: section.len_bytes,
                alignment_bytes: section.alignment_bytes,
                filler: self
                    .input
                    .get(section.offset - section.padding.len()..section.offset)
                    .unwrap_or_default(),
                item: spec
                    .filter(|spec| !spec.end && (!again || spec.repeated))
                    .map(|spec| spec.item),
            });
        }
        read
    }

    /// The executor that reads the file.
    #[must_use]
    pub fn executor(&self) -> &Executor<'p> {
        &self.executor
    }

    /// The whole input.
    #[must_use]
    pub fn input(&self) -> &'i [u8] {
        self.input
    }

    /// The name of the producer, if the header has one.
    #[must_use]
    pub fn producer(&self) -> Option<&'i [u8]> {
        self.producer
    }

    /// A listing of what precedes the sections.
    ///
    /// # Errors
    /// Only those of opening the file.
    pub fn head(&self, executor: &Executor<'_>) -> Result<String> {
        if !self.has_sections() {
            return Ok(String::new());
        }
        let mut listing = Listing::new(executor);
        let mut cursor = Cursor::over(self.input, self.header.start, self.header.end)?;
        executor.read(self.shape.header, &mut cursor, Surroundings::default(), &mut listing)?;
        let mut text = format!("{:#08x} {:>5}  magic number\n", 0, self.header.start);
        text.push_str(&listing.into_text());
        if let Some(producer) = self.producer {
            let (at, len) = (self.header.end, producer.len() + 1);
            let producer = producer.escape_ascii();
            text.push_str(&format!("{at:#08x} {len:>5}  producer = {producer}\n"));
        }
        Ok(text)
    }

    /// The sections, in the order of the file.
    #[must_use]
    pub fn sections(&self) -> &[Section<'p, 'i>] {
        &self.sections
    }
}
