//! Operations as they are read from a file: straight to where they stay.

use super::{Block, Ir, NONE, NewOp, Op, OpData, Slice, TypeId, Value, ValueData};

/// Puts operations at the end of a block, one after the other.
#[derive(Debug)]
pub(crate) struct Appending<'i> {
    ir: &'i mut Ir,
    block: Block,
    /// The last operation of the block.
    last: Option<Op>,
    /// How many operands there are before those of the operation at hand.
    operands: usize,
    results: Slice,
}

impl Ir {
    /// What puts operations at the end of a block; none where there are lists of uses to keep.
    pub(crate) fn appending(&mut self, block: Block) -> Option<Appending<'_>> {
        if self.uses.get().is_some() {
            return None;
        }
        self.blocks.get(block.index())?;
        let (last, operands) = (self.forest.last_op(block), self.operands.len());
        Some(Appending { ir: self, block, last, operands, results: Slice::default() })
    }
}

impl Appending<'_> {
    /// The results of the operation at hand: `count` values from the first one on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn results(
        &mut self,
        first: Value,
        count: u32,
        mut ty: impl FnMut() -> Option<TypeId>,
    ) -> Option<()> {
        let owner = self.ir.ops.len() as u32;
        self.results = Slice { start: first.0, len: count };
        for value in self.ir.values.get_mut(self.results.range())? {
            *value = ValueData { ty: ty()?, owner };
        }
        Some(())
    }

    /// The next operand of the operation at hand.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn operand(&mut self, value: Value) {
        self.ir.operands.push(value);
    }

    /// Puts the operation at hand behind the others; none where there are too many.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn append(&mut self, new: &NewOp) -> Option<Op> {
        Op::some(u32::try_from(self.ir.ops.len()).ok()?)?;
        let end = Value::some(u32::try_from(self.ir.operands.len()).ok()?)?.0;
        let start = self.operands as u32;
        self.ir.ops.push(OpData {
            name: new.name,
            location: new.location,
            attributes: new.attributes.map_or(NONE, |id| id.0),
            properties: new.properties.map_or(NONE, |id| id.0),
            operands: Slice { start, len: end - start },
            results: self.results,
            more: NONE,
        });
        let op = self.ir.forest.push_behind(self.block, self.last);
        self.last = Some(op);
        self.operands = end as usize;
        self.results = Slice::default();
        Some(op)
    }

    /// Ends with the operations that were put.
    pub(crate) fn finish(self) {
        self.ir.operands.truncate(self.operands);
        self.ir.forest.set_last(self.block, self.last);
    }
}
