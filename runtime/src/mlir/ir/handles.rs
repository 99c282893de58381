//! Which handles are those of something that is there, and the end of what is erased.

use super::{
    Block, BlockData, ERASED, Ir, NONE, Op, OpData, OrderOwner, Region, Slice, TypeId, Value,
    ValueData,
};
use crate::error::{Error, ErrorKind, Result};

/// How much there is in each arena.
#[derive(Clone, Copy, Debug)]
pub(in crate::mlir) struct Lengths {
    ops: usize,
    more: usize,
    blocks: usize,
    regions: usize,
    values: usize,
    operands: usize,
    successors: usize,
    locations: usize,
}

#[cold]
fn wrong(what: &'static str, number: u32, erased: bool) -> Error {
    Error::new(ErrorKind::Handle { what, number, erased })
}

impl Ir {
    /// Whether an operation is one of this arena and was not erased.
    pub(in crate::mlir) fn has_op(&self, op: Op) -> bool {
        self.ops.get(op.index()).is_some_and(|data| data.block != ERASED)
    }

    /// Refuses an operation that is not there.
    pub(in crate::mlir) fn check_op(&self, op: Op) -> Result<()> {
        match self.has_op(op) {
            true => Ok(()),
            false => Err(wrong("operation", op.0, op.index() < self.ops.len())),
        }
    }

    /// Refuses a block that is not there.
    pub(in crate::mlir) fn check_block(&self, block: Block) -> Result<()> {
        match self.blocks.get(block.index()) {
            Some(data) if data.region != ERASED => Ok(()),
            found => Err(wrong("block", block.0, found.is_some())),
        }
    }

    /// Refuses a region that is not there.
    pub(in crate::mlir) fn check_region(&self, region: Region) -> Result<()> {
        match self.regions.get(region.index()) {
            Some(data) if data.op != ERASED => Ok(()),
            found => Err(wrong("region", region.0, found.is_some())),
        }
    }

    /// Refuses a value that is not there.
    pub(in crate::mlir) fn check_value(&self, value: Value) -> Result<()> {
        match self.values.get(value.index()) {
            Some(data) if data.owner != NONE => Ok(()),
            found => Err(wrong("value", value.0, found.is_some())),
        }
    }

    /// Whether a block is inside an operation, at any depth.
    pub(in crate::mlir) fn is_inside(&self, block: Block, op: Op) -> bool {
        // Nothing is inside an operation without regions, and most have none.
        if self.regions(op).len() == 0 {
            return false;
        }
        let mut around = self.block_region(block).map(|region| self.region_op(region));
        while let Some(outer) = around {
            if outer == op {
                return true;
            }
            around = self.parent(outer);
        }
        false
    }

    /// The values that an operation and its blocks define: its results, and the arguments.
    pub(in crate::mlir) fn defined_by(&self, op: Op) -> impl Iterator<Item = Value> + '_ {
        let blocks = self.regions(op).flat_map(|region| self.blocks_of(region));
        self.results(op).chain(blocks.flat_map(|block| self.arguments(block)))
    }

    /// Ends an operation that stands nowhere, its regions and blocks: their handles are wrong from then
    /// on, and so are those of the values that they define. Operations inside are ended by themselves.
    pub(in crate::mlir) fn end(&mut self, op: Op) {
        let defined: Vec<Value> = self.defined_by(op).collect();
        for value in defined {
            self.values[value.index()] = ValueData { ty: TypeId(NONE), owner: NONE };
        }
        for region in self.regions(op) {
            let blocks: Vec<Block> = self.blocks_of(region).collect();
            for block in blocks {
                self.orders.remove(&OrderOwner::Block(block).key());
                self.blocks[block.index()] = BlockData::empty(ERASED);
            }
            let data = &mut self.regions[region.index()];
            (data.op, data.first, data.last) = (ERASED, NONE, NONE);
        }
        self.orders.remove(&OrderOwner::Op(op).key());
        self.unlink_operands(op);
        if let Some(more) = self.more.get_mut(self.ops[op.index()].more as usize) {
            more.unread = None;
        }
        let OpData { name, location, .. } = self.ops[op.index()];
        self.ops[op.index()] = OpData {
            name,
            location,
            attributes: NONE,
            properties: NONE,
            operands: Slice::default(),
            results: Slice::default(),
            more: NONE,
            block: ERASED,
            previous: NONE,
            next: NONE,
        };
    }

    pub(in crate::mlir) fn lengths(&self) -> Lengths {
        Lengths {
            ops: self.ops.len(),
            more: self.more.len(),
            blocks: self.blocks.len(),
            regions: self.regions.len(),
            values: self.values.len(),
            operands: self.operands.len(),
            successors: self.successors.len(),
            locations: self.locations.len(),
        }
    }

    /// Takes back what was read into the regions of an operation, which were empty before.
    pub(in crate::mlir) fn take_back(&mut self, op: Op, lengths: Lengths) {
        self.forget_uses();
        for region in self.regions(op) {
            let region = &mut self.regions[region.index()];
            (region.first, region.last) = (NONE, NONE);
        }
        self.ops.truncate(lengths.ops);
        self.more.truncate(lengths.more);
        self.blocks.truncate(lengths.blocks);
        self.regions.truncate(lengths.regions);
        self.values.truncate(lengths.values);
        self.operands.truncate(lengths.operands);
        self.successors.truncate(lengths.successors);
        self.locations.truncate(lengths.locations);
        self.orders.retain(|&key, _| match OrderOwner::from_key(key) {
            OrderOwner::Op(op) => op.index() < lengths.ops,
            OrderOwner::Block(block) => block.index() < lengths.blocks,
        });
    }
}
