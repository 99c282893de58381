//! Appends operations of a file directly to the arena.

use super::{BlockId, Ir, NONE, NewOp, OpData, OpId, Slice, TypeId, Value, ValueData};

/// Appends operations to the end of a block.
#[derive(Debug)]
pub(crate) struct Appending<'i> {
    ir: &'i mut Ir,
    block: BlockId,
    /// The last operation of the block.
    last: Option<OpId>,
    /// The number of operands before those of the current operation.
    operands: usize,
    results: Slice,
}

impl Ir {
    /// Starts appending operations to a block; `None` if use lists have to be kept up to date.
    pub(crate) fn appending(&mut self, block: BlockId) -> Option<Appending<'_>> {
        if self.uses.get().is_some() {
            return None;
        }
        self.blocks.get(block.index())?;
        let (last, operands) = (self.forest.last_op(block), self.operands.len());
        Some(Appending { ir: self, block, last, operands, results: Slice::default() })
    }
}

impl Appending<'_> {
    /// Sets the results of the current operation: `count` values from `first` on.
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

    /// Adds the next operand of the current operation.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn operand(&mut self, value: Value) {
        self.ir.operands.push(value);
    }

    /// Appends the current operation; `None` if there are too many operations.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn append(&mut self, new: &NewOp) -> Option<OpId> {
        OpId::some(u32::try_from(self.ir.ops.len()).ok()?)?;
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
        let op = self.ir.forest.push_after(self.block, self.last);
        self.last = Some(op);
        self.operands = end as usize;
        self.results = Slice::default();
        Some(op)
    }

    /// Finishes the block.
    pub(crate) fn finish(self) {
        self.ir.operands.truncate(self.operands);
        self.ir.forest.set_last(self.block, self.last);
    }
}
