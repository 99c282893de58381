//! Copies of operations with everything inside their regions.

use crate::generated::{DebugId, Op, TypeId};
use crate::module::body::{BlockId, Body, OpId, Place};
use bytespec_core::error::Result;
use bytespec_core::forest::Forest;
use bytespec_core::forest::copies::{Argument, Owner, copy, originals};
use bytespec_core::hash::Map;
use bytespec_core::values::{RegionId, Value};

impl Owner for Body {
    type Value = Value;
    type Argument = TypeId;
    /// It has the operands and regions of the original, which are replaced in the copy.
    type Content = (Op, Option<DebugId>);

    fn forest(&self) -> &Forest {
        self.forest()
    }

    fn content(&self, op: OpId) -> Result<Self::Content> {
        let content = self.op_content(op);
        (0..content.regions().len()).try_for_each(|at| self.own_region(op, at).map(|_| ()))?;
        Ok((content.clone(), self.location(op)))
    }

    fn each_result(&self, op: OpId, mut visit: impl FnMut(Value)) {
        self.op_content(op).each_result(|result| visit(result.value));
    }

    fn each_operand(&self, op: OpId, mut visit: impl FnMut(Value)) {
        self.op_content(op).each_operand(|operand| visit(*operand));
    }

    fn arguments(&self, block: BlockId) -> impl Iterator<Item = Argument<Body>> {
        self.arguments(block).iter().map(|argument| (argument.value, argument.ty))
    }

    fn check_value(&self, value: Value) -> Result<()> {
        self.check_value(value)
    }

    fn create(&mut self, (mut op, location): Self::Content, _: usize) -> Result<OpId> {
        op.each_region_mut(|region| *region = self.add_region());
        let copy = self.make(op);
        self.place(copy, location);
        Ok(copy)
    }

    fn create_block(
        &mut self,
        region: RegionId,
        arguments: impl ExactSizeIterator<Item = TypeId>,
    ) -> Result<BlockId> {
        let block = self.grow_block(Some(region));
        for ty in arguments {
            self.grow_argument(block, ty);
        }
        Ok(block)
    }

    fn append(&mut self, block: BlockId, op: OpId) {
        self.place_op(Place::AtEnd(block), op);
    }

    fn connect(&mut self, op: OpId, operands: &[Value], _: &[BlockId]) -> Result<()> {
        self.replace_operands(op, operands)
    }
}

impl Body {
    /// Creates a copy of an operation with everything inside its regions. The copy is in no block yet. It has new results, and
    /// uses the same values from outside.
    ///
    /// # Errors
    /// An operation that the body does not have, and one inside of it that refers to a region of another operation.
    pub fn clone_op(&mut self, op: OpId) -> Result<OpId> {
        let originals = originals(self, op)?;
        Ok(copy(None, self, originals, &mut Map::default())?.ops[0].1)
    }
}
