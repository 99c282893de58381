//! Reads operations that consist of a few short numbers, with one load for each number.

use super::Walker;
use crate::generated::{RegionBlockId, RegionsHeader, TypeId, ValueId, Version, fast};
use bytespec_core::error::{Context as _, Result};
use bytespec_core::wire::PrefixReader;

/// The next operations of a block, ahead of a walker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastWalker<'a> {
    pub(crate) reader: PrefixReader<'a>,
    /// The end of the section.
    end: usize,
    pub(crate) version: Version,
    /// The number of operations left in the block.
    pub(crate) operations: u64,
    /// The number of the next value that is defined.
    pub(crate) next: u32,
    taken: usize,
}

impl FastWalker<'_> {
    /// Offset of the next operation, in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn offset(&self) -> usize {
        self.end - self.reader.remaining()
    }

    /// Skips an operation with this number of results.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take(&mut self, results: u32) {
        self.operations -= 1;
        self.next += results;
        self.taken += 1;
    }
}

impl<'a> Walker<'_, 'a> {
    /// Reads the operation at the cursor if all its numbers are short. Returns whether it has regions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn read_fast(&mut self) -> Option<bool> {
        let mut reader = self.cursor.prefix_reader();
        let operation = &mut self.operation;
        operation.results.clear();
        operation.operands.clear();
        operation.successors.clear();
        let mut lists = Lists {
            results: &mut operation.results,
            operands: &mut operation.operands,
            successors: &mut operation.successors,
        };
        let head = fast::Operation::read(&mut reader, self.cx.version(), &mut lists)?;
        self.cursor.pass_prefixes(reader);
        let fast::Operation { name, location, attributes, properties, use_lists, regions } = head;
        (operation.name, operation.location) = (name, location);
        (operation.attributes, operation.properties) = (attributes, properties);
        operation.has_use_lists = use_lists;
        Some(regions)
    }

    /// A reader of the remaining operations of the current block, which works without a [`Walker`].
    pub(crate) fn fast(&self) -> FastWalker<'a> {
        let frame = self.frames.last();
        FastWalker {
            reader: self.cursor.prefix_reader(),
            end: self.cursor.end(),
            version: self.cx.version(),
            operations: frame.map_or(0, |frame| frame.operations),
            next: frame.map_or(0, |frame| frame.next),
            taken: 0,
        }
    }

    /// Skips the operations that the reader has read.
    pub(crate) fn pass(&mut self, ahead: &FastWalker<'a>) {
        self.cursor.pass_prefixes(ahead.reader);
        self.count += ahead.taken;
        if let Some(frame) = self.frames.last_mut() {
            frame.operations = ahead.operations;
            frame.next = ahead.next;
        }
    }

    /// Enters the regions of the operation that was read last.
    pub(crate) fn enter(&mut self) -> Result<RegionsHeader> {
        let header = self.regions().item("operation");
        self.failed = header.is_err();
        header
    }
}

/// The lists of an operation.
struct Lists<'l> {
    results: &'l mut Vec<TypeId>,
    operands: &'l mut Vec<ValueId>,
    successors: &'l mut Vec<RegionBlockId>,
}

/// Reads a number of values into a list.
#[cfg_attr(not(debug_assertions), inline(always))]
fn take<T>(
    list: &mut Vec<T>,
    reader: &mut PrefixReader<'_>,
    count: u64,
    of: fn(u32) -> T,
) -> Option<()> {
    for _ in 0..count {
        list.push(of(reader.prefix_u32()?));
    }
    Some(())
}

impl<'a> fast::OperationLists<'a> for Lists<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn results(&mut self, cursor: &mut PrefixReader<'a>, count: u64) -> Option<()> {
        take(self.results, cursor, count, TypeId)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operands(&mut self, cursor: &mut PrefixReader<'a>, count: u64) -> Option<()> {
        take(self.operands, cursor, count, ValueId)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn successors(&mut self, cursor: &mut PrefixReader<'a>, count: u64) -> Option<()> {
        take(self.successors, cursor, count, RegionBlockId)
    }
}
