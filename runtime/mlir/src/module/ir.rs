//! Operations, blocks, regions and values in memory, as numbers into shared pools.
//!
//! This module knows no tables: names, types and attributes are numbers, which the module resolves. The forest, which both
//! formats share, records the nesting.

mod assembly;
mod edited;
mod handles;
mod reading;
mod uses;
mod writing;

#[cfg(feature = "text")]
pub(crate) use assembly::{Chain, Operands};
pub use bytespec_core::forest::{BlockId, Definition, OpId, PostOrder, PreOrder, RegionId};
pub use bytespec_core::uses::Use;
pub(crate) use edited::Edited;
pub(crate) use reading::Appending;
pub(crate) use writing::Written;

use crate::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId, UseListOrder};
use crate::tables::data::Span;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::forest::{Forest, LIMIT, Place};
use bytespec_core::handles;
use bytespec_core::wire::Budget;
use std::collections::HashMap;
use std::sync::OnceLock;

const NONE: u32 = u32::MAX;
/// Marks a block, in a number for either an operation or a block.
const BLOCK: u32 = LIMIT;

handles! {
    Value, "A value of a module in memory: a result of an operation or an argument of a block.";
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Slice {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

#[derive(Clone, Debug)]
pub(crate) struct OpData {
    pub(crate) name: OpNameId,
    pub(crate) location: AttributeId,
    attributes: u32,
    properties: u32,
    operands: Slice,
    results: Slice,
    more: u32,
}

/// The parts that only few operations have.
#[derive(Clone, Debug, Default)]
pub(crate) struct More {
    successors: Slice,
    /// The flag in the file; `None` for an operation that was created in memory, for which the uses decide.
    pub(crate) isolated: Option<bool>,
    /// The bytes of isolated regions in a section of their own.
    pub(crate) nested: Option<Span>,
    /// Whether these regions are still bytes.
    pub(crate) lazy: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct BlockData {
    arguments: Slice,
    /// The index of the first location of the arguments.
    locations: u32,
}

#[derive(Clone, Copy, Debug)]
struct ValueData {
    ty: TypeId,
    owner: u32,
}

/// The operations of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ir {
    forest: Forest,
    ops: Vec<OpData>,
    more: Vec<More>,
    blocks: Vec<BlockData>,
    values: Vec<ValueData>,
    operands: Vec<Value>,
    successors: Vec<BlockId>,
    locations: Vec<u32>,
    /// Use-list orders by the definition of the values, in the order of the file.
    orders: HashMap<u32, Vec<(u32, UseListOrder)>>,
    /// The budget that is left for counts in regions that are still bytes.
    pub(crate) budget: Budget,
    /// What was edited since the file was read.
    pub(crate) edited: Edited,
    /// The largest alignment of a nested section that was read, in bytes; zero if no section is aligned.
    pub(crate) alignment: u64,
    /// Built on the first query.
    uses: OnceLock<bytespec_core::uses::UseLists>,
}

fn number(len: usize, what: &'static str) -> Result<u32> {
    if len >= BLOCK as usize {
        let max = u64::from(BLOCK);
        return Err(Error::new(ErrorKind::Limit { limit: what, found: len as u64, max }));
    }
    Ok(len as u32)
}

/// The parts of a new operation.
#[derive(Clone, Debug)]
pub(crate) struct NewOp {
    pub(crate) name: OpNameId,
    pub(crate) location: AttributeId,
    pub(crate) attributes: Option<AttributeId>,
    pub(crate) properties: Option<PropertyBlobId>,
}

impl Ir {
    /// Reserves memory for operations, and for about the same number of values and operands.
    pub(crate) fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.forest.reserve_ops(ops);
        self.values.reserve(ops);
        self.operands.reserve(ops);
    }

    /// Releases unused memory.
    pub(crate) fn shrink(&mut self) {
        self.forest.shrink();
        self.ops.shrink_to_fit();
        self.more.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.values.shrink_to_fit();
        self.operands.shrink_to_fit();
        self.successors.shrink_to_fit();
        self.locations.shrink_to_fit();
    }

    /// Reserves memory for blocks that are appended next. Growth by doubling could take twice the memory.
    pub(crate) fn reserve_blocks(&mut self, blocks: usize) {
        self.blocks.reserve(blocks);
        self.forest.reserve_blocks(blocks);
    }

    // Creating.

    pub(crate) fn make_op(&mut self, new: NewOp) -> Result<OpId> {
        number(self.ops.len(), "operations of a module")?;
        self.ops.push(OpData {
            name: new.name,
            location: new.location,
            attributes: new.attributes.map_or(NONE, |id| id.0),
            properties: new.properties.map_or(NONE, |id| id.0),
            operands: Slice::default(),
            results: Slice::default(),
            more: NONE,
        });
        Ok(self.forest.push_op())
    }

    fn more_mut(&mut self, op: OpId) -> &mut More {
        let data = &mut self.ops[op.index()];
        if data.more == NONE {
            data.more = self.more.len() as u32;
            self.more.push(More::default());
        }
        &mut self.more[data.more as usize]
    }

    pub(crate) fn more(&self, op: OpId) -> Option<&More> {
        self.more.get(self.ops.get(op.index())?.more as usize)
    }

    /// Whether any regions are still bytes.
    pub(crate) fn has_lazy(&self) -> bool {
        self.more.iter().any(|more| more.lazy)
    }

    pub(crate) fn set_isolated(&mut self, op: OpId, isolated: Option<bool>) {
        self.edit(op);
        self.more_mut(op).isolated = isolated;
    }

    pub(crate) fn set_nested(&mut self, op: OpId, span: Span) {
        self.more_mut(op).nested = Some(span);
    }

    pub(crate) fn set_lazy(&mut self, op: OpId, lazy: bool) {
        self.more_mut(op).lazy = lazy;
    }

    /// The bytes of an operation's regions, if they are still bytes.
    pub(crate) fn lazy(&self, op: OpId) -> Option<Span> {
        self.more(op).filter(|more| more.lazy).and_then(|more| more.nested)
    }

    /// Creates consecutive values without a definition.
    pub(crate) fn make_values(&mut self, count: u32) -> Result<Value> {
        let first = Value(number(self.values.len(), "values of a module")?);
        let len = self.values.len() + count as usize;
        number(len, "values of a module")?;
        self.values.resize(len, ValueData { ty: TypeId(0), owner: NONE });
        Ok(first)
    }

    pub(crate) fn set_results(
        &mut self,
        op: OpId,
        first: Value,
        types: impl ExactSizeIterator<Item = TypeId>,
    ) {
        let slice = Slice { start: first.0, len: types.len() as u32 };
        self.edit(op);
        self.ops[op.index()].results = slice;
        for (value, ty) in self.values[slice.range()].iter_mut().zip(types) {
            *value = ValueData { ty, owner: op.number() };
        }
    }

    pub(crate) fn set_arguments(
        &mut self,
        block: BlockId,
        first: Value,
        arguments: impl ExactSizeIterator<Item = (TypeId, Option<AttributeId>)>,
    ) {
        let slice = Slice { start: first.0, len: arguments.len() as u32 };
        self.edit_block(block);
        let data = &mut self.blocks[block.index()];
        data.arguments = slice;
        data.locations = self.locations.len() as u32;
        for (value, (ty, location)) in self.values[slice.range()].iter_mut().zip(arguments) {
            *value = ValueData { ty, owner: block.number() | BLOCK };
            self.locations.push(location.map_or(NONE, |id| id.0));
        }
    }

    pub(crate) fn set_operands(
        &mut self,
        op: OpId,
        operands: impl ExactSizeIterator<Item = Value>,
    ) -> Result<()> {
        let len = operands.len() as u32;
        self.edit(op);
        let old = self.ops[op.index()].operands;
        let slice = if len <= old.len {
            Slice { start: old.start, len }
        } else {
            let start = number(self.operands.len(), "operands of a module")?;
            number(self.operands.len() + len as usize, "operands of a module")?;
            self.operands.resize(self.operands.len() + len as usize, Value(0));
            Slice { start, len }
        };
        self.unlink_operands(op);
        for (place, value) in self.operands[slice.range()].iter_mut().zip(operands) {
            *place = value;
        }
        self.ops[op.index()].operands = slice;
        self.link_operands(op);
        Ok(())
    }

    pub(crate) fn set_successors(
        &mut self,
        op: OpId,
        successors: impl ExactSizeIterator<Item = BlockId>,
    ) -> Result<()> {
        let start = number(self.successors.len(), "successors of a module")?;
        let len = successors.len() as u32;
        self.successors.extend(successors);
        self.edit(op);
        self.more_mut(op).successors = Slice { start, len };
        Ok(())
    }

    /// Creates regions for an operation that has none.
    pub(crate) fn make_regions(&mut self, op: OpId, count: u64) -> Result<()> {
        let count = usize::try_from(count).unwrap_or(BLOCK as usize).min(BLOCK as usize);
        number(self.forest.counts().regions + count, "regions of a module")?;
        self.forest.push_regions(op, count);
        self.edit(op);
        Ok(())
    }

    pub(crate) fn append_block(&mut self, region: Option<RegionId>) -> Result<BlockId> {
        number(self.blocks.len(), "blocks of a module")?;
        self.blocks.push(BlockData::default());
        if let Some(region) = region {
            self.edit_region(region);
        }
        Ok(self.forest.push_block(region))
    }

    /// Inserts an operation that is in no block before another one, or at the end of a block.
    pub(crate) fn insert(&mut self, op: OpId, block: BlockId, before: Option<OpId>) {
        self.forest.insert(op, block, before);
        self.edit(op);
    }

    /// Moves an operation to a valid place.
    pub(crate) fn put(&mut self, place: Place, op: OpId) {
        self.edit(op);
        self.forest.put(place, op);
        self.edit(op);
    }

    /// Removes an operation from its block.
    pub(crate) fn remove(&mut self, op: OpId) {
        self.edit(op);
        self.forest.detach(op);
    }

    // Queries.

    pub(crate) fn op(&self, op: OpId) -> &OpData {
        &self.ops[op.index()]
    }

    /// The number of an operation's name; past the table of names for a wrong handle.
    pub(crate) fn name(&self, op: OpId) -> OpNameId {
        if self.forest.has_op(op) { self.ops[op.index()].name } else { OpNameId(NONE) }
    }

    pub(crate) fn op_mut(&mut self, op: OpId) -> &mut OpData {
        self.edit(op);
        &mut self.ops[op.index()]
    }

    pub(crate) fn attributes(&self, op: OpId) -> Option<AttributeId> {
        let number = self.ops.get(op.index())?.attributes;
        (number != NONE).then_some(AttributeId(number))
    }

    pub(crate) fn set_attributes(&mut self, op: OpId, id: Option<AttributeId>) {
        self.edit(op);
        self.ops[op.index()].attributes = id.map_or(NONE, |id| id.0);
    }

    pub(crate) fn properties(&self, op: OpId) -> Option<PropertyBlobId> {
        let number = self.ops.get(op.index())?.properties;
        (number != NONE).then_some(PropertyBlobId(number))
    }

    pub(crate) fn set_properties(&mut self, op: OpId, id: Option<PropertyBlobId>) {
        self.edit(op);
        self.ops[op.index()].properties = id.map_or(NONE, |id| id.0);
    }

    pub(crate) fn operands(&self, op: OpId) -> &[Value] {
        self.ops.get(op.index()).map_or(&[], |data| &self.operands[data.operands.range()])
    }

    pub(crate) fn results(&self, op: OpId) -> impl ExactSizeIterator<Item = Value> + use<> {
        values(self.ops.get(op.index()).map(|data| data.results).unwrap_or_default())
    }

    pub(crate) fn successors(&self, op: OpId) -> &[BlockId] {
        self.more(op).map_or(&[], |more| &self.successors[more.successors.range()])
    }

    /// Whether an operation has the entry block of a region as a successor, which `verifyRegion` of LLVM 22 refuses.
    pub(crate) fn enters_region(&self, op: OpId) -> bool {
        let is_first = |block: &BlockId| {
            let region = self.forest.block_region(*block);
            region.and_then(|region| self.forest.first_block(region)) == Some(*block)
        };
        self.successors(op).iter().any(is_first)
    }

    /// The nesting of operations, blocks and regions.
    pub(crate) fn forest(&self) -> &Forest {
        &self.forest
    }

    /// The regions of an operation. They were created together, so their numbers are consecutive.
    pub(crate) fn regions(&self, op: OpId) -> impl ExactSizeIterator<Item = RegionId> + use<> {
        let count = self.forest.regions(op).count() as u32;
        let start = self.forest.first_region(op).map_or(0, |region| region.number());
        (start..start + count).map(RegionId::at)
    }

    /// Whether an operation has regions.
    pub(crate) fn has_regions(&self, op: OpId) -> bool {
        self.forest.first_region(op).is_some()
    }

    /// Whether an operation has neither regions nor successors.
    pub(crate) fn is_plain(&self, op: OpId) -> bool {
        !self.has_regions(op) && self.more(op).is_none()
    }

    /// The region of an operation at an index, counted from zero.
    pub(crate) fn region(&self, op: OpId, index: u32) -> Option<RegionId> {
        let region = RegionId::at(self.forest.first_region(op)?.number().checked_add(index)?);
        (self.forest.region_op(region) == Some(op)).then_some(region)
    }

    pub(crate) fn region_op(&self, region: RegionId) -> OpId {
        self.forest.region_op(region).unwrap_or(OpId::at(NONE))
    }

    pub(crate) fn arguments(&self, block: BlockId) -> impl ExactSizeIterator<Item = Value> + use<> {
        values(self.blocks.get(block.index()).map(|data| data.arguments).unwrap_or_default())
    }

    pub(crate) fn argument_location(&self, block: BlockId, index: usize) -> Option<AttributeId> {
        let data = self.blocks.get(block.index())?;
        let places = self.locations.get(data.locations as usize..)?;
        let number = *places.get(..data.arguments.len as usize)?.get(index)?;
        (number != NONE).then_some(AttributeId(number))
    }

    pub(crate) fn set_argument_location(
        &mut self,
        block: BlockId,
        index: usize,
        location: Option<AttributeId>,
    ) {
        self.edit_block(block);
        let start = self.blocks[block.index()].locations as usize;
        if let Some(place) = self.locations.get_mut(start + index) {
            *place = location.map_or(NONE, |id| id.0);
        }
    }

    pub(crate) fn value_type(&self, value: Value) -> TypeId {
        self.values.get(value.index()).map_or(TypeId(NONE), |value| value.ty)
    }

    pub(crate) fn set_value_type(&mut self, value: Value, ty: TypeId) {
        match self.definition(value) {
            Some(Definition::Result(op, _)) => self.edit(op),
            Some(Definition::Argument(block, _)) => self.edit_block(block),
            None => {}
        }
        self.values[value.index()].ty = ty;
    }

    pub(crate) fn is_defined(&self, value: Value) -> bool {
        self.values.get(value.index()).is_some_and(|value| value.owner != NONE)
    }

    pub(crate) fn definition(&self, value: Value) -> Option<Definition> {
        let owner = self.values.get(value.index())?.owner;
        if owner == NONE {
            None
        } else if owner & BLOCK != 0 {
            let block = BlockId::at(owner & !BLOCK);
            let first = self.blocks[block.index()].arguments.start;
            Some(Definition::Argument(block, value.0 - first))
        } else {
            let first = self.ops[owner as usize].results.start;
            Some(Definition::Result(OpId::at(owner), value.0 - first))
        }
    }

    pub(crate) fn value_count(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    pub(crate) fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// The operands of all operations that were ever created.
    pub(crate) fn all_operands(&self) -> &[Value] {
        &self.operands
    }

    // Orders of uses.

    pub(crate) fn set_orders(&mut self, of: OrderOwner, orders: Vec<(u32, UseListOrder)>) {
        self.edit_orders(of);
        self.orders.insert(of.key(), orders);
    }

    pub(crate) fn orders(&self, of: OrderOwner) -> &[(u32, UseListOrder)] {
        if self.orders.is_empty() {
            return &[];
        }
        self.orders.get(&of.key()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn has_orders(&self) -> bool {
        !self.orders.is_empty()
    }

    pub(crate) fn clear_orders(&mut self) {
        let owners: Vec<u32> = self.orders.keys().copied().collect();
        owners.into_iter().for_each(|key| self.edit_orders(OrderOwner::from_key(key)));
        self.orders.clear();
    }

    pub(crate) fn all_orders(&self) -> impl Iterator<Item = (Value, &UseListOrder)> + Clone {
        self.orders.keys().flat_map(|&key| self.orders_of(OrderOwner::from_key(key)))
    }

    /// The use-list orders of an operation or block, each with its value.
    pub(crate) fn orders_of(
        &self,
        of: OrderOwner,
    ) -> impl Iterator<Item = (Value, &UseListOrder)> + Clone {
        let first = match of {
            OrderOwner::Op(op) => self.ops[op.index()].results.start,
            OrderOwner::Block(block) => self.blocks[block.index()].arguments.start,
        };
        self.orders(of).iter().map(move |(index, order)| (Value(first + index), order))
    }

    /// Discards the use-list order of a value, because its uses are about to change.
    pub(crate) fn forget_order(&mut self, value: Value) {
        if self.orders.is_empty() {
            return;
        }
        let (owner, index) = match self.definition(value) {
            Some(Definition::Result(op, index)) => (OrderOwner::Op(op), index),
            Some(Definition::Argument(block, index)) => (OrderOwner::Block(block), index),
            None => return,
        };
        if let Some(orders) = self.orders.get_mut(&owner.key()) {
            orders.retain(|(of, _)| *of != index);
            if orders.is_empty() {
                self.orders.remove(&owner.key());
            }
            self.edit_orders(owner);
        }
    }
}

/// The owner of use-list orders.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OrderOwner {
    Op(OpId),
    Block(BlockId),
}

impl OrderOwner {
    fn from_key(key: u32) -> Self {
        match key & BLOCK {
            0 => OrderOwner::Op(OpId::at(key)),
            _ => OrderOwner::Block(BlockId::at(key & !BLOCK)),
        }
    }

    fn key(self) -> u32 {
        match self {
            OrderOwner::Op(op) => op.number(),
            OrderOwner::Block(block) => block.number() | BLOCK,
        }
    }
}

fn values(slice: Slice) -> impl ExactSizeIterator<Item = Value> + use<> {
    (slice.start..slice.start + slice.len).map(Value)
}
