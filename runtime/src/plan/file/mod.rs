//! Files of any schema: the header, and sections in the order of the file.

mod clocks;
mod facts;
mod read;
mod value;

pub use value::{FileValue, SectionContent, SectionValue};

use super::notes::{List, Table};
use super::{Executor, Listing, Surroundings, Tree};
use crate::container::{Container, SectionSpec};
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::wire::Cursor;
use bytespec_plan::{Coding, FileShape, ItemId, Plan};
use clocks::ticks;
use std::ops::Range;

/// A file as a plan sees it: opened, with the entries of its tables found.
#[derive(Debug)]
pub struct File<'p, 'i> {
    executor: Executor<'p>,
    shape: FileShape,
    input: &'i [u8],
    header: Range<usize>,
    producer: Option<&'i [u8]>,
    sections: Vec<Section<'i>>,
    tables: Vec<Table>,
    /// What steps were of which a list is kept.
    lists: Vec<List>,
}

/// A section of a file.
#[derive(Clone, Debug)]
pub struct Section<'i> {
    /// The number in its header.
    pub id: u8,
    /// Its name; none where the plan does not have it.
    pub name: Option<String>,
    /// Where its header begins, in bytes.
    pub header: usize,
    /// Its payload, by offsets in bytes.
    pub payload: Range<usize>,
    /// The alignment in its header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before its payload.
    pub filler: &'i [u8],
    /// What its payload is; none for a section that the plan does not have, that ends the file, or that comes
    /// again.
    pub item: Option<ItemId>,
}

fn no_file() -> Error {
    Error::invalid(
        "the schema has no `header` and `sections`, so that it does not say what a file is",
    )
}

/// What the plan says of section headers, in the words of [`Container`].
fn specs(plan: &Plan) -> Vec<SectionSpec<'_>> {
    let sections = plan.sections.iter().map(|section| SectionSpec {
        id: section.id as u8,
        name: plan.items.get(section.item.index()).map_or("?", |item| plan.name(item.name)),
        required: section.required,
        alignment: u64::from(section.align).max(1),
        must_align: section.align > 0,
        must_not_align: section.unaligned,
        end: section.end,
    });
    sections.collect()
}

fn container<'s>(file: &FileShape, sections: &'s [SectionSpec<'s>]) -> Container<'s> {
    Container {
        sections,
        id_mask: 1u8.checked_shl(file.id_bits.into()).map_or(u8::MAX, |bit| bit - 1),
        aligned: file.aligned_bit.map_or(0, |bit| 1 << bit),
        pad: file.pad,
        prefix: file.coding == Coding::Prefix,
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
    /// `hands` are clocks that the file does not tell, by index.
    ///
    /// # Errors
    /// Bytes that do not begin like such a file, a version that the plan does not have, section headers
    /// that break their rules, and a table that cannot be read.
    pub fn open(plan: &'p Plan, input: &'i [u8], hands: &[(usize, u32)]) -> Result<Self> {
        let shape = plan.file.ok_or_else(no_file)?;
        let magic = shape.magic.of(&plan.bytes);
        if !input.starts_with(magic) {
            return Err(Error::at(
                0,
                ErrorKind::Invalid("another magic number is needed".to_owned()),
            ));
        }
        let newest = plan.clocks.first().map_or(0, |clock| ticks(plan, clock.ticks).count() as u32);
        let mut known = hands.to_vec();
        known.push((0, newest.saturating_sub(1)));
        let executor = Executor::new(plan, &known)?;
        let start = magic.len();
        let mut cursor = Cursor::over(input, start, input.len())?;
        // The version that the header's first fields say may decide about the later ones.
        let mut ahead = cursor;
        let (executor, _) = executor.header(&shape, &mut ahead, start)?;
        let mut tree = Tree::new(&executor);
        executor
            .read(shape.header, &mut cursor, Surroundings::default(), &mut tree)
            .field("header")?;
        let header = start..cursor.position();
        let producer = match shape.producer {
            true => Some(cursor.nul_terminated().field("producer").field("header")?),
            false => None,
        };
        let specs = specs(plan);
        // Of a lifetime of its own: what is found borrows the names of the sections.
        let mut headers = Cursor::over(input, cursor.position(), input.len())?;
        let found = container(&shape, &specs).read(&mut headers)?;
        let mut sections = Vec::new();
        for (index, section) in found.iter().enumerate() {
            let spec = plan.sections.iter().find(|spec| spec.id == u64::from(section.id));
            // Of several with one id the last counts.
            let again = found[index + 1..].iter().any(|later| later.id == section.id);
            let item = spec.filter(|spec| !spec.end && !again).map(|spec| spec.item);
            sections.push(Section {
                id: section.id,
                name: section.name.map(str::to_owned),
                header: section.header,
                payload: section.offset..section.offset + section.len,
                alignment: section.alignment,
                filler: input
                    .get(section.offset - section.padding.len()..section.offset)
                    .unwrap_or_default(),
                item,
            });
        }
        let tables = vec![Table::default(); plan.tables.len()];
        let lists = Vec::new();
        let executor = match producer {
            Some(name) => executor.of_producer(name),
            None => executor,
        };
        Ok(File { executor, shape, input, header, producer, sections, tables, lists })
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
    pub fn sections(&self) -> &[Section<'i>] {
        &self.sections
    }
}
