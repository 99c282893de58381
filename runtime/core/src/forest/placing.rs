//! Places, their checks, and the unchecked moves of operations and regions.

use super::{BlockId, Forest, NONE, OpId, RegionId};
use crate::error::{Error, ErrorKind, Misplacement, Result};

/// A place between the operations of a block.
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
    /// The place for the next operation after `inserted` was inserted at this one, so that consecutive operations keep their order.
    #[must_use]
    pub fn after_inserting(self, inserted: OpId) -> Place {
        match self {
            Place::AtStart(_) | Place::After(_) => Place::After(inserted),
            Place::Before(_) | Place::AtEnd(_) => self,
        }
    }
}

/// Owners check with the names of their operations, and then change what they store together with the place.
#[doc(hidden)]
impl Forest {
    /// The block of a place, and the operation directly after the place; none for a place next to an operation that is in no block.
    fn resolve(&self, place: Place) -> Option<(BlockId, Option<OpId>)> {
        match place {
            Place::AtStart(block) => Some((block, self.first_op(block))),
            Place::Before(op) => Some((self.op_block(op)?, Some(op))),
            Place::After(op) => Some((self.op_block(op)?, self.next_op(op))),
            Place::AtEnd(block) => Some((block, None)),
        }
    }

    /// The block of a place. A place next to an operation or in a block that does not exist is an error, and so is one next to an
    /// operation in no block. Errors spell operations with `name`.
    pub fn check_place(&self, place: Place, name: impl FnOnce(OpId) -> String) -> Result<BlockId> {
        match place {
            Place::AtStart(block) | Place::AtEnd(block) => self.check_block(block).map(|()| block),
            Place::Before(op) | Place::After(op) => {
                self.check_op(op)?;
                let block = self.op_block(op);
                block.ok_or_else(|| misplaced(name(op), Misplacement::NextToDetached))
            }
        }
    }

    /// Refuses an operation that does not exist, and a place where it cannot be. Errors spell operations with `name`.
    pub fn check_move(&self, place: Place, op: OpId, name: impl Fn(OpId) -> String) -> Result<()> {
        self.check_op(op)?;
        if place == Place::Before(op) || place == Place::After(op) {
            return Err(misplaced(name(op), Misplacement::NextToItself));
        }
        let block = self.check_place(place, &name)?;
        match self.is_inside(block, op) {
            true => Err(misplaced(name(op), Misplacement::InsideItself)),
            false => Ok(()),
        }
    }

    /// Moves an operation to a place that was checked, from its old place if it has one.
    pub fn put(&mut self, place: Place, op: OpId) {
        self.detach(op);
        if let Some((block, next)) = self.resolve(place) {
            self.insert(op, block, next);
        }
    }

    /// Puts an operation that is in no block before another one, or at the end of a block.
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

    /// Takes an operation out of its block, if it is in one.
    pub fn detach(&mut self, op: OpId) {
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

    /// Replaces the regions of an operation. A region of another operation is moved. A region that does not exist, or that contains
    /// the operation, is left out.
    pub fn adopt(&mut self, op: OpId, regions: &[RegionId]) {
        while let Some(region) = self.first_region(op) {
            self.release(region);
        }
        let mut last = None;
        for &region in regions {
            let is_new = self.check_region(region).is_ok() && self.region_op(region) != Some(op);
            // A region without blocks contains nothing: a region that was just read, for example.
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
    pub(super) fn is_around(&self, region: RegionId, op: OpId) -> bool {
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

    /// Takes a region away from its operation.
    pub(super) fn release(&mut self, region: RegionId) {
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

/// The error for something that cannot be at a place.
#[cold]
pub(super) fn misplaced(operation: String, why: Misplacement) -> Error {
    Error::new(ErrorKind::Misplaced { operation, why })
}
