//! A walk over operations, front to back, without recursion.
//!
//! A walker keeps a frame for each operation with open regions. Depth therefore costs memory in proportion to the file, and no
//! stack. Since version 2, isolated regions have a section of their own and can be skipped without decoding. Values are
//! numbered in scopes that start at isolated operations. A region announces the number of its values, so a reader creates all
//! values of a region when it enters it, and a use can come before its definition.
//!
//! If all numbers of an operation are short, `fast` reads it into lists of the caller. Any other operation, with longer
//! numbers, use-list orders or an error, is read again from its start by the code that reports errors.
//!
//! An event borrows the latest operation. Parts that few operations and blocks have (use-list orders, arguments) are decoded on
//! use.

mod event;
mod fast;

use crate::codec::context::Context;
use crate::file::File;
use crate::file::use_lists::UseLists;
use crate::generated::{
    CONTAINER, NestedRegions, RegionHeader, RegionsHeader, UseListMark, section, view,
};
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::wire::{Budget, Cursor};
pub use event::{Block, Event, Operation};
use std::sync::atomic::Ordering;

/// An operation with open regions, or the file itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    regions: u64,
    blocks: u64,
    operations: u64,
    /// Whether a region is open.
    open: bool,
    /// Whether a region was opened.
    started: bool,
    /// The number of the next value that the open region defines.
    next: u32,
    /// The number after the last value of the open region.
    end: u32,
    /// The number of the first value of every region of this operation.
    base: u32,
    /// The end of the nested section; zero without one.
    section_end: usize,
}

/// The kind of an event. The walker keeps the operation or block.
enum Step {
    Operation,
    Region(RegionHeader),
    Block,
    EndRegion,
    End,
    Nothing,
}

/// Decodes operations one after the other.
///
/// Value numbers are those of the file. They start at zero inside an operation that is isolated from above, and sibling regions
/// use the same numbers.
#[derive(Debug)]
pub struct Walker<'f, 'a> {
    file: Option<&'f File<'a>>,
    cursor: Cursor<'a>,
    cx: Context<'static>,
    frames: Vec<Frame>,
    /// The cursors after the open nested sections.
    outer: Vec<Cursor<'a>>,
    count: usize,
    started: bool,
    failed: bool,
    /// The budget of the section's counts. It also applies to regions that are read later.
    budget: Budget,
    /// The largest alignment of a nested section, in bytes; zero if no section is aligned.
    alignment: u64,
    /// The last operation and the last block.
    operation: Operation<'a>,
    block: Block<'a>,
}

impl<'a> File<'a> {
    /// A walk over all operations, front to back.
    #[must_use]
    pub fn walk(&self) -> Walker<'_, 'a> {
        Walker::new(self)
    }
}

impl<'f, 'a> Walker<'f, 'a> {
    pub(crate) fn new(file: &'f File<'a>) -> Self {
        let cursor = file.payload(section::IR);
        let mut walker = Walker::over(cursor, file.plain_context());
        walker.file = Some(file);
        walker
    }

    /// A walk over the payload of an IR section.
    pub(crate) fn over(cursor: Cursor<'a>, cx: Context<'static>) -> Self {
        Walker {
            file: None,
            budget: Budget::announced(cursor.remaining()),
            operation: Operation::of(cx.version(), cursor.input()),
            block: Block::of(cx.version(), cursor.input()),
            cursor,
            cx,
            frames: Vec::new(),
            outer: Vec::new(),
            count: 0,
            started: false,
            failed: false,
            alignment: 0,
        }
    }

    /// A walk over the regions of one isolated operation.
    pub(crate) fn inside(
        cursor: Cursor<'a>,
        cx: Context<'static>,
        header: RegionsHeader,
        budget: Budget,
    ) -> Self {
        let mut walker = Walker::over(cursor, cx);
        walker.started = true;
        walker.budget = budget;
        let section_end = walker.cursor.end();
        walker.frames.extend([
            Frame { started: true, ..Frame::default() },
            Frame { regions: header.regions, section_end, ..Frame::default() },
        ]);
        walker
    }

    /// The remaining budget.
    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    /// The largest alignment of a nested section so far, in bytes; zero if no section is aligned.
    pub(crate) fn alignment(&self) -> u64 {
        self.alignment
    }

