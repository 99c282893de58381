//! Operations that are a few short numbers, which are read in one look for each number.

use super::Walker;
use crate::error::{Context as _, Result};
use crate::mlir::generated::{BlockId, RegionsHeader, TypeId, ValueId, Version, quick, view};
use crate::wire::{Cursor, Decode, List, Quick};

/// Operations of a block that are ahead of a walker.
#[derive(Clone, Copy, Debug)]
pub(in crate::mlir) struct Ahead<'a> {
    pub(in crate::mlir) quick: Quick<'a>,
    /// Where the section ends.
    end: usize,
    pub(in crate::mlir) version: Version,
    /// How many operations the block has left.
    pub(in crate::mlir) operations: u64,
    /// Number of the next value that is defined.
    pub(in crate::mlir) next: u32,
    taken: usize,
}

impl Ahead<'_> {
    /// Offset of the next operation, in bytes.
    #[inline(always)]
    pub(in crate::mlir) fn offset(&self) -> usize {
        self.end - self.quick.remaining()
    }

    /// Takes an operation with so many results.
    #[inline(always)]
    pub(in crate::mlir) fn take(&mut self, results: u32) {
        self.operations -= 1;
        self.next += results;
        self.taken += 1;
    }
}

impl<'a> Walker<'_, 'a> {
    /// The operation at the cursor, where all its numbers are short.
    #[inline]
    pub(super) fn quick(&mut self) -> Option<view::Operation<'a>> {
        let mut quick = self.cursor.quick();
        let mut lists =
            Lists { cursor: self.cursor, results: None, operands: None, successors: None };
        let head = quick::Operation::read(&mut quick, self.cx.version(), &mut lists)?;
        self.cursor.pass_quick(quick);
        let Lists { results, operands, successors, .. } = lists;
        let quick::Operation { name, location, attributes, properties, use_lists, regions } = head;
        Some(view::Operation {
            name,
            location,
            attributes,
            properties,
            results,
            operands,
            successors,
            use_lists,
            regions,
        })
    }

    /// The operations of the block at hand that are left, to be taken without a [`Walker`] in between.
    pub(in crate::mlir) fn ahead(&self) -> Ahead<'a> {
        let frame = self.frames.last();
        Ahead {
            quick: self.cursor.quick(),
            end: self.cursor.end(),
            version: self.cx.version(),
            operations: frame.map_or(0, |frame| frame.operations),
            next: frame.map_or(0, |frame| frame.next),
            taken: 0,
        }
    }

    /// Goes on behind the operations that were taken.
    pub(in crate::mlir) fn pass(&mut self, ahead: &Ahead<'a>) {
        self.cursor.pass_quick(ahead.quick);
        self.count += ahead.taken;
        if let Some(frame) = self.frames.last_mut() {
            frame.operations = ahead.operations;
            frame.next = ahead.next;
        }
    }

    /// Enters the regions of the operation that was taken last.
    pub(in crate::mlir) fn enter(&mut self) -> Result<RegionsHeader> {
        let header = self.regions().item("operation");
        self.failed = header.is_err();
        header
    }
}

/// The lists of an operation, which stay in the input.
struct Lists<'a> {
    cursor: Cursor<'a>,
    results: Option<List<'a, TypeId>>,
    operands: Option<List<'a, ValueId>>,
    successors: Option<List<'a, BlockId>>,
}

impl<'a> Lists<'a> {
    #[inline(always)]
    fn list<T: Decode<'a, Context = ()>>(
        &self,
        quick: &mut Quick<'a>,
        count: u64,
    ) -> Option<List<'a, T>> {
        let mut cursor = self.cursor;
        cursor.pass_quick(*quick);
        let len = usize::try_from(count).ok().filter(|len| *len <= quick.remaining())?;
        for _ in 0..len {
            quick.prefix_u32()?;
        }
        Some(List::passed(cursor, len))
    }
}

impl<'a> quick::OperationLists<'a> for Lists<'a> {
    #[inline(always)]
    fn results(&mut self, cursor: &mut Quick<'a>, count: u64) -> Option<()> {
        self.results = Some(self.list(cursor, count)?);
        Some(())
    }

    #[inline(always)]
    fn operands(&mut self, cursor: &mut Quick<'a>, count: u64) -> Option<()> {
        self.operands = Some(self.list(cursor, count)?);
        Some(())
    }

    #[inline(always)]
    fn successors(&mut self, cursor: &mut Quick<'a>, count: u64) -> Option<()> {
        self.successors = Some(self.list(cursor, count)?);
        Some(())
    }
}
