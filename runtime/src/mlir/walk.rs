//! A walk over operations, front to back, without recursion on the machine's stack.

mod ahead;

use super::context::Context;
use super::file::File;
use super::generated::{
    CONTAINER, NestedRegions, RegionHeader, RegionsHeader, UseListMark, Version, section, view,
};
use super::use_lists::UseLists;
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::wire::{Budget, Cursor};
use std::sync::atomic::Ordering;

/// What a [`Walker`] meets.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// An operation. Its regions follow, then [`Event::End`]; an operation without regions has no end.
    Operation(Operation<'a>),
    /// A region of the operation that was entered last.
    Region(RegionHeader),
    /// A block of the region that was entered last.
    Block(Block<'a>),
    /// The region that was entered last ends.
    EndRegion,
    /// The operation whose regions were entered last ends.
    End,
}

/// An operation on its way past.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    /// Offset from the start of the file, in bytes.
    pub offset: usize,
    /// The fields, in the numbers of the file.
    pub record: view::Operation<'a>,
    /// Number of regions, and whether they are isolated from above; none for an operation without
    /// regions.
    pub regions: Option<RegionsHeader>,
    /// The number of its first result; the others follow it.
    pub first_result: u32,
    version: Version,
    input: &'a [u8],
}

impl<'a> Operation<'a> {
    /// Number of results.
    #[must_use]
    pub fn result_count(&self) -> usize {
        self.record.results.map_or(0, |results| results.len())
    }

    /// Orders of the uses of its results, where the file states them.
    #[must_use]
    pub fn use_lists(&self) -> Option<UseLists<'a>> {
        if !self.record.use_lists {
            return None;
        }
        let cx = Context::new(self.version, None);
        let mut cursor = Cursor::over(self.input, self.offset, self.input.len()).ok()?;
        view::Operation::read(&mut cursor, &cx).ok()?;
        UseLists::read(&mut cursor, &cx, self.result_count()).ok()
    }
}

/// A block on its way past.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Offset from the start of the file, in bytes.
    pub offset: usize,
    /// Number of operations.
    pub operations: u64,
    /// Number of arguments.
    pub arguments: usize,
    /// The number of its first argument; the others follow it.
    pub first_argument: u32,
    has_use_lists: bool,
    version: Version,
    input: &'a [u8],
}

impl<'a> Block<'a> {
    /// Number of operations, and the arguments: they are read again.
    #[must_use]
    pub fn record(&self) -> view::BlockHeader<'a> {
        self.parts().0
    }

    /// Orders of the uses of its arguments, where the file states them.
    #[must_use]
    pub fn use_lists(&self) -> Option<UseLists<'a>> {
        if !self.has_use_lists {
            return None;
        }
        let (_, mut cursor) = self.parts();
        let cx = Context::new(self.version, None);
        UseLists::read(&mut cursor, &cx, self.arguments).ok()
    }

    fn parts(&self) -> (view::BlockHeader<'a>, Cursor<'a>) {
        let read = || {
            let mut cursor = Cursor::over(self.input, self.offset, self.input.len())?;
            let cx = Context::new(self.version, None);
            Ok((view::BlockHeader::read(&mut cursor, &cx)?, cursor))
        };
        match read() {
            Ok(parts) => parts,
            // The same bytes and the same version were read before.
            Err::<_, Error>(error) => {
                unreachable!("was read once and is not readable again: {error}")
            }
        }
    }
}

/// An operation whose regions are being read, or the file itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    regions: u64,
    blocks: u64,
    operations: u64,
    /// A region is open.
    open: bool,
    /// A region was opened.
    begun: bool,
    /// Number of the next value defined in the open region.
    next: u32,
    /// The number after the last value of the open region.
    end: u32,
    /// The number of the first value of every region of this operation.
    base: u32,
    /// Where the nested section ends; zero without one.
    section_end: usize,
}

