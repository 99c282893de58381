//! Walks over operations.

use super::{BlockId, Forest, OpId, RegionId};

/// What a walk stays inside of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Within {
    Op(OpId),
    Block(BlockId),
}

/// A walk over operations in order, an operation before those in its regions.
#[derive(Clone, Debug)]
pub struct PreOrder<'n> {
    forest: &'n Forest,
    next: Option<OpId>,
    within: Within,
}

impl Forest {
    /// The first operation in a region or one of those behind it.
    fn first_inside(&self, mut region: Option<RegionId>) -> Option<OpId> {
        while let Some(found) = region {
            let first = self.blocks(found).find_map(|block| self.first_op(block));
            if first.is_some() {
                return first;
            }
            region = self.next_region(found);
        }
        None
    }

    /// The operation behind another one, in its block or in those behind. Behind the end of what a walk stays inside of there is
    /// none.
    fn behind(&self, op: OpId, within: Within) -> Option<OpId> {
        self.next_op(op).or_else(|| {
            let block = self.op_block(op).filter(|block| within != Within::Block(*block))?;
            let next = self.next_block(block);
            let mut blocks = std::iter::successors(next, |block| self.next_block(*block));
            blocks.find_map(|block| self.first_op(block))
        })
    }

    /// The operation around another one, and the first operation in its regions behind that one; none at the end of what a walk
    /// stays inside of.
    fn outer(&self, op: OpId, within: Within) -> Option<(OpId, Option<OpId>)> {
        let block = self.op_block(op).filter(|block| within != Within::Block(*block))?;
        let region = self.block_region(block)?;
        let later = self.first_inside(self.next_region(region));
        Some((self.region_op(region)?, later))
    }

    /// The first operation inside of an operation that has nothing inside, or the operation.
    fn innermost(&self, mut op: OpId) -> OpId {
        while let Some(inside) = self.first_inside(self.first_region(op)) {
            op = inside;
        }
        op
    }
}

impl<'n> PreOrder<'n> {
    pub(super) fn new(forest: &'n Forest, next: Option<OpId>, within: Within) -> Self {
        PreOrder { forest, next, within }
    }

    /// Continues after `op`, which must be the last operation that the walk returned, without its regions.
    pub fn skip_regions(&mut self, op: OpId) {
        self.next = self.behind(op);
    }

    #[inline]
    fn after(&self, op: OpId) -> Option<OpId> {
        let (_, next, has_regions) = self.forest.around(op)?;
        // Most have no regions, and another one behind them.
        if !has_regions && self.within != Within::Op(op) && next.is_some() {
            return next;
        }
        let inside = self.forest.first_inside(self.forest.first_region(op));
        inside.or_else(|| self.behind(op))
    }

    fn behind(&self, mut op: OpId) -> Option<OpId> {
        loop {
            if self.within == Within::Op(op) {
                return None;
            }
            if let Some(next) = self.forest.behind(op, self.within) {
                return Some(next);
            }
            let (parent, later) = self.forest.outer(op, self.within)?;
            if later.is_some() {
                return later;
            }
            op = parent;
        }
    }
}

impl Iterator for PreOrder<'_> {
    type Item = OpId;

    #[inline]
    fn next(&mut self) -> Option<OpId> {
        let op = self.next?;
        self.next = self.after(op);
        Some(op)
    }
}

/// A walk over operations in order, an operation after those in its regions.
#[derive(Clone, Debug)]
pub struct PostOrder<'n> {
    forest: &'n Forest,
    next: Option<OpId>,
    within: Within,
}

impl<'n> PostOrder<'n> {
    pub(super) fn new(forest: &'n Forest, first: Option<OpId>, within: Within) -> Self {
        PostOrder { forest, next: first.map(|op| forest.innermost(op)), within }
    }

    fn after(&self, op: OpId) -> Option<OpId> {
        if self.within == Within::Op(op) {
            return None;
        }
        if let Some(next) = self.forest.behind(op, self.within) {
            return Some(self.forest.innermost(next));
        }
        let (parent, later) = self.forest.outer(op, self.within)?;
        Some(later.map_or(parent, |later| self.forest.innermost(later)))
    }
}

impl Iterator for PostOrder<'_> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        let op = self.next?;
        self.next = self.after(op);
        Some(op)
    }
}
