//! Walking the operations of a module in memory.

use super::{Ir, Op, Region};

/// A walk over operations in order, an operation before those in its regions.
#[derive(Clone, Debug)]
pub struct Ops<'m> {
    pub(super) ir: &'m Ir,
    pub(super) next: Option<Op>,
    /// The walk stays inside this operation.
    pub(super) floor: Option<Op>,
}

impl Ops<'_> {
    fn first_inside(&self, regions: impl Iterator<Item = Region>) -> Option<Op> {
        regions
            .flat_map(|region| self.ir.blocks_of(region))
            .find_map(|block| self.ir.first_op(block))
    }

    fn after(&self, mut op: Op) -> Option<Op> {
        let regions = self.ir.regions(op);
        if regions.len() > 0
            && let Some(inside) = self.first_inside(regions)
        {
            return Some(inside);
        }
        loop {
            if self.floor == Some(op) {
                return None;
            }
            if let Some(next) = self.ir.next_op(op) {
                return Some(next);
            }
            let block = self.ir.op_block(op)?;
            let mut blocks = std::iter::successors(self.ir.next_block(block), |block| {
                self.ir.next_block(*block)
            });
            if let Some(next) = blocks.find_map(|block| self.ir.first_op(block)) {
                return Some(next);
            }
            let region = self.ir.block_region(block)?;
            let parent = self.ir.region_op(region);
            let end = self.ir.more(parent).map_or(0, |more| more.regions.range().end);
            let later = region.0 + 1..end as u32;
            if let Some(next) = self.first_inside(later.map(Region)) {
                return Some(next);
            }
            op = parent;
        }
    }
}

impl Iterator for Ops<'_> {
    type Item = Op;

    fn next(&mut self) -> Option<Op> {
        let op = self.next?;
        self.next = self.after(op);
        Some(op)
    }
}
