//! The owned body of a function: operations in blocks in regions, named by small numbers.

use super::generated::{DebugId, Op, ResultValue, TypeId};
use crate::error::{Error, Result};
use crate::values::{RegionId, Typed, Value};

/// An operation of a [`Body`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpId(pub u32);

/// A block of a [`Body`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// The place that defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// An argument of a block, by position; the parameters of a function are those of its entry
    /// block.
    Argument(BlockId, u32),
    /// A result of an operation, by position.
    Result(OpId, u32),
}

/// A definition in eight bytes: block or operation, and position with the kind in its lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed(u32, u32);

impl From<Definition> for Packed {
    fn from(definition: Definition) -> Self {
        match definition {
            Definition::Argument(block, position) => Packed(block.0, position << 1),
            Definition::Result(op, position) => Packed(op.0, position << 1 | 1),
        }
    }
}

impl From<Packed> for Definition {
    fn from(packed: Packed) -> Self {
        match packed.1 & 1 {
            0 => Definition::Argument(BlockId(packed.0), packed.1 >> 1),
            _ => Definition::Result(OpId(packed.0), packed.1 >> 1),
        }
    }
}

/// A block: its arguments and its operations in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The arguments, values with their types.
    pub arguments: Vec<ResultValue>,
    /// The operations in order; the last one ends the block.
    pub ops: Vec<OpId>,
}

/// The body of a function.
///
/// Operations are looked up by [`OpId`]; which of them are in the function, and in which order, is
/// said by the blocks alone. An operation taken out of its block stays in the body, unused, and is
/// not written.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    ops: Vec<Op>,
    /// The location of each operation; empty when none has one.
    locations: Vec<Option<DebugId>>,
    blocks: Vec<Block>,
    regions: Vec<Vec<BlockId>>,
    values: Vec<Packed>,
}

impl Default for Body {
    fn default() -> Self {
        Body::new(&[])
    }
}

impl Body {
    /// The block that a function begins with.
    pub const ENTRY: BlockId = BlockId(0);

    /// A body without operations; its entry block has parameters of these types.
    #[must_use]
    pub fn new(params: &[TypeId]) -> Self {
        let mut body = Body {
            ops: Vec::new(),
            locations: Vec::new(),
            blocks: vec![Block::default()],
            regions: Vec::new(),
            values: Vec::new(),
        };
        for &ty in params {
            body.add_argument(Body::ENTRY, ty);
        }
        body
    }

    /// The parameters of the function: the arguments of the entry block.
    #[must_use]
    pub fn params(&self) -> &[ResultValue] {
        &self.block(Body::ENTRY).arguments
    }

    /// An operation.
    ///
    /// # Panics
    /// An id of another body.
    #[must_use]
    pub fn op(&self, id: OpId) -> &Op {
        &self.ops[id.0 as usize]
    }

    /// An operation, to change its attributes and operands. Its results must stay the ones it has;
    /// [`Body::replace`] gives it others.
    ///
    /// # Panics
    /// An id of another body.
    pub fn op_mut(&mut self, id: OpId) -> &mut Op {
        &mut self.ops[id.0 as usize]
    }

    /// Number of operations ever added, those taken out included.
    #[must_use]
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// A block.
    ///
    /// # Panics
    /// An id of another body.
    #[must_use]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// The operations of a block, to reorder or remove them.
    ///
    /// # Panics
    /// An id of another body.
    pub fn block_ops_mut(&mut self, id: BlockId) -> &mut Vec<OpId> {
        &mut self.blocks[id.0 as usize].ops
    }

    /// The blocks of a region.
    ///
    /// # Panics
    /// An id of another body.
    #[must_use]
    pub fn region(&self, id: RegionId) -> &[BlockId] {
        &self.regions[id.0 as usize]
    }

    /// Number of values ever defined.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Number of regions ever made.
    #[must_use]
    pub fn region_count(&self) -> usize {
        self.regions.len()
    }

    /// The place that defines a value.
    ///
    /// # Panics
    /// A value of another body.
    #[must_use]
    pub fn definition(&self, value: Value) -> Definition {
        self.values[value.index() as usize].into()
    }

    /// The type of a value.
    ///
    /// # Errors
    /// A value of another body, or one whose operation was changed not to have it any more.
    pub fn ty(&self, value: Value) -> Result<TypeId> {
        let unknown = || Error::invalid(format!("the value {value} is not one of this body"));
        let packed = self.values.get(value.index() as usize).ok_or_else(unknown)?;
        match Definition::from(*packed) {
            Definition::Argument(block, position) => self
                .blocks
                .get(block.0 as usize)
                .and_then(|block| block.arguments.get(position as usize))
                .map(|argument| argument.ty)
                .ok_or_else(unknown),
            Definition::Result(op, _) => {
                let mut found = None;
                self.ops.get(op.0 as usize).ok_or_else(unknown)?.each_result(|result| {
                    if result.value == value {
                        found = Some(result.ty);
                    }
                });
                found.ok_or_else(unknown)
            }
        }
    }

    /// The location of an operation.
    #[must_use]
    pub fn location(&self, op: OpId) -> Option<DebugId> {
        self.locations.get(op.0 as usize).copied().flatten()
    }

    /// Sets the location of an operation.
    pub fn set_location(&mut self, op: OpId, location: Option<DebugId>) {
        if self.locations.is_empty() && location.is_none() {
            return;
        }
        if self.locations.len() <= op.0 as usize {
            self.locations.resize(op.0 as usize + 1, None);
        }
        self.locations[op.0 as usize] = location;
    }

