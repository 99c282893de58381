//! Checks of handles, and the removal of erased items.

use super::{BlockData, Ir, NONE, OpData, OpId, OrderOwner, Slice, TypeId, Value, ValueData};
use bytespec_core::error::Result;
use bytespec_core::forest::{self, Counts};

/// The length of each arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    forest: Counts,
    more: usize,
    values: usize,
    operands: usize,
    successors: usize,
    locations: usize,
}

impl Ir {
    /// Refuses a value that does not exist.
    pub(crate) fn check_value(&self, value: Value) -> Result<()> {
        match self.values.get(value.index()) {
            Some(data) if data.owner != NONE => Ok(()),
            found => Err(forest::wrong("value", value.0, found.is_some())),
        }
    }

    /// The values that an operation defines: its results and the arguments of its blocks.
    pub(crate) fn defined_by(&self, op: OpId) -> impl Iterator<Item = Value> + '_ {
        let blocks = self.regions(op).flat_map(|region| self.forest.blocks(region));
        self.results(op).chain(blocks.flat_map(|block| self.arguments(block)))
    }

    /// Removes an operation that is in no block, with its regions and blocks. Their handles, and those of the values that they
    /// define, become invalid. Operations inside must be removed separately.
    pub(crate) fn end(&mut self, op: OpId) {
        let defined: Vec<Value> = self.defined_by(op).collect();
        for value in defined {
            self.values[value.index()] = ValueData { ty: TypeId(NONE), owner: NONE };
        }
        for block in self.regions(op).flat_map(|region| self.forest.blocks(region)) {
            self.orders.remove(&OrderOwner::Block(block).key());
            self.blocks[block.index()] = BlockData::default();
        }
        self.orders.remove(&OrderOwner::Op(op).key());
        self.unlink_operands(op);
        if let Some(more) = self.more.get_mut(self.ops[op.index()].more as usize) {
            more.lazy = false;
            more.nested = None;
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
        };
        self.forest.erase_shallow(op);
    }

    pub(crate) fn lengths(&self) -> Lengths {
        Lengths {
            forest: self.forest.counts(),
            more: self.more.len(),
            values: self.values.len(),
            operands: self.operands.len(),
            successors: self.successors.len(),
            locations: self.locations.len(),
        }
    }

    /// Undoes reading into the regions of an operation, which were empty before.
    pub(crate) fn roll_back(&mut self, op: OpId, lengths: Lengths) {
        self.forget_uses();
        self.forest.roll_back(op, lengths.forest);
        self.ops.truncate(lengths.forest.ops);
        self.blocks.truncate(lengths.forest.blocks);
        self.more.truncate(lengths.more);
        self.values.truncate(lengths.values);
        self.operands.truncate(lengths.operands);
        self.successors.truncate(lengths.successors);
        self.locations.truncate(lengths.locations);
        self.orders.retain(|&key, _| match OrderOwner::from_key(key) {
            OrderOwner::Op(op) => op.index() < lengths.forest.ops,
            OrderOwner::Block(block) => block.index() < lengths.forest.blocks,
        });
    }
}
