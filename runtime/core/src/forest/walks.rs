//! Iterators over operations.

use super::{Forest, OpId, RegionId};

/// An iterator over operations in pre-order: an operation comes before the operations in its regions.
#[derive(Clone, Debug)]
pub struct PreOrder<'n> {
    forest: &'n Forest,
    next: Option<OpId>,
    /// The iterator stays inside this operation.
    root: Option<OpId>,
}

impl Forest {
    /// The first operation in a region, or in a later region of the same operation.
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

    /// The operation after another one, in its block or in a later block of the same region.
    fn behind(&self, op: OpId) -> Option<OpId> {
        self.next_op(op).or_else(|| {
            let block = self.op_block(op)?;
            let next = self.next_block(block);
            let mut blocks = std::iter::successors(next, |block| self.next_block(*block));
            blocks.find_map(|block| self.first_op(block))
        })
    }

    /// The operation that contains `op`, and the first operation in its regions after the region of `op`.
    fn outer(&self, op: OpId) -> Option<(OpId, Option<OpId>)> {
        let region = self.block_region(self.op_block(op)?)?;
        let later = self.first_inside(self.next_region(region));
        Some((self.region_op(region)?, later))
    }

    /// The first operation in post-order inside an operation. This is the operation itself if its regions are empty.
    fn innermost(&self, mut op: OpId) -> OpId {
        while let Some(inside) = self.first_inside(self.first_region(op)) {
            op = inside;
        }
        op
    }
}

impl<'n> PreOrder<'n> {
    pub(super) fn new(forest: &'n Forest, next: Option<OpId>, root: Option<OpId>) -> Self {
        PreOrder { forest, next, root }
    }

    /// Skips the operations in the regions of `op`. `op` must be the last operation that the iterator returned.
    pub fn skip_regions(&mut self, op: OpId) {
        self.next = self.behind(op);
    }

    #[inline]
    fn after(&self, op: OpId) -> Option<OpId> {
        let (_, next, has_regions) = self.forest.around(op)?;
        // This is the case for most operations: they have no regions, and another operation follows.
        if !has_regions && self.root != Some(op) && next.is_some() {
            return next;
        }
        let inside = self.forest.first_inside(self.forest.first_region(op));
        inside.or_else(|| self.behind(op))
    }

    fn behind(&self, mut op: OpId) -> Option<OpId> {
        loop {
            if self.root == Some(op) {
                return None;
            }
            if let Some(next) = self.forest.behind(op) {
                return Some(next);
            }
            let (parent, later) = self.forest.outer(op)?;
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

/// An iterator over operations in post-order: an operation comes after the operations in its regions.
#[derive(Clone, Debug)]
pub struct PostOrder<'n> {
    forest: &'n Forest,
    next: Option<OpId>,
    /// The iterator ends with this operation.
    last: Option<OpId>,
}

impl<'n> PostOrder<'n> {
    pub(super) fn new(forest: &'n Forest, first: Option<OpId>, last: Option<OpId>) -> Self {
        PostOrder { forest, next: first.map(|op| forest.innermost(op)), last }
    }

    fn after(&self, op: OpId) -> Option<OpId> {
        if self.last == Some(op) {
            return None;
        }
        if let Some(next) = self.forest.behind(op) {
            return Some(self.forest.innermost(next));
        }
        let (parent, later) = self.forest.outer(op)?;
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