    /// The number of the first value in the regions of the last operation.
    pub(crate) fn base(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.base)
    }

    /// The next event; `None` at the end of the file, or after an error.
    ///
    /// # Errors
    /// Bytes that are not operations of this version, with their offset.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it may fail, and lends nothing")]
    pub fn next(&mut self) -> Result<Option<Event<'_, 'a>>> {
        self.event()
    }

    /// The next event, for the loop that reads a module.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn event(&mut self) -> Result<Option<Event<'_, 'a>>> {
        if self.failed {
            return Ok(None);
        }
        match self.step() {
            Ok(Step::Operation) => Ok(Some(Event::Operation(&self.operation))),
            Ok(Step::Block) => Ok(Some(Event::Block(&self.block))),
            Ok(Step::Region(header)) => Ok(Some(Event::Region(header))),
            Ok(Step::EndRegion) => Ok(Some(Event::EndRegion)),
            Ok(Step::End) => Ok(Some(Event::End)),
            Ok(Step::Nothing) => Ok(None),
            Err(error) => {
                self.failed = true;
                Err(error)
            }
        }
    }

    /// Skips the regions of the last operation, if it has any. If they are isolated and the version has a section around them,
    /// nothing is decoded; otherwise they are decoded.
    ///
    /// # Errors
    /// Those of [`Walker::next`].
    pub fn skip_regions(&mut self) -> Result<()> {
        let Some(frame) = self.frames.last().filter(|frame| !frame.started) else { return Ok(()) };
        if frame.section_end != 0 {
            self.leave();
            self.frames.pop();
            return Ok(());
        }
        let depth = self.frames.len();
        while self.frames.len() >= depth {
            if self.next()?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The offset and the bytes of the section around the regions of the last operation, if there is such a section.
    #[must_use]
    pub fn isolated_bytes(&self) -> Option<(usize, &'a [u8])> {
        let frame = self.frames.last().filter(|frame| frame.section_end != 0 && !frame.started)?;
        let start = self.cursor.position();
        Some((start, self.cursor.input().get(start..frame.section_end)?))
    }

    /// The number of open operations at the next event.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step(&mut self) -> Result<Step> {
        let Some(frame) = self.frames.last_mut() else {
            if self.started {
                return Ok(Step::Nothing);
            }
            self.started = true;
            return self.start();
        };
        if frame.operations > 0 {
            frame.operations -= 1;
            return self.operation();
        }
        if frame.blocks > 0 {
            frame.blocks -= 1;
            return self.block();
        }
        if frame.open {
            frame.open = false;
            return Ok(Step::EndRegion);
        }
        if frame.regions > 0 {
            frame.regions -= 1;
            return self.region();
        }
        let end = frame.section_end;
        self.frames.pop();
        if self.frames.is_empty() {
            self.flush();
            return self.finish();
        }
        if end != 0 {
            if !self.cursor.is_empty() {
                return Err(self.trailing());
            }
            self.leave();
        }
        Ok(Step::End)
    }

    #[cold]
    fn trailing(&self) -> Error {
        Error::trailing(self.cursor.position(), self.cursor.remaining(), "the last region")
    }

    /// Continues after the nested section that has ended.
    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.cursor = outer;
        }
    }

    fn finish(&mut self) -> Result<Step> {
        if !self.cursor.is_empty() {
            let (at, left) = (self.cursor.position(), self.cursor.remaining());
            return Err(Error::trailing(at, left, "the last operation"));
        }
        Ok(Step::Nothing)
    }

    /// Starts the walk. The file itself is a block.
    fn start(&mut self) -> Result<Step> {
        self.frames.push(Frame { started: true, end: u32::MAX, ..Frame::default() });
        self.block()
    }

    #[inline]
    fn define(&mut self, count: usize, at: usize) -> Result<u32> {
        let Some(frame) = self.frames.last_mut() else { return Ok(0) };
        let first = frame.next;
        match u32::try_from(count).ok().and_then(|count| first.checked_add(count)) {
            Some(next) if next <= frame.end => {
                frame.next = next;
                Ok(first)
            }
            _ => Err(too_many(at, frame.end - frame.base)),
        }
    }

    #[inline]
    fn operation(&mut self) -> Result<Step> {
        let offset = self.cursor.position();
        self.count += 1;
        self.operation.offset = offset;
        self.operation.depth = self.frames.len().saturating_sub(1);
        let has_regions = match self.read_fast() {
            Some(has_regions) => has_regions,
            None => self.slow()?,
        };
        let results = self.operation.results.len();
        self.operation.first_result = self.define(results, offset)?;
        if self.operation.has_use_lists {
            UseLists::read(&mut self.cursor, &self.cx, results).item("operation")?;
        }
        self.operation.regions = match has_regions {
            true => Some(self.regions().item("operation")?),
            false => None,
        };
        Ok(Step::Operation)
    }

    /// Reads the operation at the cursor, with numbers of any size. Returns whether it has regions.
    #[cold]
    fn slow(&mut self) -> Result<bool> {
        let record = view::Operation::read(&mut self.cursor, &self.cx).item("operation")?;
        let operation = &mut self.operation;
        (operation.name, operation.location) = (record.name, record.location);
        (operation.attributes, operation.properties) = (record.attributes, record.properties);
        operation.has_use_lists = record.use_lists;
        operation.results.clear();
        operation.results.extend(record.results.iter().flat_map(|list| list.iter()));
        operation.operands.clear();
        operation.operands.extend(record.operands.iter().flat_map(|list| list.iter()));
        operation.successors.clear();
        operation.successors.extend(record.successors.iter().flat_map(|list| list.iter()));
        Ok(record.regions)
    }

    fn regions(&mut self) -> Result<RegionsHeader> {
        let offset = self.cursor.position();
        let header = RegionsHeader::read(&mut self.cursor, &self.cx).field("regions")?;
        let mut section_end = 0;
        if header.isolated && self.cx.version() >= NestedRegions::SINCE {
            let nested = CONTAINER.nested(&mut self.cursor, section::IR).field("regions")?;
            section_end = nested.offset + nested.len;
            self.alignment = self.alignment.max(nested.alignment.unwrap_or(0));
            // The section is read here, operation by operation.
            let inner = Cursor::over(self.cursor.input(), nested.offset, section_end)?;
            self.outer.push(std::mem::replace(&mut self.cursor, inner));
        }
        self.cursor.check_count(header.regions, 1).field("regions")?;
        self.budget.spend(header.regions, offset).field("regions")?;
        let base = match self.frames.last() {
            Some(frame) if !header.isolated => {
                if self.frames.len() == 1 {
                    frame.next
                } else {
                    frame.end
                }
            }
            _ => 0,
        };
        let regions = header.regions;
        self.frames.push(Frame {
            regions,
            next: base,
            end: base,
            base,
            section_end,
            ..Frame::default()
        });
        Ok(header)
    }

    fn region(&mut self) -> Result<Step> {
        let offset = self.cursor.position();
        let header = RegionHeader::read(&mut self.cursor, &self.cx).item("region")?;
        let values = header.values.unwrap_or(0);
        self.budget.spend(values, offset).field("values").item("region")?;
        self.cursor.check_count(header.blocks, 1).field("blocks").item("region")?;
        self.budget.spend(header.blocks, offset).field("blocks").item("region")?;
        let Some(frame) = self.frames.last_mut() else { return Ok(Step::EndRegion) };
        frame.next = frame.base;
        frame.end = u32::try_from(values)
            .ok()
            .and_then(|values| frame.base.checked_add(values))
            .ok_or_else(|| too_many(offset, u32::MAX))?;
        frame.blocks = header.blocks;
        frame.open = true;
        frame.started = true;
        Ok(Step::Region(header))
    }

    fn block(&mut self) -> Result<Step> {
        let offset = self.cursor.position();
        let record = view::BlockHeader::read(&mut self.cursor, &self.cx).item("block")?;
        let arguments = record.arguments.map_or(0, |arguments| arguments.len());
        let first_argument = self.define(arguments, offset)?;
        let has_use_lists = record.use_lists == Some(UseListMark::Present);
        if has_use_lists {
            UseLists::read(&mut self.cursor, &self.cx, arguments).item("block")?;
        }
        self.cursor.check_count(record.operations, 1).field("operations").item("block")?;
        self.budget.spend(record.operations, offset).field("operations").item("block")?;
        if let Some(frame) = self.frames.last_mut() {
            frame.operations = record.operations;
        }
        self.block = Block {
            offset,
            operations: record.operations,
            arguments,
            first_argument,
            has_use_lists,
            ..self.block
        };
        Ok(Step::Block)
    }

    fn flush(&mut self) {
        if let Some(file) = self.file {
            file.operations_decoded.fetch_add(std::mem::take(&mut self.count), Ordering::Relaxed);
        }
    }
}

impl Drop for Walker<'_, '_> {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cold]
fn too_many(at: usize, announced: u32) -> Error {
    Error::at(at, ErrorKind::ExtraValue { announced })
}
