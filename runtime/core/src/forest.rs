//! The nesting of operations, blocks and regions, which are identified by number. A forest does not contain the operations
//! themselves. The owner of the forest stores them under the same numbers.
//!
//! After every change, each item is in at most one place, and no item is inside itself.

mod placing;
mod walks;

pub use placing::Misplaced;
pub use placing::Place;
pub use walks::{PostOrder, PreOrder};

use crate::error::{Error, ErrorKind, Result};

const NONE: u32 = u32::MAX;
/// Handles are less than this number. Their highest bit is free for other uses.
pub const LIMIT: u32 = 1 << 31;
/// The parent of an erased item. No handle has this number.
const ERASED: u32 = LIMIT;

/// Declares handle types. A handle is the number of an item in memory.
#[doc(hidden)]
#[macro_export]
macro_rules! handles {
    ($($name:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The handle with a number. The number is not checked.
            #[doc(hidden)]
            #[inline]
            #[must_use]
            pub const fn at(number: u32) -> Self {
                $name(number)
            }

            /// The number of the handle.
            #[doc(hidden)]
            #[inline]
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0
            }

            /// The handle with this number; none if no handle can have it.
            #[doc(hidden)]
            #[inline]
            #[must_use]
            pub fn some(number: u32) -> Option<Self> {
                (number < $crate::forest::LIMIT).then_some($name(number))
            }

            /// The number of the handle. It is unique among handles of its kind, and less than the number of all handles that
            /// were ever created.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

handles! {
    OpId, "An operation in memory.";
    BlockId, "A block in memory.";
    RegionId, "A region in memory.";
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// A result of an operation, counted from zero.
    Result(OpId, u32),
    /// An argument of a block, counted from zero.
    Argument(BlockId, u32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct OpLinks {
    /// The enclosing block. If the operation has or had regions, this is `PARENTS` plus an index into the list of parents.
    block: u32,
    previous: u32,
    next: u32,
}

/// The additional data of an operation with regions. Most operations have none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Parent {
    block: u32,
    first_region: u32,
}

/// The first of the numbers that are indices into the list of parents, after this number is subtracted. `NONE` is not one of them.
const PARENTS: u32 = ERASED + 1;

#[derive(Clone, Copy, Debug, PartialEq)]
struct BlockLinks {
    region: u32,
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct RegionLinks {
    op: u32,
    first: u32,
    last: u32,
    /// The next region of the same operation.
    next: u32,
}

const NO_OP: OpLinks = OpLinks { block: NONE, previous: NONE, next: NONE };
const NO_BLOCK: BlockLinks =
    BlockLinks { region: NONE, first: NONE, last: NONE, previous: NONE, next: NONE };
const NO_REGION: RegionLinks = RegionLinks { op: NONE, first: NONE, last: NONE, next: NONE };

/// The nesting of operations, blocks and regions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    ops: Vec<OpLinks>,
    parents: Vec<Parent>,
    blocks: Vec<BlockLinks>,
    regions: Vec<RegionLinks>,
}

/// The number of operations, blocks and regions.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub ops: usize,
    parents: usize,
    pub blocks: usize,
    pub regions: usize,
}

#[cold]
pub fn wrong(what: &'static str, number: u32, erased: bool) -> Error {
    Error::new(ErrorKind::Handle { what, number, erased })
}

impl Forest {
    // Creation.

    /// Reserves memory for operations.
    pub fn reserve_ops(&mut self, ops: usize) {
        self.ops.reserve(ops);
    }

    /// Reserves memory for blocks.
    pub fn reserve_blocks(&mut self, blocks: usize) {
        self.blocks.reserve(blocks);
    }

    /// Frees unused memory.
    pub fn shrink(&mut self) {
        self.ops.shrink_to_fit();
        self.parents.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.regions.shrink_to_fit();
    }

    /// Creates an operation that is in no block.
    #[inline]
    pub fn push_op(&mut self) -> OpId {
        let op = OpId(self.ops.len() as u32);
        self.ops.push(NO_OP);
        op
    }

    /// Creates an operation at the end of an existing block. `last` is the last operation of the block. After the last such call,
    /// call [`Forest::set_last`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push_after(&mut self, block: BlockId, last: Option<OpId>) -> OpId {
        let op = OpId(self.ops.len() as u32);
        let previous = last.map_or(NONE, |last| last.0);
        self.ops.push(OpLinks { block: block.0, previous, next: NONE });
        match self.ops.get_mut(previous as usize) {
            Some(last) => last.next = op.0,
            None => self.blocks[block.index()].first = op.0,
        }
        op
    }

    /// Sets the last operation of an existing block.
    pub fn set_last(&mut self, block: BlockId, last: Option<OpId>) {
        self.blocks[block.index()].last = last.map_or(NONE, |last| last.0);
    }

    /// Creates a block at the end of a region, or in no region.
    #[inline]
    pub fn push_block(&mut self, region: Option<RegionId>) -> BlockId {
        let block = BlockId(self.blocks.len() as u32);
        let mut links = NO_BLOCK;
        if let Some(region) = region {
            let around = &mut self.regions[region.index()];
            links.region = region.0;
            links.previous = around.last;
            around.last = block.0;
            match BlockId::some(links.previous) {
                Some(previous) => self.blocks[previous.index()].next = block.0,
                None => around.first = block.0,
            }
        }
        self.blocks.push(links);
        block
    }

    /// Creates a region that belongs to no operation.
    pub fn push_region(&mut self) -> RegionId {
        let region = RegionId(self.regions.len() as u32);
        self.regions.push(NO_REGION);
        region
    }

    /// Creates regions with consecutive numbers, for an operation without regions.
    pub fn push_regions(&mut self, op: OpId, count: usize) {
        let start = self.regions.len();
        if count == 0 {
            return;
        }
        self.parent_of(op).first_region = start as u32;
        let end = start + count;
        let links = (start + 1..end + 1).map(|next| {
            let next = if next < end { next as u32 } else { NONE };
            RegionLinks { op: op.0, next, ..NO_REGION }
        });
        self.regions.extend(links);
    }

    /// Links two blocks that are in no region: `block` follows `last`.
    pub fn chain(&mut self, last: BlockId, block: BlockId) {
        self.blocks[last.index()].next = block.0;
        self.blocks[block.index()].previous = last.0;
    }

    /// Puts a chain of blocks into a region without blocks.
    pub fn fill_region(&mut self, region: RegionId, first: BlockId, last: BlockId) {
        let links = &mut self.regions[region.index()];
        (links.first, links.last) = (first.0, last.0);
        let mut next = first.0;
        while let Some(block) = self.blocks.get_mut(next as usize) {
            block.region = region.0;
            next = block.next;
        }
    }

    // Queries.

    /// The number of all operations, blocks and regions that were ever created.
    pub fn counts(&self) -> Counts {
        Counts {
            ops: self.ops.len(),
            parents: self.parents.len(),
            blocks: self.blocks.len(),
            regions: self.regions.len(),
        }
    }

    /// Whether an operation exists and was not erased.
    pub fn has_op(&self, op: OpId) -> bool {
        self.ops.get(op.index()).is_some_and(|links| links.block != ERASED)
    }

    /// Refuses an operation that does not exist.
    pub fn check_op(&self, op: OpId) -> Result<()> {
        match self.has_op(op) {
            true => Ok(()),
            false => Err(wrong("operation", op.0, op.index() < self.ops.len())),
        }
    }

    /// Refuses a block that does not exist.
    pub fn check_block(&self, block: BlockId) -> Result<()> {
        match self.blocks.get(block.index()) {
            Some(links) if links.region != ERASED => Ok(()),
            found => Err(wrong("block", block.0, found.is_some())),
        }
    }

    /// Refuses a region that does not exist.
    pub fn check_region(&self, region: RegionId) -> Result<()> {
        match self.regions.get(region.index()) {
            Some(links) if links.op != ERASED => Ok(()),
            found => Err(wrong("region", region.0, found.is_some())),
        }
    }

    #[inline]
    pub fn op_block(&self, op: OpId) -> Option<BlockId> {
        let block = self.ops.get(op.index())?.block;
        BlockId::some(self.as_parent(block).map_or(block, |parent| parent.block))
    }

    /// The additional data of an operation, by the field `block` of its links.
    #[inline]
    fn as_parent(&self, block: u32) -> Option<&Parent> {
        self.parents.get(block.checked_sub(PARENTS)? as usize)
    }

    /// The additional data of an existing operation. It is created if the operation has none.
    fn parent_of(&mut self, op: OpId) -> &mut Parent {
        let links = &mut self.ops[op.index()];
        let place = match links.block.checked_sub(PARENTS) {
            Some(place) if links.block != NONE => place as usize,
            _ => {
                let place = self.parents.len();
                self.parents.push(Parent { block: links.block, first_region: NONE });
                links.block = PARENTS + place as u32;
                place
            }
        };
        &mut self.parents[place]
    }

    /// Sets the block of an operation.
    fn set_block(&mut self, op: OpId, block: u32) {
        let links = &mut self.ops[op.index()];
        let parent = links.block.checked_sub(PARENTS).filter(|_| links.block != NONE);
        match parent.and_then(|place| self.parents.get_mut(place as usize)) {
            Some(parent) => parent.block = block,
            None => links.block = block,
        }
    }

    #[inline]
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        OpId::some(self.ops.get(op.index())?.next)
    }

    #[inline]
    pub fn previous_op(&self, op: OpId) -> Option<OpId> {
        OpId::some(self.ops.get(op.index())?.previous)
    }

    /// The block of an operation, the operation after it, and whether it has regions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn around(&self, op: OpId) -> Option<(Option<BlockId>, Option<OpId>, bool)> {
        let links = self.ops.get(op.index())?;
        let (block, has_regions) = match self.as_parent(links.block) {
            Some(parent) => (parent.block, parent.first_region != NONE),
            None => (links.block, false),
        };
        Some((BlockId::some(block), OpId::some(links.next), has_regions))
    }

    #[inline]
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        OpId::some(self.blocks.get(block.index())?.first)
    }

    #[inline]
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        OpId::some(self.blocks.get(block.index())?.last)
    }

    /// The operations of a block.
    #[inline]
    pub fn ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + use<'_> {
        std::iter::successors(self.first_op(block), |op| self.next_op(*op))
    }

    #[inline]
    pub fn first_block(&self, region: RegionId) -> Option<BlockId> {
        BlockId::some(self.regions.get(region.index())?.first)
    }

    #[inline]
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        BlockId::some(self.blocks.get(block.index())?.next)
    }

    /// The blocks of a region.
    #[inline]
    pub fn blocks(&self, region: RegionId) -> impl Iterator<Item = BlockId> + use<'_> {
        std::iter::successors(self.first_block(region), |block| self.next_block(*block))
    }

    #[inline]
    pub fn block_region(&self, block: BlockId) -> Option<RegionId> {
        RegionId::some(self.blocks.get(block.index())?.region)
    }

    #[inline]
    pub fn region_op(&self, region: RegionId) -> Option<OpId> {
        OpId::some(self.regions.get(region.index())?.op)
    }

    #[inline]
    pub fn first_region(&self, op: OpId) -> Option<RegionId> {
        RegionId::some(self.as_parent(self.ops.get(op.index())?.block)?.first_region)
    }

    #[inline]
    fn next_region(&self, region: RegionId) -> Option<RegionId> {
        RegionId::some(self.regions.get(region.index())?.next)
    }

    /// The regions of an operation.
    #[inline]
    pub fn regions(&self, op: OpId) -> impl Iterator<Item = RegionId> + use<'_> {
        std::iter::successors(self.first_region(op), |region| self.next_region(*region))
    }

    /// The operation whose regions contain an operation.
    #[inline]
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.region_op(self.block_region(self.op_block(op)?)?)
    }

    /// Whether a block is inside an operation, at any depth.
    pub fn is_inside(&self, block: BlockId, op: OpId) -> bool {
        // Most operations have no regions. This test is faster than the search.
        self.first_region(op).is_some() && self.outer_ops(block).any(|outer| outer == op)
    }

    /// The outermost block that contains a block, or the block itself: a block in no region.
    pub fn outermost(&self, block: BlockId) -> Option<BlockId> {
        match self.outer_ops(block).last() {
            Some(op) => self.op_block(op),
            None => self.block_region(block).is_none().then_some(block),
        }
    }

    /// The operations that contain a block, the innermost first.
    fn outer_ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + '_ {
        let around = |block| self.region_op(self.block_region(block)?);
        std::iter::successors(around(block), move |op| around(self.op_block(*op)?))
    }

    /// The operations in a block and in nested regions. Each operation comes before those in its regions.
    pub fn walk(&self, block: BlockId) -> PreOrder<'_> {
        PreOrder::new(self, self.first_op(block), None)
    }

    /// An operation and all operations inside it. Each operation comes before those in its regions.
    pub fn walk_op(&self, op: OpId) -> PreOrder<'_> {
        PreOrder::new(self, self.has_op(op).then_some(op), Some(op))
    }

    /// The operations in a block and in nested regions. Each operation comes after those in its regions.
    pub fn post_order(&self, block: BlockId) -> PostOrder<'_> {
        PostOrder::new(self, self.first_op(block), None)
    }

    /// An operation and all operations inside it. Each operation comes after those in its regions.
    pub fn post_order_op(&self, op: OpId) -> PostOrder<'_> {
        PostOrder::new(self, self.has_op(op).then_some(op), Some(op))
    }

    // Removal.

    /// Erases an operation that is in no block, with its regions and their blocks. The operations in these blocks are not erased:
    /// call this method for each of them, too.
    pub fn erase(&mut self, op: OpId) {
        let mut region = self.first_region(op);
        while let Some(erased) = region {
            region = self.next_region(erased);
            let mut block = self.first_block(erased);
            while let Some(erased) = block {
                block = self.next_block(erased);
                self.blocks[erased.index()] = BlockLinks { region: ERASED, ..NO_BLOCK };
            }
            self.regions[erased.index()] = RegionLinks { op: ERASED, ..NO_REGION };
        }
        self.ops[op.index()] = OpLinks { block: ERASED, ..NO_OP };
    }

    /// Removes all items that were created since [`Forest::counts`] returned `counts`. All of them must be in the regions of
    /// `op`, and these regions must have been empty at that time.
    pub fn roll_back(&mut self, op: OpId, counts: Counts) {
        let mut region = self.first_region(op);
        while let Some(emptied) = region {
            region = self.next_region(emptied);
            let links = &mut self.regions[emptied.index()];
            (links.first, links.last) = (NONE, NONE);
        }
        self.ops.truncate(counts.ops);
        self.parents.truncate(counts.parents);
        self.blocks.truncate(counts.blocks);
        self.regions.truncate(counts.regions);
    }
}
