//! Copies of operations with everything inside their regions.

use super::super::generated::{AttributeId, TypeId};
use super::super::module::Module;
use crate::module::ir::{BlockId, Ir, NewOp, OpId, OrderOwner, RegionId, Value};
use bytespec_core::error::Result;
use bytespec_core::forest::Forest;
use bytespec_core::forest::copies::{Argument, Original, Owner, copy, originals};
use bytespec_core::hash::Map;

/// An operation to copy, without operands and successors.
#[derive(Debug)]
pub(crate) struct Content {
    pub(super) op: NewOp,
    /// The types of the results.
    pub(super) results: Vec<TypeId>,
    pub(super) isolated: Option<bool>,
}

impl Owner for Ir {
    type Value = Value;
    /// Its type and its location.
    type Argument = (TypeId, Option<AttributeId>);
    type Content = Content;

    fn forest(&self) -> &Forest {
        self.forest()
    }

    fn content(&self, op: OpId) -> Result<Content> {
        let name = self.name(op);
        let (attributes, properties) = (self.attributes(op), self.properties(op));
        Ok(Content {
            op: NewOp { name, location: self.op(op).location, attributes, properties },
            results: self.results(op).map(|value| self.value_type(value)).collect(),
            isolated: self.more(op).and_then(|more| more.isolated),
        })
    }

    fn each_result(&self, op: OpId, visit: impl FnMut(Value)) {
        self.results(op).for_each(visit);
    }

    fn each_operand(&self, op: OpId, visit: impl FnMut(Value)) {
        self.operands(op).iter().copied().for_each(visit);
    }

    fn successors(&self, op: OpId) -> &[BlockId] {
        self.successors(op)
    }

    fn arguments(&self, block: BlockId) -> impl Iterator<Item = Argument<Ir>> {
        let location = move |index| self.argument_location(block, index);
        let arguments = self.arguments(block).enumerate();
        arguments.map(move |(index, value)| (value, (self.value_type(value), location(index))))
    }

    fn check_value(&self, value: Value) -> Result<()> {
        self.check_value(value)
    }

    fn create(&mut self, content: Content, regions: usize) -> Result<OpId> {
        let op = self.make_op(content.op)?;
        if !content.results.is_empty() {
            let first = self.make_values(content.results.len() as u32)?;
            self.set_results(op, first, content.results.into_iter());
        }
        if regions > 0 {
            self.make_regions(op, regions as u64)?;
        }
        if content.isolated.is_some() {
            self.set_isolated(op, content.isolated);
        }
        Ok(op)
    }

    fn create_block(
        &mut self,
        region: RegionId,
        arguments: impl ExactSizeIterator<Item = Self::Argument>,
    ) -> Result<BlockId> {
        let block = self.append_block(Some(region))?;
        if arguments.len() > 0 {
            let first = self.make_values(arguments.len() as u32)?;
            self.set_arguments(block, first, arguments);
        }
        Ok(block)
    }

    fn append(&mut self, block: BlockId, op: OpId) {
        self.insert(op, block, None);
    }

    fn connect(&mut self, op: OpId, operands: &[Value], to: &[BlockId]) -> Result<()> {
        operands.iter().for_each(|value| self.forget_order(*value));
        self.set_operands(op, operands.iter().copied())?;
        match to.is_empty() {
            true => Ok(()),
            false => self.set_successors(op, to.iter().copied()),
        }
    }
}

impl Module<'_> {
    /// Creates a copy of an operation with everything inside its regions. The copy is in no block yet. Values that are defined
    /// inside are copied too; operands from outside stay the same.
    ///
    /// Regions that are still bytes are decoded first ([`Module::materialize`]).
    ///
    /// # Errors
    /// A wrong handle ([`ErrorKind::Handle`](bytespec_core::ErrorKind::Handle)), regions that cannot be decoded, and more
    /// operations than numbers.
    pub fn clone_op(&mut self, op: OpId) -> Result<OpId> {
        self.ir.forest().check_op(op)?;
        self.load_inside(op)?;
        let originals = originals(&self.ir, op)?;
        self.copy(None, originals, &mut Map::default())
    }

    /// Copies operations with their use-list orders, see [`copy`]. Returns the copy of the first one, which is in no block.
    pub(super) fn copy(
        &mut self,
        from: Option<&Ir>,
        originals: Vec<Original<Ir>>,
        values: &mut Map<Value, Value>,
    ) -> Result<OpId> {
        let copies = copy(from, &mut self.ir, originals, values)?;
        let ops = copies.ops.iter().map(|(op, copy)| (OrderOwner::Op(*op), OrderOwner::Op(*copy)));
        let blocks = copies.blocks.into_iter();
        let blocks =
            blocks.map(|(block, copy)| (OrderOwner::Block(block), OrderOwner::Block(copy)));
        // The copies include all uses that these orders sort, except uses of the results of the outermost operation.
        for (original, copy) in ops.skip(1).chain(blocks) {
            let orders = from.unwrap_or(&self.ir).orders(original).to_vec();
            if !orders.is_empty() {
                self.ir.set_orders(copy, orders);
            }
        }
        self.ir.edited.moved = true;
        Ok(copies.ops[0].1)
    }
}