    /// Whether an operation has a location.
    #[must_use]
    pub fn has_locations(&self) -> bool {
        self.locations.iter().any(Option::is_some)
    }

    /// A new region without blocks.
    pub fn add_region(&mut self) -> RegionId {
        self.regions.push(Vec::new());
        RegionId(index(self.regions.len() - 1))
    }

    /// A new block at the end of a region.
    ///
    /// # Panics
    /// A region of another body.
    pub fn add_block(&mut self, region: RegionId) -> BlockId {
        let block = BlockId(index(self.blocks.len()));
        self.blocks.push(Block::default());
        self.regions[region.0 as usize].push(block);
        block
    }

    /// A new argument of a block.
    ///
    /// # Panics
    /// A block of another body.
    pub fn add_argument(&mut self, block: BlockId, ty: TypeId) -> Value {
        let position = index(self.blocks[block.0 as usize].arguments.len());
        let value = self.define(Definition::Argument(block, position));
        self.blocks[block.0 as usize].arguments.push(Typed { value, ty });
        value
    }

    #[inline]
    fn define(&mut self, definition: Definition) -> Value {
        let value = Value::new(index(self.values.len()));
        self.values.push(definition.into());
        value
    }

    /// Adds an operation at the end of a block. Its results get new values, whatever they were.
    ///
    /// # Panics
    /// A block of another body.
    pub fn push(&mut self, block: BlockId, op: impl Into<Op>) -> OpId {
        let id = self.add(op);
        self.blocks[block.0 as usize].ops.push(id);
        id
    }

    /// Adds an operation to a block, before the one at `position`.
    ///
    /// # Panics
    /// A block of another body, or a position past its end.
    pub fn insert(&mut self, block: BlockId, position: usize, op: impl Into<Op>) -> OpId {
        let id = self.add(op);
        self.blocks[block.0 as usize].ops.insert(position, id);
        id
    }

    /// Takes the operation at `position` out of a block.
    ///
    /// # Panics
    /// A block of another body, or a position past its end.
    pub fn remove(&mut self, block: BlockId, position: usize) -> OpId {
        self.blocks[block.0 as usize].ops.remove(position)
    }

    /// Adds an operation that is in no block yet. Its results get new values.
    pub fn add(&mut self, op: impl Into<Op>) -> OpId {
        let id = OpId(index(self.ops.len()));
        let mut op = op.into();
        let mut position = 0;
        op.each_result_mut(|result| {
            result.value = self.define(Definition::Result(id, position));
            position += 1;
        });
        self.ops.push(op);
        id
    }

    /// Puts another operation in the place of one. As far as both have results, in order, the new
    /// ones keep the old values, so that their uses stay.
    ///
    /// # Panics
    /// An id of another body.
    pub fn replace(&mut self, id: OpId, op: impl Into<Op>) {
        let mut old = Vec::new();
        self.op(id).each_result(|result| old.push(result.value));
        let mut old = old.into_iter();
        let mut op = op.into();
        let mut position = 0;
        op.each_result_mut(|result| {
            result.value = match old.next() {
                Some(value) => value,
                None => self.define(Definition::Result(id, position)),
            };
            position += 1;
        });
        self.ops[id.0 as usize] = op;
    }

    /// Makes every use of `old` a use of `new`.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        for op in &mut self.ops {
            op.each_operand_mut(|operand| {
                if *operand == old {
                    *operand = new;
                }
            });
        }
    }

    /// The values of an operation's results, in order.
    #[must_use]
    pub fn results(&self, op: OpId) -> Vec<Value> {
        let mut values = Vec::new();
        self.op(op).each_result(|result| values.push(result.value));
        values
    }

    /// Calls `visit` with every operation that is in the function, each before the content of its
    /// regions.
    pub fn each_op<'s>(&'s self, mut visit: impl FnMut(OpId, &'s Op)) {
        // Blocks still to walk, innermost last; each with the position of its next operation.
        let mut stack = vec![(Body::ENTRY, 0usize)];
        while let Some((block, position)) = stack.last_mut() {
            let Some(&id) = self.block(*block).ops.get(*position) else {
                stack.pop();
                continue;
            };
            *position += 1;
            let op = self.op(id);
            visit(id, op);
            let depth = stack.len();
            op.each_region(|region| {
                for &block in self.region(region) {
                    stack.push((block, 0));
                }
            });
            stack[depth..].reverse();
        }
    }

    /// Number of operations that are in the function.
    #[must_use]
    pub fn len(&self) -> usize {
        let mut count = 0;
        self.each_op(|_, _| count += 1);
        count
    }

    /// Whether the function has no operation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.block(Body::ENTRY).ops.is_empty()
    }

    pub(super) fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
    }

    pub(super) fn shrink(&mut self) {
        self.ops.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    #[inline]
    pub(super) fn define_result(&mut self, op: OpId, position: u32) -> Value {
        self.define(Definition::Result(op, position))
    }

    /// Adds an operation, in no block yet, whose results were defined by [`Body::define_result`].
    #[inline(always)]
    pub(super) fn push_defined(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// The operation added last.
    #[inline]
    pub(super) fn last_op(&self) -> OpId {
        OpId(index(self.ops.len().saturating_sub(1)))
    }

    #[inline]
    pub(super) fn next_op(&self) -> OpId {
        OpId(index(self.ops.len()))
    }
}

fn index(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