/// Reads operations one after the other.
///
/// Value numbers are those of the file: they start at zero inside an operation that is isolated
/// from above, and regions that stand side by side use the same numbers.
#[derive(Debug)]
pub struct Walker<'f, 'a> {
    file: Option<&'f File<'a>>,
    cursor: Cursor<'a>,
    cx: Context<'static>,
    frames: Vec<Frame>,
    /// Behind each nested section that is open.
    outer: Vec<Cursor<'a>>,
    count: usize,
    started: bool,
    failed: bool,
    /// What the section may announce. Regions that are read later count on.
    budget: Budget,
}

impl<'a> File<'a> {
    /// A walk over all operations, front to back.
    #[must_use]
    pub fn walk(&self) -> Walker<'_, 'a> {
        Walker::new(self)
    }
}

impl<'f, 'a> Walker<'f, 'a> {
    pub(super) fn new(file: &'f File<'a>) -> Self {
        let cursor = file.payload(section::IR);
        let mut walker = Walker::over(cursor, file.plain_context());
        walker.file = Some(file);
        walker
    }

    /// A walk over the payload of an IR section.
    pub(super) fn over(cursor: Cursor<'a>, cx: Context<'static>) -> Self {
        Walker {
            file: None,
            budget: Budget::announced(cursor.remaining()),
            cursor,
            cx,
            frames: Vec::new(),
            outer: Vec::new(),
            count: 0,
            started: false,
            failed: false,
        }
    }

    /// A walk over the regions of one isolated operation.
    pub(super) fn inside(
        cursor: Cursor<'a>,
        cx: Context<'static>,
        header: RegionsHeader,
        budget: Budget,
    ) -> Self {
        let mut walker = Walker::over(cursor, cx);
        walker.started = true;
        walker.budget = budget;
        let frame = Frame {
            regions: 0,
            blocks: 0,
            operations: 0,
            open: false,
            begun: false,
            next: 0,
            end: 0,
            base: 0,
            section_end: 0,
        };
        let section_end = walker.cursor.end();
        walker.frames.extend([
            Frame { begun: true, ..frame },
            Frame { regions: header.regions, section_end, ..frame },
        ]);
        walker
    }

    /// What is left of the budget.
    pub(super) fn budget(&self) -> Budget {
        self.budget
    }

