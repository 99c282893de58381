//! Edits that check their handles: what owners of other formats call.

use super::placing::misplaced;
use super::{BlockId, BlockLinks, ERASED, Forest, LIMIT, NO_BLOCK, NONE, OpId, Place, RegionId};
use crate::error::{Error, ErrorKind, Misplacement, Result};

/// What an edit erased. Drop what you store for it; the numbers are not used again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Operations, each before those in its regions.
    pub ops: Vec<OpId>,
    /// Blocks.
    pub blocks: Vec<BlockId>,
    /// Regions.
    pub regions: Vec<RegionId>,
}

/// Refuses one more of something.
fn check_limit(limit: &'static str, len: usize) -> Result<()> {
    match len < LIMIT as usize {
        true => Ok(()),
        false => {
            let (found, max) = (len as u64 + 1, u64::from(LIMIT));
            Err(Error::new(ErrorKind::Limit { limit, found, max }))
        }
    }
}

/// An operation in errors.
fn op_name(op: OpId) -> String {
    format!("operation {}", op.number())
}

fn block_name(block: BlockId) -> String {
    format!("block {}", block.number())
}

impl Forest {
    /// Adds an operation that is in no block yet. [Append](Forest::append) or [move](Forest::move_to) it to its place.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`]: there are 2³¹ operations.
    pub fn add_op(&mut self) -> Result<OpId> {
        check_limit("operations of a forest", self.ops.len())?;
        Ok(self.push_op())
    }

    /// Adds a root: a block that is in no region. A forest can have any number of them, for example one for each function.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`]: there are 2³¹ blocks.
    pub fn add_root(&mut self) -> Result<BlockId> {
        check_limit("blocks of a forest", self.blocks.len())?;
        Ok(self.push_block(None))
    }

    /// Adds a block at the end of a region.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the region does not exist. [`ErrorKind::Limit`]: there are 2³¹ blocks.
    pub fn add_block(&mut self, region: RegionId) -> Result<BlockId> {
        self.check_region(region)?;
        check_limit("blocks of a forest", self.blocks.len())?;
        Ok(self.push_block(Some(region)))
    }

    /// Adds a region without blocks as the last one of an operation. It takes time in the number of regions of the operation.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the operation does not exist. [`ErrorKind::Limit`]: there are 2³¹ regions.
    pub fn add_region(&mut self, op: OpId) -> Result<RegionId> {
        self.check_op(op)?;
        check_limit("regions of a forest", self.regions.len())?;
        let last = self.regions(op).last();
        let region = self.push_region();
        self.regions[region.index()].op = op.number();
        match last {
            Some(last) => self.regions[last.index()].next = region.number(),
            None => self.parent_of(op).first_region = region.number(),
        }
        Ok(region)
    }

    /// Moves an operation, with everything inside its regions, to a place. The operation can be in a block or in none.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the operation, or the block or operation of the place, does not exist. [`ErrorKind::Misplaced`]: the
    /// place is inside the operation, next to the operation itself, or next to an operation in no block. Then the operation stays
    /// where it is.
    pub fn move_to(&mut self, place: Place, op: OpId) -> Result<()> {
        self.check_move(place, op, op_name)?;
        self.put(place, op);
        Ok(())
    }

    /// Moves an operation, with everything inside its regions, to the end of a block.
    ///
    /// # Errors
    /// Those of [`Forest::move_to`].
    pub fn append(&mut self, block: BlockId, op: OpId) -> Result<()> {
        self.move_to(Place::AtEnd(block), op)
    }

    /// Takes an operation, with everything inside its regions, out of its block, if it is in one. You can move it elsewhere later.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the operation does not exist.
    pub fn remove(&mut self, op: OpId) -> Result<()> {
        self.check_op(op)?;
        self.detach(op);
        Ok(())
    }

    /// Moves a block, with everything inside it, to the end of a region. A root becomes a block of the region.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the block or the region does not exist. [`ErrorKind::Misplaced`]: the region is inside the block. Then
    /// the block stays where it is.
    pub fn append_block(&mut self, region: RegionId, block: BlockId) -> Result<()> {
        self.check_block(block)?;
        self.check_region(region)?;
        self.check_block_move(region, block)?;
        self.detach_block(block);
        self.link_block(region, block, None);
        Ok(())
    }

