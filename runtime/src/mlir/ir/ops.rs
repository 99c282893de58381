//! Walking the operations of a module in memory.

use super::{Ir, NONE, Op, Region};

/// A walk over operations in order, an operation before those in its regions.
#[derive(Clone, Debug)]
pub struct Ops<'m> {
    pub(super) ir: &'m Ir,
    pub(super) next: Option<Op>,
    /// The walk stays inside this operation.
    pub(super) floor: Option<Op>,
}

/// The first operation in one of some regions.
fn first_inside(ir: &Ir, regions: impl Iterator<Item = Region>) -> Option<Op> {
    regions.flat_map(|region| ir.blocks_of(region)).find_map(|block| ir.first_op(block))
}

/// The first operation in the blocks behind the one of an operation.
fn first_behind(ir: &Ir, op: Op) -> Option<Op> {
    let block = ir.op_block(op)?;
    let mut blocks = std::iter::successors(ir.next_block(block), |block| ir.next_block(*block));
    blocks.find_map(|block| ir.first_op(block))
}

/// The operation around another one, and the first operation in its regions behind that one.
fn around(ir: &Ir, op: Op) -> Option<(Op, Option<Op>)> {
    let region = ir.block_region(ir.op_block(op)?)?;
    let parent = ir.region_op(region);
    let end = ir.more(parent).map_or(0, |more| more.regions.range().end);
    let later = region.0 + 1..end as u32;
    Some((parent, first_inside(ir, later.map(Region))))
}

impl Ops<'_> {
    /// Goes on behind an operation, the last one that came, and not into its regions.
    pub(in crate::mlir) fn skip_regions(&mut self, op: Op) {
        self.next = self.behind(op);
    }

    #[inline]
    fn after(&self, op: Op) -> Option<Op> {
        let data = self.ir.ops.get(op.index())?;
        // Most have no regions, and another one behind them.
        if data.more == NONE
            && self.floor != Some(op)
            && let Some(next) = Op::some(data.next)
        {
            return Some(next);
        }
        self.after_regions(op)
    }

    fn after_regions(&self, op: Op) -> Option<Op> {
        let regions = self.ir.regions(op);
        if regions.len() > 0
            && let Some(inside) = first_inside(self.ir, regions)
        {
            return Some(inside);
        }
        self.behind(op)
    }

    fn behind(&self, mut op: Op) -> Option<Op> {
        loop {
            if self.floor == Some(op) {
                return None;
            }
            if let Some(next) = self.ir.next_op(op).or_else(|| first_behind(self.ir, op)) {
                return Some(next);
            }
            let (parent, later) = around(self.ir, op)?;
            if later.is_some() {
                return later;
            }
            op = parent;
        }
    }
}

impl Iterator for Ops<'_> {
    type Item = Op;

    #[inline]
    fn next(&mut self) -> Option<Op> {
        let op = self.next?;
        self.next = self.after(op);
        Some(op)
    }
}

/// A walk over operations in order, an operation after those in its regions.
#[derive(Clone, Debug)]
pub struct PostOrder<'m> {
    ir: &'m Ir,
    next: Option<Op>,
    /// The walk ends with this operation.
    last: Option<Op>,
}

impl<'m> PostOrder<'m> {
    /// A walk from the first operation inside of one.
    pub(super) fn new(ir: &'m Ir, first: Option<Op>, last: Option<Op>) -> Self {
        PostOrder { ir, next: first.map(|op| innermost(ir, op)), last }
    }

    fn after(&self, op: Op) -> Option<Op> {
        if self.last == Some(op) {
            return None;
        }
        let beside = self.ir.next_op(op).or_else(|| first_behind(self.ir, op));
        if let Some(next) = beside {
            return Some(innermost(self.ir, next));
        }
        let (parent, later) = around(self.ir, op)?;
        Some(later.map_or(parent, |later| innermost(self.ir, later)))
    }
}

/// The first operation inside of an operation that has nothing inside, or the operation.
fn innermost(ir: &Ir, mut op: Op) -> Op {
    while let Some(inside) = first_inside(ir, ir.regions(op)) {
        op = inside;
    }
    op
}

impl Iterator for PostOrder<'_> {
    type Item = Op;

    fn next(&mut self) -> Option<Op> {
        let op = self.next?;
        self.next = self.after(op);
        Some(op)
    }
}