    /// The number of the first value in the regions of the operation that was just met.
    pub(super) fn base(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.base)
    }

    /// The next thing in the file; none at its end, or after an error.
    ///
    /// # Errors
    /// Bytes that are not operations of this version, with their offset.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it may fail, and lends nothing")]
    pub fn next(&mut self) -> Result<Option<Event<'a>>> {
        if self.failed {
            return Ok(None);
        }
        let event = self.step();
        self.failed = event.is_err();
        event
    }

    /// Passes the regions of the operation that was just met, if it has any. Where they are isolated
    /// and the version has a section around them, this costs nothing; otherwise they are read.
    ///
    /// # Errors
    /// Those of [`Walker::next`].
    pub fn skip_regions(&mut self) -> Result<()> {
        let Some(frame) = self.frames.last().filter(|frame| !frame.begun) else { return Ok(()) };
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

    /// The bytes of the section around the regions of the operation that was just met, with their
    /// offset, where there is such a section.
    #[must_use]
    pub fn isolated_bytes(&self) -> Option<(usize, &'a [u8])> {
        let frame = self.frames.last().filter(|frame| frame.section_end != 0 && !frame.begun)?;
        let start = self.cursor.position();
        Some((start, self.cursor.input().get(start..frame.section_end)?))
    }

    /// How many operations are open around the next event.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    #[inline]
    fn step(&mut self) -> Result<Option<Event<'a>>> {
        let Some(frame) = self.frames.last_mut() else {
            if self.started {
                return Ok(None);
            }
            self.started = true;
            return self.start().map(Some);
        };
        if frame.operations > 0 {
            frame.operations -= 1;
            return self.operation().map(Some);
        }
        if frame.blocks > 0 {
            frame.blocks -= 1;
            return self.block().map(Some);
        }
        if frame.open {
            frame.open = false;
            return Ok(Some(Event::EndRegion));
        }
        if frame.regions > 0 {
            frame.regions -= 1;
            return self.region().map(Some);
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
        Ok(Some(Event::End))
    }

    #[cold]
    fn trailing(&self) -> Error {
        Error::trailing(self.cursor.position(), self.cursor.remaining(), "the last region")
    }

    /// Goes on behind the nested section that is at its end.
    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.cursor = outer;
        }
    }

    fn finish(&mut self) -> Result<Option<Event<'a>>> {
        if !self.cursor.is_empty() {
            let (at, left) = (self.cursor.position(), self.cursor.remaining());
            return Err(Error::trailing(at, left, "the last operation"));
        }
        Ok(None)
    }

    /// The file itself is a block.
    fn start(&mut self) -> Result<Event<'a>> {
        self.frames.push(Frame {
            regions: 0,
            blocks: 0,
            operations: 0,
            open: false,
            begun: true,
            next: 0,
            end: u32::MAX,
            base: 0,
            section_end: 0,
        });
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
    fn operation(&mut self) -> Result<Event<'a>> {
        let offset = self.cursor.position();
        self.count += 1;
        let record = match self.quick() {
            Some(record) => record,
            None => view::Operation::read(&mut self.cursor, &self.cx).item("operation")?,
        };
        let results = record.results.map_or(0, |results| results.len());
        let first_result = self.define(results, offset)?;
        let (version, input) = (self.cx.version(), self.cursor.input());
        if record.use_lists {
            UseLists::read(&mut self.cursor, &self.cx, results).item("operation")?;
        }
        let mut operation =
            Operation { offset, record, regions: None, first_result, version, input };
        if record.regions {
            operation.regions = Some(self.regions().item("operation")?);
        }
        Ok(Event::Operation(operation))
    }

    fn regions(&mut self) -> Result<RegionsHeader> {
        let offset = self.cursor.position();
        let header = RegionsHeader::read(&mut self.cursor, &self.cx).field("regions")?;
        let mut section_end = 0;
        if header.isolated && self.cx.version() >= NestedRegions::SINCE {
            let nested = CONTAINER.nested(&mut self.cursor, section::IR).field("regions")?;
            section_end = nested.offset + nested.len;
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
        self.frames.push(Frame {
            regions: header.regions,
            blocks: 0,
            operations: 0,
            open: false,
            begun: false,
            next: base,
            end: base,
            base,
            section_end,
        });
        Ok(header)
    }

    fn region(&mut self) -> Result<Event<'a>> {
        let offset = self.cursor.position();
        let header = RegionHeader::read(&mut self.cursor, &self.cx).item("region")?;
        let values = header.values.unwrap_or(0);
        self.budget.spend(values, offset).field("values").item("region")?;
        self.cursor.check_count(header.blocks, 1).field("blocks").item("region")?;
        self.budget.spend(header.blocks, offset).field("blocks").item("region")?;
        let Some(frame) = self.frames.last_mut() else { return Ok(Event::EndRegion) };
        frame.next = frame.base;
        frame.end = u32::try_from(values)
            .ok()
            .and_then(|values| frame.base.checked_add(values))
            .ok_or_else(|| too_many(offset, u32::MAX))?;
        frame.blocks = header.blocks;
        frame.open = true;
        frame.begun = true;
        Ok(Event::Region(header))
    }

    fn block(&mut self) -> Result<Event<'a>> {
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
        Ok(Event::Block(Block {
            offset,
            operations: record.operations,
            arguments,
            first_argument,
            has_use_lists,
            version: self.cx.version(),
            input: self.cursor.input(),
        }))
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
