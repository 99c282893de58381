//! Creates operations in the order of a text. The content of an operation comes before the number of its regions and results is
//! known, and operands and blocks can be used before they are defined.

use super::{AttributeId, BLOCK, BlockData, BlockId, Ir, NONE, OpId, Slice, Value, number};
use bytespec_core::error::Result;

/// The tag of an operand whose value is not defined yet.
const LATER: u32 = BLOCK;

/// The first and the last block of a region.
pub(crate) type Chain = (BlockId, BlockId);

/// The operands of an operation, as a range of the pool of all operands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Operands(Slice);

impl Operands {
    /// The indices in the pool.
    pub(crate) fn places(self) -> std::ops::Range<usize> {
        self.0.range()
    }
}

impl Ir {
    /// An arena with only the root block.
    pub(crate) fn with_root() -> Self {
        let mut ir = Ir { blocks: vec![BlockData::default()], ..Ir::default() };
        ir.forest.push_block(None);
        ir
    }

    /// Creates a block that is in no region yet.
    pub(crate) fn make_block(&mut self) -> Result<BlockId> {
        self.append_block(None)
    }

    /// Appends a block that is in no region to the chain of a new region.
    pub(crate) fn chain(&mut self, chain: Option<Chain>, block: BlockId) -> Chain {
        let Some((first, last)) = chain else { return (block, block) };
        self.forest.chain(last, block);
        (first, block)
    }

    /// Sets the regions of an operation.
    pub(crate) fn adopt_regions(&mut self, op: OpId, chains: &[Option<Chain>]) -> Result<()> {
        self.make_regions(op, chains.len() as u64)?;
        for (region, chain) in self.regions(op).zip(chains) {
            if let Some((first, last)) = chain {
                self.forest.fill_region(region, *first, *last);
            }
        }
        Ok(())
    }

    /// Appends an operand to the pool; for a value that is not defined yet, its number in a list of the caller.
    pub(crate) fn push_operand(&mut self, value: Result<Value, u32>) -> Result<usize> {
        let place = number(self.operands.len(), "operands of a module")?;
        self.operands.push(match value {
            Ok(value) => value,
            Err(later) => Value(later | LATER),
        });
        Ok(place as usize)
    }

    /// The operand at an index of the pool; for a value that is not defined yet, its number in a list of the caller.
    pub(crate) fn operand_at(&self, place: usize) -> Result<Value, u32> {
        match self.operands[place] {
            Value(later) if later & LATER != 0 => Err(later & !LATER),
            value => Ok(value),
        }
    }

    /// Sets the value of an operand.
    pub(crate) fn set_operand(&mut self, place: usize, value: Value) {
        self.operands[place] = value;
    }

    /// Removes the operands from an index of the pool on.
    pub(crate) fn drop_operands(&mut self, start: usize) {
        self.operands.truncate(start);
    }

    /// The operands from an index of the pool on.
    pub(crate) fn operands_since(&self, start: usize) -> Operands {
        let len = self.operands.len() - start;
        Operands(Slice { start: start as u32, len: len as u32 })
    }

    /// Sets the operands of an operation to operands in the pool.
    pub(crate) fn take_operands(&mut self, op: OpId, operands: Operands) {
        self.forget_uses();
        self.ops[op.index()].operands = operands.0;
    }

    /// The indices of an operation's operands in the pool.
    pub(crate) fn operand_places(&self, op: OpId) -> std::ops::Range<usize> {
        self.ops.get(op.index()).map(|data| data.operands).unwrap_or_default().range()
    }

    /// Replaces the locations of all operations and block arguments.
    pub(crate) fn map_locations(&mut self, map: impl Fn(AttributeId) -> AttributeId) {
        for op in &mut self.ops {
            op.location = map(op.location);
        }
        for location in self.locations.iter_mut().filter(|location| **location != NONE) {
            *location = map(AttributeId(*location)).0;
        }
    }

    /// The number of operands of all operations.
    pub(crate) fn operand_count(&self) -> usize {
        self.operands.len()
    }
}
