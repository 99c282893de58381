//! Files of any schema: the header, and sections in the order of the file.

mod clocks;
mod facts;
mod read;
mod value;

pub use value::{FileValue, SectionContent, SectionValue};

use super::notes::{List, Table};
use super::number::keeps_width;
use super::order::Schedule;
use super::{Executor, Listing, Surroundings};
use crate::container::{Container, SectionSpec};
use crate::error::{Context as _, Error, ErrorKind, PlanFault, Result};
use crate::wire::Cursor;
use bytespec_plan::{Coding, FileShape, ItemId, Plan};
use facts::Known;
use std::ops::Range;
use std::sync::Arc;

/// A file as a plan sees it: opened, with the entries of its tables found.
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
    /// What steps were of which a list is kept.
    lists: Vec<List>,
    facts: Known,
}

/// A section of a file.
#[derive(Clone, Debug)]
pub struct Section<'p, 'i> {
    /// The number in its header.
    pub id: u8,
    /// Its name; none where the plan does not have it.
    pub name: Option<&'p str>,
    /// Where its header begins, in bytes.
    pub header: usize,
    /// Its payload, by offsets in bytes.
    pub payload: Range<usize>,
    /// The alignment in its header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before its payload.
    pub filler: &'i [u8],
    /// How many bytes its length has in the header, where the coding of lengths keeps that.
    pub len_bytes: usize,
    /// How many bytes the alignment has in the header, at least.
    pub alignment_bytes: usize,
    /// What its payload is; none for a section that the plan does not have, that ends the file, or that comes
    /// again.
    pub item: Option<ItemId>,
}

/// What errors call the format: a plan has no title.
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
    /// Whether bytes begin as a file of the plan does.
    #[must_use]
    pub fn is_magic(plan: &Plan, input: &[u8]) -> bool {
        let magic = plan.file.map(|file| file.magic.of(&plan.bytes));
        magic.is_some_and(|magic| !magic.is_empty() && input.starts_with(magic))
    }

    /// Opens a file: its header, the headers of its sections, and where the entries of its tables are.
    ///
    /// `hands` are clocks that the file does not tell, by index. Who opens several files opens them [with](File::with)
    /// one executor.
    ///
    /// # Errors
    /// Those of [`File::with`], and of [`Executor::new`].
    pub fn open(plan: &'p Plan, input: &'i [u8], hands: &[(usize, u32)]) -> Result<Self> {
        File::with(&Executor::new(plan, hands)?, input)
    }

    /// Opens a file; the clocks of `executor` are those that the file does not tell.
    ///
    /// # Errors
    /// Bytes that do not begin like such a file, a version that the plan does not have, and section headers
    /// that break their rules.
    pub fn with(executor: &Executor<'p>, input: &'i [u8]) -> Result<Self> {
        let plan = executor.plan();
        let shape = plan.file.ok_or_else(|| Error::new(ErrorKind::Plan(PlanFault::NoFile)))?;
        let magic = shape.magic.of(&plan.bytes);
        if !input.starts_with(magic) {
            let expected = magic.to_owned().into();
            return Err(Error::at(0, ErrorKind::Magic { format: FORMAT, expected }));
        }
        let start = magic.len();
        let mut cursor = Cursor::over(input, start, input.len())?;
        let mut executor = executor.header(&shape, &mut cursor)?;
        let header = start..cursor.position();
        let producer = match shape.producer {
            true => Some(cursor.nul_terminated().field("producer").field("header")?),
            false => None,
        };
        // Of a lifetime of its own: what is found borrows the names of the sections.
        let mut headers = Cursor::over(input, cursor.position(), input.len())?;
        let version = executor.tick();
        let found = container(&shape, &executor.settled.sections).read(&mut headers, version)?;
        let mut sections = Vec::with_capacity(found.len());
        for (index, section) in found.iter().enumerate() {
            let spec = plan.sections.iter().find(|spec| spec.id == u64::from(section.id));
            let item = spec.and_then(|spec| plan.items.get(spec.item.index()));
            // Of several with one id the last counts.
            let again = found[index + 1..].iter().any(|later| later.id == section.id);
            sections.push(Section {
                id: section.id,
                name: item.map(|item| plan.name(item.name)),
                header: section.header,
                payload: section.offset..section.offset + section.len,
                alignment: section.alignment,
                len_bytes: if keeps_width(shape.coding) { section.len_bytes } else { 0 },
                alignment_bytes: match keeps_width(shape.coding) {
                    true => section.alignment_bytes,
                    false => 0,
                },
                filler: input
                    .get(section.offset - section.padding.len()..section.offset)
                    .unwrap_or_default(),
                item: spec
                    .filter(|spec| !spec.end && (!again || spec.repeated))
                    .map(|spec| spec.item),
            });
        }
        if let Some(name) = producer {
            executor = executor.of_producer(name);
        }
        let known = sections.iter().map(|section| (section.id, section.item.map(|item| item.0)));
        let schedule = executor.settled.schedule(plan, known.collect());
        Ok(File {
            executor,
            shape,
            input,
            header,
            producer,
            sections,
            schedule,
            tables: vec![Table::default(); plan.tables.len()],
            lists: Vec::new(),
            facts: Known::default(),
        })
    }

    /// What the file is read with.
    #[must_use]
    pub fn executor(&self) -> &Executor<'p> {
        &self.executor
    }

    /// The whole input.
    #[must_use]
    pub fn input(&self) -> &'i [u8] {
        self.input
    }

    /// The name of the producer, where the header has one.
    #[must_use]
    pub fn producer(&self) -> Option<&'i [u8]> {
        self.producer
    }

    /// What stands before the sections, as a listing.
    ///
    /// # Errors
    /// None but those of opening the file.
    pub fn head(&self, executor: &Executor<'_>) -> Result<String> {
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