    /// Moves a block, with everything inside it, before another block of a region. A root becomes a block of the region.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: one of the blocks does not exist. [`ErrorKind::Misplaced`]: the other block is a root, is the block
    /// itself, or is inside of it. Then the block stays where it is.
    pub fn insert_block_before(&mut self, before: BlockId, block: BlockId) -> Result<()> {
        self.check_block(block)?;
        self.check_block(before)?;
        if before == block {
            return Err(misplaced(block_name(block), Misplacement::NextToItself));
        }
        let root = || misplaced(block_name(block), Misplacement::NextToRoot);
        let region = self.block_region(before).ok_or_else(root)?;
        self.check_block_move(region, block)?;
        self.detach_block(block);
        self.link_block(region, block, Some(before));
        Ok(())
    }

    /// Refuses to move a block into itself.
    fn check_block_move(&self, region: RegionId, block: BlockId) -> Result<()> {
        let around = self.region_op(region).and_then(|op| self.op_block(op));
        let is_inside = |around| {
            let mut outer = self.outer_ops(around).map(|op| self.op_block(op));
            around == block || outer.any(|outer| outer == Some(block))
        };
        match around.is_some_and(is_inside) {
            true => Err(misplaced(block_name(block), Misplacement::InsideItself)),
            false => Ok(()),
        }
    }

    /// Takes a block out of its region, if it is in one.
    fn detach_block(&mut self, block: BlockId) {
        let Some(region) = self.block_region(block) else { return };
        let links = &mut self.blocks[block.index()];
        let (previous, next) = (links.previous, links.next);
        (links.region, links.previous, links.next) = (NONE, NONE, NONE);
        match BlockId::some(previous) {
            Some(previous) => self.blocks[previous.index()].next = next,
            None => self.regions[region.index()].first = next,
        }
        match BlockId::some(next) {
            Some(next) => self.blocks[next.index()].previous = previous,
            None => self.regions[region.index()].last = previous,
        }
    }

    /// Puts a root into a region, before another block of the region or at its end.
    pub(super) fn link_block(&mut self, region: RegionId, block: BlockId, before: Option<BlockId>) {
        let previous = match before {
            Some(before) => self.blocks[before.index()].previous,
            None => self.regions[region.index()].last,
        };
        let links = &mut self.blocks[block.index()];
        links.region = region.number();
        links.previous = previous;
        links.next = before.map_or(NONE, BlockId::number);
        match BlockId::some(previous) {
            Some(previous) => self.blocks[previous.index()].next = block.number(),
            None => self.regions[region.index()].first = block.number(),
        }
        match before {
            Some(next) => self.blocks[next.index()].previous = block.number(),
            None => self.regions[region.index()].last = block.number(),
        }
    }

    /// Erases an operation with everything inside its regions. It takes time in what it erases.
    ///
    /// The forest does not know which values are used elsewhere. Check that first, if your format has values.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the operation does not exist.
    pub fn erase(&mut self, op: OpId) -> Result<Erased> {
        self.check_op(op)?;
        let ops = self.walk_op(op).collect();
        self.detach(op);
        Ok(self.erase_all(Erased { ops, ..Erased::default() }))
    }

    /// Erases a block, or a root, with everything inside it. See [`Forest::erase`].
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the block does not exist.
    pub fn erase_block(&mut self, block: BlockId) -> Result<Erased> {
        self.check_block(block)?;
        let ops = self.walk(block).collect();
        self.detach_block(block);
        self.blocks[block.index()] = BlockLinks { region: ERASED, ..NO_BLOCK };
        Ok(self.erase_all(Erased { ops, blocks: vec![block], regions: Vec::new() }))
    }

    /// Erases operations, all of which are inside something that has no place any more.
    fn erase_all(&mut self, mut erased: Erased) -> Erased {
        for &op in &erased.ops {
            for region in self.regions(op) {
                erased.regions.push(region);
                erased.blocks.extend(self.blocks(region));
            }
            self.erase_shallow(op);
        }
        erased
    }
}
