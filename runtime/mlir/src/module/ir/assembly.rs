//! Putting operations together in the order of a text: what is inside an operation is there before it is known how many
//! regions and results it has, and operands and blocks are named before they are defined.

use super::{AttributeId, BLOCK, Block, BlockData, Ir, NONE, Op, Slice, Value, number};
use bytespec_core::error::Result;

/// An operand that names a value that is not defined yet.
const LATER: u32 = BLOCK;

/// The first and the last block of a region.
pub(crate) type Chain = (Block, Block);

/// Operands of an operation: places among those of all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Operands(Slice);

impl Operands {
    /// The places.
    pub(crate) fn places(self) -> std::ops::Range<usize> {
        self.0.range()
    }
}

impl Ir {
    /// An arena with one block, which is that of the operations at the top.
    pub(crate) fn with_root() -> Self {
        let mut ir = Ir { blocks: vec![BlockData::default()], ..Ir::default() };
        ir.forest.push_block(None);
        ir
    }

    /// Makes a block that stands nowhere yet.
    pub(crate) fn make_block(&mut self) -> Result<Block> {
        self.append_block(None)
    }

    /// Puts a block that stands nowhere behind the last one of a region to be.
    pub(crate) fn chain(&mut self, chain: Option<Chain>, block: Block) -> Chain {
        let Some((first, last)) = chain else { return (block, block) };
        self.forest.chain(last, block);
        (first, block)
    }

    /// Gives an operation its regions.
    pub(crate) fn adopt_regions(&mut self, op: Op, chains: &[Option<Chain>]) -> Result<()> {
        self.make_regions(op, chains.len() as u64)?;
        for (region, chain) in self.regions(op).zip(chains) {
            if let Some((first, last)) = chain {
                self.forest.fill_region(region, *first, *last);
            }
        }
        Ok(())
    }

    /// Puts an operand behind all others; with none the number of what is known of it later.
    pub(crate) fn push_operand(&mut self, value: Result<Value, u32>) -> Result<usize> {
        let place = number(self.operands.len(), "operands of a module")?;
        self.operands.push(match value {
            Ok(value) => value,
            Err(later) => Value(later | LATER),
        });
        Ok(place as usize)
    }

    /// The value at a place, or else the number of what is known of it later.
    pub(crate) fn operand_at(&self, place: usize) -> Result<Value, u32> {
        match self.operands[place] {
            Value(later) if later & LATER != 0 => Err(later & !LATER),
            value => Ok(value),
        }
    }

    /// Says which value an operand is.
    pub(crate) fn settle_operand(&mut self, place: usize, value: Value) {
        self.operands[place] = value;
    }

    /// Takes away the operands that were pushed since there were so many.
    pub(crate) fn drop_operands(&mut self, start: usize) {
        self.operands.truncate(start);
    }

    /// The operands that were pushed since there were so many.
    pub(crate) fn operands_since(&self, start: usize) -> Operands {
        let len = self.operands.len() - start;
        Operands(Slice { start: start as u32, len: len as u32 })
    }

    /// Gives an operation operands that were pushed one after the other.
    pub(crate) fn take_operands(&mut self, op: Op, operands: Operands) {
        self.forget_uses();
        self.ops[op.index()].operands = operands.0;
    }

    /// The places of the operands of an operation.
    pub(crate) fn operand_places(&self, op: Op) -> std::ops::Range<usize> {
        self.ops.get(op.index()).map(|data| data.operands).unwrap_or_default().range()
    }

    /// Puts other locations in the place of those of all operations and arguments.
    pub(crate) fn map_locations(&mut self, map: impl Fn(AttributeId) -> AttributeId) {
        for op in &mut self.ops {
            op.location = map(op.location);
        }
        for location in self.locations.iter_mut().filter(|location| **location != NONE) {
            *location = map(AttributeId(*location)).0;
        }
    }

    /// How many operands all operations have.
    pub(crate) fn operand_count(&self) -> usize {
        self.operands.len()
    }
}
