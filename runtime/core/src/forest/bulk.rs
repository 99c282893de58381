//! Unchecked steps, for readers that make many items in a known order, and for owners that check handles themselves. A wrong handle
//! makes them panic or breaks an invariant. They are public because the crates of the formats call them.

use super::{
    BlockId, BlockLinks, Counts, ERASED, Forest, NO_BLOCK, NO_OP, NO_REGION, NONE, OpId, OpLinks,
    RegionId, RegionLinks,
};

#[doc(hidden)]
impl Forest {
    /// Reserves memory for operations.
    pub fn reserve_ops(&mut self, ops: usize) {
        self.ops.reserve(ops);
    }

    /// Reserves memory for blocks.
    pub fn reserve_blocks(&mut self, blocks: usize) {
        self.blocks.reserve(blocks);
    }

    /// Makes an operation that is not in a block.
    #[inline]
    pub fn push_op(&mut self) -> OpId {
        let op = OpId(self.ops.len() as u32);
        self.ops.push(NO_OP);
        op
    }

    /// Makes an operation after the last one of an existing block. After the last such call, set the last operation of the block with
    /// [`Forest::set_last`].
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

    /// Makes a block at the end of a region, or one that is in no region.
    #[inline]
    pub fn push_block(&mut self, region: Option<RegionId>) -> BlockId {
        let block = BlockId(self.blocks.len() as u32);
        self.blocks.push(NO_BLOCK);
        if let Some(region) = region {
            self.link_block(region, block, None);
        }
        block
    }

    /// Makes a region that belongs to no operation.
    pub fn push_region(&mut self) -> RegionId {
        let region = RegionId(self.regions.len() as u32);
        self.regions.push(NO_REGION);
        region
    }

    /// Makes the regions of an operation that has none, with consecutive numbers.
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

    /// Links a block that is in no region after another one that is in no region yet.
    pub fn chain(&mut self, last: BlockId, block: BlockId) {
        self.blocks[last.index()].next = block.0;
        self.blocks[block.index()].previous = last.0;
    }

    /// Puts blocks that were chained into a region without blocks.
    pub fn fill_region(&mut self, region: RegionId, first: BlockId, last: BlockId) {
        let links = &mut self.regions[region.index()];
        (links.first, links.last) = (first.0, last.0);
        let mut next = first.0;
        while let Some(block) = self.blocks.get_mut(next as usize) {
            block.region = region.0;
            next = block.next;
        }
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

    /// Erases an operation that is in no block, with its regions and their blocks. It does not erase the operations inside: erase
    /// each of them, too.
    pub fn erase_shallow(&mut self, op: OpId) {
        let mut region = self.first_region(op);
        while let Some(ended) = region {
            region = self.next_region(ended);
            let mut block = self.first_block(ended);
            while let Some(ended) = block {
                block = self.next_block(ended);
                self.blocks[ended.index()] = BlockLinks { region: ERASED, ..NO_BLOCK };
            }
            self.regions[ended.index()] = RegionLinks { op: ERASED, ..NO_REGION };
        }
        self.ops[op.index()] = OpLinks { block: ERASED, ..NO_OP };
    }

    /// Removes everything that was made since [`Forest::counts`] returned `counts`. All of it must be in the regions of `op`, which
    /// were empty before.
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
