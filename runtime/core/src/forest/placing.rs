//! Moving operations to other places, and regions to other operations.

use super::{BlockId, Forest, NONE, OpId, RegionId};
use crate::error::{Misplacement, Result};

/// A place between operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before all operations of a block.
    AtStart(BlockId),
    /// Before an operation.
    Before(OpId),
    /// After an operation.
    After(OpId),
    /// After all operations of a block.
    AtEnd(BlockId),
}

impl Place {
    /// The place for the next operation, after `put` was inserted at this place. Consecutive insertions then keep their order.
    pub fn behind(self, put: OpId) -> Place {
        match self {
            Place::AtStart(_) | Place::After(_) => Place::After(put),
            Place::Before(_) | Place::AtEnd(_) => self,
        }
    }
}

/// The operation that makes a place invalid, and the reason.
pub type Misplaced = (OpId, Misplacement);

impl Forest {
    /// The block of a place, and the operation directly after the place; none if the place is next to an operation that is in no
    /// block.
    pub fn resolve(&self, place: Place) -> Option<(BlockId, Option<OpId>)> {
        match place {
            Place::AtStart(block) => Some((block, self.first_op(block))),
            Place::Before(op) => Some((self.op_block(op)?, Some(op))),
            Place::After(op) => Some((self.op_block(op)?, self.next_op(op))),
            Place::AtEnd(block) => Some((block, None)),
        }
    }

    /// Refuses a place whose operation or block does not exist.
    pub fn check_place(&self, place: Place) -> Result<()> {
        match place {
            Place::AtStart(block) | Place::AtEnd(block) => self.check_block(block),
            Place::Before(op) | Place::After(op) => self.check_op(op),
        }
    }

    /// The block of a place whose operation or block exists.
    ///
    /// # Errors
    /// A place next to an operation that is in no block.
    pub fn place_block(&self, place: Place) -> std::result::Result<BlockId, Misplaced> {
        match (self.resolve(place), place) {
            (Some((block, _)), _) | (None, Place::AtStart(block) | Place::AtEnd(block)) => {
                Ok(block)
            }
            (None, Place::Before(op) | Place::After(op)) => Err((op, Misplacement::NextToDetached)),
        }
    }

    /// Refuses a place that exists, but where the operation cannot be.
    pub fn check_move(&self, place: Place, op: OpId) -> std::result::Result<(), Misplaced> {
        if place == Place::Before(op) || place == Place::After(op) {
            return Err((op, Misplacement::NextToItself));
        }
        let block = self.place_block(place)?;
        if self.is_inside(block, op) {
            return Err((op, Misplacement::InsideItself));
        }
        Ok(())
    }

    /// Moves an operation to a checked place. If it is in a block, it is removed from there first.
    pub fn put(&mut self, place: Place, op: OpId) {
        self.remove(op);
        if let Some((block, next)) = self.resolve(place) {
            self.insert(op, block, next);
        }
    }

    /// Inserts an operation that is in no block before another operation, or at the end of the block.
    pub fn insert(&mut self, op: OpId, block: BlockId, before: Option<OpId>) {
        let previous = match before {
            Some(before) => self.ops[before.index()].previous,
            None => self.blocks[block.index()].last,
        };
        self.set_block(op, block.0);
        let links = &mut self.ops[op.index()];
        links.previous = previous;
        links.next = before.map_or(NONE, |before| before.0);
        match OpId::some(previous) {
            Some(previous) => self.ops[previous.index()].next = op.0,
            None => self.blocks[block.index()].first = op.0,
        }
        match before {
            Some(next) => self.ops[next.index()].previous = op.0,
            None => self.blocks[block.index()].last = op.0,
        }
    }

    /// Removes an operation from its block, if it is in one.
    pub fn remove(&mut self, op: OpId) {
        let Some(block) = self.op_block(op) else { return };
        self.set_block(op, NONE);
        let links = &mut self.ops[op.index()];
        let (previous, next) = (links.previous, links.next);
        (links.previous, links.next) = (NONE, NONE);
        match OpId::some(previous) {
            Some(previous) => self.ops[previous.index()].next = next,
            None => self.blocks[block.index()].first = next,
        }
        match OpId::some(next) {
            Some(next) => self.ops[next.index()].previous = previous,
            None => self.blocks[block.index()].last = previous,
        }
    }

    /// Replaces the regions of an operation. Regions of other operations are moved. Regions that do not exist or that contain the
    /// operation are ignored.
    pub fn adopt(&mut self, op: OpId, regions: &[RegionId]) {
        while let Some(region) = self.first_region(op) {
            self.release(region);
        }
        let mut last = None;
        for &region in regions {
            let is_new = self.check_region(region).is_ok() && self.region_op(region) != Some(op);
            // A region without blocks contains no operation. Regions that were just read are such regions, so skip the search.
            let is_around = self.first_block(region).is_some() && self.is_around(region, op);
            if !is_new || is_around {
                continue;
            }
            self.release(region);
            self.regions[region.index()].op = op.0;
            match last.replace(region) {
                Some(last) => self.regions[last.index()].next = region.0,
                None => self.parent_of(op).first_region = region.0,
            }
        }
    }

    /// Whether a region contains an operation, at any depth.
    fn is_around(&self, region: RegionId, op: OpId) -> bool {
        let mut at = self.op_block(op).and_then(|block| self.block_region(block));
        while let Some(outer) = at {
            if outer == region {
                return true;
            }
            let around = self.region_op(outer).and_then(|op| self.op_block(op));
            at = around.and_then(|block| self.block_region(block));
        }
        false
    }

    /// Removes a region from its operation.
    fn release(&mut self, region: RegionId) {
        let Some(op) = self.region_op(region) else { return };
        let next = self.regions[region.index()].next;
        if self.first_region(op) == Some(region) {
            self.parent_of(op).first_region = next;
        } else {
            let before = self.regions(op).find(|other| self.next_region(*other) == Some(region));
            if let Some(before) = before {
                self.regions[before.index()].next = next;
            }
        }
        let links = &mut self.regions[region.index()];
        (links.op, links.next) = (NONE, NONE);
    }
}
