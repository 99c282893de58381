//! Operations, blocks, regions and values in memory: small numbers into shared pools.
//!
//! Nothing here knows a table; names, types and attributes are numbers that the module resolves.

mod assembly;
mod handles;
mod ops;
mod reading;
mod uses;
mod writing;

pub(super) use assembly::{Chain, Operands};
pub use ops::{Ops, PostOrder};
pub(super) use reading::Appending;
pub use uses::Use;
pub(super) use writing::Written;

use super::data::Span;
use super::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId, UseListOrder};
use crate::error::{Error, ErrorKind, Result};
use crate::wire::Budget;
use std::collections::HashMap;
use std::sync::OnceLock;

const NONE: u32 = u32::MAX;
/// Marks a block where a number stands for an operation or a block.
const BLOCK: u32 = 1 << 31;
/// Stands where what is around something would, once that was erased: no arena has this number.
const ERASED: u32 = BLOCK;

macro_rules! handles {
    ($($name:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(super) u32);

        impl $name {
            #[allow(dead_code, reason = "not every handle is stored where it may be absent")]
            fn some(number: u32) -> Option<Self> {
                (number < BLOCK).then_some($name(number))
            }

            /// The number of the handle: below the count of what the module ever had of its kind, and of no other.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

handles! {
    Op, "An operation of a module in memory.";
    Block, "A block of a module in memory.";
    Region, "A region of a module in memory.";
    Value, "A value of a module in memory: a result of an operation or an argument of a block.";
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// A result of an operation, counted from zero.
    Result(Op, u32),
    /// An argument of a block, counted from zero.
    Argument(Block, u32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slice {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Slice {
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

#[derive(Clone, Debug)]
pub(super) struct OpData {
    pub(super) name: OpNameId,
    pub(super) location: AttributeId,
    attributes: u32,
    properties: u32,
    operands: Slice,
    results: Slice,
    more: u32,
    block: u32,
    previous: u32,
    next: u32,
}

/// What few operations have.
#[derive(Clone, Debug, Default)]
pub(super) struct More {
    successors: Slice,
    regions: Slice,
    /// The flag of the file; none for an operation made in memory, where the uses decide.
    pub(super) isolated: Option<bool>,
    /// Isolated regions that are still bytes.
    pub(super) unread: Option<Span>,
}

#[derive(Clone, Debug)]
struct BlockData {
    region: u32,
    arguments: Slice,
    /// Where the locations of the arguments begin.
    locations: u32,
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
}

impl BlockData {
    /// Of nothing yet, in this region.
    fn empty(region: u32) -> Self {
        let (arguments, locations) = (Slice::default(), 0);
        let (first, last, previous, next) = (NONE, NONE, NONE, NONE);
        BlockData { region, arguments, locations, first, last, previous, next }
    }
}

#[derive(Clone, Debug)]
struct RegionData {
    op: u32,
    first: u32,
    last: u32,
}

#[derive(Clone, Copy, Debug)]
struct ValueData {
    ty: TypeId,
    owner: u32,
}

/// The operations of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Ir {
    ops: Vec<OpData>,
    more: Vec<More>,
    blocks: Vec<BlockData>,
    regions: Vec<RegionData>,
    values: Vec<ValueData>,
    operands: Vec<Value>,
    successors: Vec<Block>,
    locations: Vec<u32>,
    /// Orders of uses by what defines the values, in the order of the file.
    orders: HashMap<u32, Vec<(u32, UseListOrder)>>,
    /// What is left for regions that were not read yet to announce.
    pub(super) budget: Budget,
    /// Operations whose isolated regions were touched hold here the count of edits; regions read and
    /// left alone can be written as the bytes they were.
    pub(super) edits: u64,
    /// Made when first asked for.
    uses: OnceLock<crate::uses::UseLists>,
}

fn number(len: usize, what: &'static str) -> Result<u32> {
    if len >= BLOCK as usize {
        let max = u64::from(BLOCK);
        return Err(Error::new(ErrorKind::Limit { limit: what, found: len as u64, max }));
    }
    Ok(len as u32)
}

/// What a new operation is made of.
#[derive(Clone, Debug)]
pub(super) struct NewOp {
    pub(super) name: OpNameId,
    pub(super) location: AttributeId,
    pub(super) attributes: Option<AttributeId>,
    pub(super) properties: Option<PropertyBlobId>,
}

impl Ir {
    /// Makes room for operations and about as many values and operands.
    pub(super) fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
        self.operands.reserve(ops);
    }

    /// Makes room for blocks that are appended next: doubling could take twice as much.
    pub(super) fn reserve_blocks(&mut self, blocks: usize) {
        self.blocks.reserve(blocks);
    }

    // Making.

    pub(super) fn make_op(&mut self, new: NewOp) -> Result<Op> {
        let op = Op(number(self.ops.len(), "operations of a module")?);
        self.ops.push(OpData {
            name: new.name,
            location: new.location,
            attributes: new.attributes.map_or(NONE, |id| id.0),
            properties: new.properties.map_or(NONE, |id| id.0),
            operands: Slice::default(),
            results: Slice::default(),
            more: NONE,
            block: NONE,
            previous: NONE,
            next: NONE,
        });
        Ok(op)
    }

    fn more_mut(&mut self, op: Op) -> &mut More {
        let data = &mut self.ops[op.index()];
        if data.more == NONE {
            data.more = self.more.len() as u32;
            self.more.push(More::default());
        }
        &mut self.more[data.more as usize]
    }

    pub(super) fn more(&self, op: Op) -> Option<&More> {
        self.more.get(self.ops.get(op.index())?.more as usize)
    }

    /// Whether the regions of any operation are still bytes.
    pub(super) fn has_unread(&self) -> bool {
        self.more.iter().any(|more| more.unread.is_some())
    }

    pub(super) fn set_isolated(&mut self, op: Op, isolated: Option<bool>) {
        self.more_mut(op).isolated = isolated;
    }

    pub(super) fn set_unread(&mut self, op: Op, span: Option<Span>) {
        self.more_mut(op).unread = span;
    }

    /// Makes values without an owner, one after the other.
    pub(super) fn make_values(&mut self, count: u32) -> Result<Value> {
        let first = Value(number(self.values.len(), "values of a module")?);
        let len = self.values.len() + count as usize;
        number(len, "values of a module")?;
        self.values.resize(len, ValueData { ty: TypeId(0), owner: NONE });
        Ok(first)
    }

    pub(super) fn set_results(
        &mut self,
        op: Op,
        first: Value,
        types: impl ExactSizeIterator<Item = TypeId>,
    ) {
        let slice = Slice { start: first.0, len: types.len() as u32 };
        self.ops[op.index()].results = slice;
        for (value, ty) in self.values[slice.range()].iter_mut().zip(types) {
            *value = ValueData { ty, owner: op.0 };
        }
    }

    pub(super) fn set_arguments(
        &mut self,
        block: Block,
        first: Value,
        arguments: impl ExactSizeIterator<Item = (TypeId, Option<AttributeId>)>,
    ) {
        let slice = Slice { start: first.0, len: arguments.len() as u32 };
        let data = &mut self.blocks[block.index()];
        data.arguments = slice;
        data.locations = self.locations.len() as u32;
        for (value, (ty, location)) in self.values[slice.range()].iter_mut().zip(arguments) {
            *value = ValueData { ty, owner: block.0 | BLOCK };
            self.locations.push(location.map_or(NONE, |id| id.0));
        }
    }

    pub(super) fn set_operands(
        &mut self,
        op: Op,
        operands: impl ExactSizeIterator<Item = Value>,
    ) -> Result<()> {
        let len = operands.len() as u32;
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

    pub(super) fn set_successors(
        &mut self,
        op: Op,
        successors: impl ExactSizeIterator<Item = Block>,
    ) -> Result<()> {
        let start = number(self.successors.len(), "successors of a module")?;
        let len = successors.len() as u32;
        self.successors.extend(successors);
        self.more_mut(op).successors = Slice { start, len };
        Ok(())
    }

    pub(super) fn make_regions(&mut self, op: Op, count: u64) -> Result<()> {
        let start = number(self.regions.len(), "regions of a module")?;
        let len = u32::try_from(count).unwrap_or(BLOCK);
        number(self.regions.len() + len as usize, "regions of a module")?;
        let region = RegionData { op: op.0, first: NONE, last: NONE };
        self.regions.resize(self.regions.len() + len as usize, region);
        self.more_mut(op).regions = Slice { start, len };
        Ok(())
    }

    pub(super) fn append_block(&mut self, region: Option<Region>) -> Result<Block> {
        let block = Block(number(self.blocks.len(), "blocks of a module")?);
        let mut data = BlockData::empty(region.map_or(NONE, |region| region.0));
        if let Some(region) = region {
            let region = &mut self.regions[region.index()];
            data.previous = region.last;
            region.last = block.0;
            if data.previous == NONE {
                region.first = block.0;
            }
        }
        if data.previous != NONE {
            self.blocks[data.previous as usize].next = block.0;
        }
        self.blocks.push(data);
        Ok(block)
    }

    // Placing.

    /// Puts an operation that stands nowhere before another one, or at the end of a block.
    pub(super) fn insert(&mut self, op: Op, block: Block, before: Option<Op>) {
        let next = before.map_or(NONE, |before| before.0);
        let previous = match before {
            Some(before) => self.ops[before.index()].previous,
            None => self.blocks[block.index()].last,
        };
        let data = &mut self.ops[op.index()];
        data.block = block.0;
        data.previous = previous;
        data.next = next;
        match Op::some(previous) {
            Some(previous) => self.ops[previous.index()].next = op.0,
            None => self.blocks[block.index()].first = op.0,
        }
        match Op::some(next) {
            Some(next) => self.ops[next.index()].previous = op.0,
            None => self.blocks[block.index()].last = op.0,
        }
    }

    /// Takes an operation out of its block.
    pub(super) fn remove(&mut self, op: Op) {
        let OpData { block, previous, next, .. } = self.ops[op.index()];
        let Some(block) = Block::some(block) else { return };
        match Op::some(previous) {
            Some(previous) => self.ops[previous.index()].next = next,
            None => self.blocks[block.index()].first = next,
        }
        match Op::some(next) {
            Some(next) => self.ops[next.index()].previous = previous,
            None => self.blocks[block.index()].last = previous,
        }
        let data = &mut self.ops[op.index()];
        data.block = NONE;
        data.previous = NONE;
        data.next = NONE;
    }

    // Looking.

    pub(super) fn op(&self, op: Op) -> &OpData {
        &self.ops[op.index()]
    }

    pub(super) fn op_mut(&mut self, op: Op) -> &mut OpData {
        &mut self.ops[op.index()]
    }

    pub(super) fn attributes(&self, op: Op) -> Option<AttributeId> {
        let number = self.ops.get(op.index())?.attributes;
        (number != NONE).then_some(AttributeId(number))
    }

    pub(super) fn set_attributes(&mut self, op: Op, id: Option<AttributeId>) {
        self.ops[op.index()].attributes = id.map_or(NONE, |id| id.0);
    }

    pub(super) fn properties(&self, op: Op) -> Option<PropertyBlobId> {
        let number = self.ops.get(op.index())?.properties;
        (number != NONE).then_some(PropertyBlobId(number))
    }

    pub(super) fn set_properties(&mut self, op: Op, id: Option<PropertyBlobId>) {
        self.ops[op.index()].properties = id.map_or(NONE, |id| id.0);
    }

    pub(super) fn operands(&self, op: Op) -> &[Value] {
        self.ops.get(op.index()).map_or(&[], |data| &self.operands[data.operands.range()])
    }

    pub(super) fn results(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + use<> {
        values(self.ops.get(op.index()).map(|data| data.results).unwrap_or_default())
    }

    pub(super) fn successors(&self, op: Op) -> &[Block] {
        self.more(op).map_or(&[], |more| &self.successors[more.successors.range()])
    }

    pub(super) fn regions(&self, op: Op) -> impl ExactSizeIterator<Item = Region> + use<> {
        let Slice { start, len } = self.more(op).map(|more| more.regions).unwrap_or_default();
        (start..start + len).map(Region)
    }

    /// A region of an operation, counted from zero.
    pub(super) fn region(&self, op: Op, index: u32) -> Option<Region> {
        let Slice { start, len } = self.more(op)?.regions;
        (index < len).then(|| Region(start + index))
    }

    pub(super) fn op_block(&self, op: Op) -> Option<Block> {
        Block::some(self.ops.get(op.index())?.block)
    }

    pub(super) fn next_op(&self, op: Op) -> Option<Op> {
        Op::some(self.ops.get(op.index())?.next)
    }

    pub(super) fn previous_op(&self, op: Op) -> Option<Op> {
        Op::some(self.ops.get(op.index())?.previous)
    }

    pub(super) fn first_op(&self, block: Block) -> Option<Op> {
        Op::some(self.blocks.get(block.index())?.first)
    }

    pub(super) fn ops_of(&self, block: Block) -> impl Iterator<Item = Op> + use<'_> {
        std::iter::successors(self.first_op(block), |op| self.next_op(*op))
    }

    pub(super) fn first_block(&self, region: Region) -> Option<Block> {
        Block::some(self.regions.get(region.index())?.first)
    }

    pub(super) fn next_block(&self, block: Block) -> Option<Block> {
        Block::some(self.blocks.get(block.index())?.next)
    }

    pub(super) fn blocks_of(&self, region: Region) -> impl Iterator<Item = Block> + use<'_> {
        std::iter::successors(self.first_block(region), |block| self.next_block(*block))
    }

    pub(super) fn block_region(&self, block: Block) -> Option<Region> {
        Region::some(self.blocks.get(block.index())?.region)
    }

    pub(super) fn region_op(&self, region: Region) -> Op {
        Op(self.regions.get(region.index()).map_or(NONE, |region| region.op))
    }

    pub(super) fn arguments(&self, block: Block) -> impl ExactSizeIterator<Item = Value> + use<> {
        values(self.blocks.get(block.index()).map(|data| data.arguments).unwrap_or_default())
    }

    pub(super) fn argument_location(&self, block: Block, index: usize) -> Option<AttributeId> {
        let data = self.blocks.get(block.index())?;
        let places = self.locations.get(data.locations as usize..)?;
        let number = *places.get(..data.arguments.len as usize)?.get(index)?;
        (number != NONE).then_some(AttributeId(number))
    }

    pub(super) fn set_argument_location(
        &mut self,
        block: Block,
        index: usize,
        location: Option<AttributeId>,
    ) {
        let start = self.blocks[block.index()].locations as usize;
        if let Some(place) = self.locations.get_mut(start + index) {
            *place = location.map_or(NONE, |id| id.0);
        }
    }

    pub(super) fn value_type(&self, value: Value) -> TypeId {
        self.values.get(value.index()).map_or(TypeId(NONE), |value| value.ty)
    }

    pub(super) fn set_value_type(&mut self, value: Value, ty: TypeId) {
        self.values[value.index()].ty = ty;
    }

    pub(super) fn is_defined(&self, value: Value) -> bool {
        self.values.get(value.index()).is_some_and(|value| value.owner != NONE)
    }

    pub(super) fn definition(&self, value: Value) -> Option<Definition> {
        let owner = self.values.get(value.index())?.owner;
        if owner == NONE {
            None
        } else if owner & BLOCK != 0 {
            let block = Block(owner & !BLOCK);
            let first = self.blocks[block.index()].arguments.start;
            Some(Definition::Argument(block, value.0 - first))
        } else {
            let first = self.ops[owner as usize].results.start;
            Some(Definition::Result(Op(owner), value.0 - first))
        }
    }

    pub(super) fn value_count(&self) -> usize {
        self.values.len()
    }

    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    pub(super) fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// Operands of every operation that was ever made.
    pub(super) fn all_operands(&self) -> &[Value] {
        &self.operands
    }

    pub(super) fn parent(&self, op: Op) -> Option<Op> {
        Some(self.region_op(self.block_region(self.op_block(op)?)?))
    }

    pub(super) fn walk(&self, root: Block) -> Ops<'_> {
        Ops { ir: self, next: self.first_op(root), floor: None }
    }

    pub(super) fn walk_op(&self, op: Op) -> Ops<'_> {
        Ops { ir: self, next: self.has_op(op).then_some(op), floor: Some(op) }
    }

    pub(super) fn post_order(&self, root: Block) -> PostOrder<'_> {
        PostOrder::new(self, self.first_op(root), None)
    }

    pub(super) fn post_order_op(&self, op: Op) -> PostOrder<'_> {
        PostOrder::new(self, self.has_op(op).then_some(op), Some(op))
    }

    // Orders of uses.

    pub(super) fn set_orders(&mut self, of: OrderOwner, orders: Vec<(u32, UseListOrder)>) {
        self.orders.insert(of.key(), orders);
    }

    pub(super) fn orders(&self, of: OrderOwner) -> &[(u32, UseListOrder)] {
        if self.orders.is_empty() {
            return &[];
        }
        self.orders.get(&of.key()).map_or(&[], Vec::as_slice)
    }

    pub(super) fn has_orders(&self) -> bool {
        !self.orders.is_empty()
    }

    pub(super) fn clear_orders(&mut self) {
        self.orders.clear();
    }

    pub(super) fn all_orders(&self) -> impl Iterator<Item = (Value, &UseListOrder)> {
        self.orders.keys().flat_map(|&key| self.orders_of(OrderOwner::from_key(key)))
    }

    /// The orders behind an operation or block, each with its value.
    pub(super) fn orders_of(&self, of: OrderOwner) -> impl Iterator<Item = (Value, &UseListOrder)> {
        let first = match of {
            OrderOwner::Op(op) => self.ops[op.index()].results.start,
            OrderOwner::Block(block) => self.blocks[block.index()].arguments.start,
        };
        self.orders(of).iter().map(move |(index, order)| (Value(first + index), order))
    }

    /// Forgets the order of the uses of a value: it speaks of uses that are about to change.
    pub(super) fn forget_order(&mut self, value: Value) {
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
        }
    }
}

/// What orders of uses stand behind.
#[derive(Clone, Copy, Debug)]
pub(super) enum OrderOwner {
    Op(Op),
    Block(Block),
}

impl OrderOwner {
    fn from_key(key: u32) -> Self {
        match key & BLOCK {
            0 => OrderOwner::Op(Op(key)),
            _ => OrderOwner::Block(Block(key & !BLOCK)),
        }
    }

    fn key(self) -> u32 {
        match self {
            OrderOwner::Op(op) => op.0,
            OrderOwner::Block(block) => block.0 | BLOCK,
        }
    }
}

fn values(slice: Slice) -> impl ExactSizeIterator<Item = Value> + use<> {
    (slice.start..slice.start + slice.len).map(Value)
}
