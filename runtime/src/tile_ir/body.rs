//! The owned body of a function: operations in blocks in regions, named by small numbers.

use super::generated::{DebugId, Op, ResultValue, TypeId};
use super::handles::{wrong, wrong_op, wrong_value};
use super::links::{Known, Links, Parts, Standing};
pub use super::places::{Block, BlockId, Definition, OpId, Place, Use};
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::values::{RegionId, Typed, Value};

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

/// The body of a function.
///
/// Operations are looked up by [`OpId`]; which of them are in the function, and in which order, is
/// said by the blocks alone. An operation taken out of its block stays in the body, unused, and is
/// not written.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub(super) ops: Vec<Op>,
    /// The location of each operation; empty when none has one.
    locations: Vec<Option<DebugId>>,
    blocks: Vec<Block>,
    regions: Vec<Vec<BlockId>>,
    values: Vec<Packed>,
    changed: Changed,
    links: Known,
}

/// Whether a body is other than what was read; no part of what it is.
#[derive(Clone, Copy, Debug)]
struct Changed(bool);

impl PartialEq for Changed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
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
            changed: Changed(true),
            links: Known::default(),
        };
        for &ty in params {
            body.grow_argument(Body::ENTRY, ty);
        }
        body
    }

    /// The parameters of the function: the arguments of the entry block.
    #[must_use]
    pub fn params(&self) -> &[ResultValue] {
        self.entry().map_or(&[], |block| &block.arguments)
    }

    fn entry(&self) -> Option<&Block> {
        self.blocks.first()
    }

    fn parts(&self) -> Parts<'_> {
        let (ops, blocks, regions) = (&self.ops, &self.blocks, &self.regions);
        Parts { ops, blocks, regions, values: self.values.len() }
    }

    /// What stands in what, and who uses what.
    pub(super) fn links(&self) -> &Links {
        self.links.0.get_or_init(|| Links::of(self.parts(), Body::ENTRY))
    }

    /// The operations in the regions of one, and itself, each before those inside of it.
    pub(super) fn subtree(&self, op: OpId) -> Vec<OpId> {
        super::links::subtree(self.parts(), op)
    }

    /// Tells the links, where they are known, what changes.
    pub(super) fn tell(&mut self, change: impl FnOnce(&mut Links, Parts<'_>)) {
        let (ops, blocks, regions) = (&self.ops, &self.blocks, &self.regions);
        let parts = Parts { ops, blocks, regions, values: self.values.len() };
        if let Some(links) = self.links.0.get_mut() {
            change(links, parts);
        }
    }

    /// Puts an operation that stands nowhere into a block that is there, before the one at a position.
    pub(super) fn stand(&mut self, block: BlockId, position: usize, op: OpId) {
        self.changed = Changed(true);
        if let Some(content) = self.blocks.get_mut(block.0 as usize) {
            content.ops.insert(position.min(content.ops.len()), op);
        }
        self.tell(|links, parts| {
            links.set_block(op, Some(block));
            if links.is_in_function(block, Body::ENTRY) {
                links.move_all(parts, op, Standing::InFunction);
            }
        });
    }

    /// Takes the operation at a position out of a block that is there.
    pub(super) fn take(&mut self, block: BlockId, position: usize) {
        self.changed = Changed(true);
        let Some(content) = self.blocks.get_mut(block.0 as usize) else { return };
        if position >= content.ops.len() {
            return;
        }
        let op = content.ops.remove(position);
        self.tell(|links, parts| {
            if links.is_in_function(block, Body::ENTRY) {
                links.move_all(parts, op, Standing::Aside);
            }
            links.set_block(op, None);
        });
    }

    /// From here on the body is not the one that was read.
    pub(super) fn set_changed(&mut self) {
        self.changed = Changed(true);
    }

    /// Whether the body was made or changed since it was read.
    pub(super) fn is_changed(&self) -> bool {
        self.changed.0
    }

    /// An operation.
    ///
    /// # Errors
    /// An id that this body does not have.
    pub fn op(&self, id: OpId) -> Result<&Op> {
        self.ops.get(id.0 as usize).ok_or_else(|| wrong_op(id.0))
    }

    /// How many operations there ever were, those taken out included: their [indices](OpId::index) are below, so that what
    /// is known of operations can stand in a list.
    #[must_use]
    pub fn op_limit(&self) -> usize {
        self.ops.len()
    }

    /// A block.
    ///
    /// # Errors
    /// An id that this body does not have.
    pub fn block(&self, id: BlockId) -> Result<&Block> {
        self.blocks.get(id.0 as usize).ok_or_else(|| wrong("block", id.0))
    }

    /// The operations of a block, to reorder or remove them.
    ///
    /// # Errors
    /// An id that this body does not have.
    pub fn block_ops_mut(&mut self, id: BlockId) -> Result<&mut Vec<OpId>> {
        self.changed = Changed(true);
        self.links = Known::default();
        let block = self.blocks.get_mut(id.0 as usize).ok_or_else(|| wrong("block", id.0))?;
        Ok(&mut block.ops)
    }

    /// The blocks of a region.
    ///
    /// # Errors
    /// An id that this body does not have.
    pub fn region(&self, id: RegionId) -> Result<&[BlockId]> {
        let region = self.regions.get(id.0 as usize).ok_or_else(|| wrong("region", id.0))?;
        Ok(region)
    }

    /// Number of blocks ever made.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// How many values there ever were: their [indices](Value::index) are below, so that what is known of values can stand in
    /// a list.
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
    /// # Errors
    /// A value that this body does not have.
    pub fn definition(&self, value: Value) -> Result<Definition> {
        let packed = self.values.get(value.index() as usize).ok_or_else(|| wrong_value(value))?;
        Ok((*packed).into())
    }

    /// The type of a value.
    ///
    /// # Errors
    /// A value of another body, or one whose operation was changed not to have it any more.
    pub fn value_type(&self, value: Value) -> Result<TypeId> {
        let unknown = || wrong_value(value);
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
    ///
    /// # Errors
    /// An id that this body does not have.
    pub fn set_location(&mut self, op: OpId, location: Option<DebugId>) -> Result<()> {
        self.op(op)?;
        self.changed = Changed(true);
        self.place(op, location);
        Ok(())
    }

    /// Sets the location of an operation that is there.
    pub(super) fn place(&mut self, op: OpId, location: Option<DebugId>) {
        if self.locations.is_empty() && location.is_none() {
            return;
        }
        if self.locations.len() <= op.0 as usize {
            self.locations.resize(op.0 as usize + 1, None);
        }
        self.locations[op.0 as usize] = location;
    }

    /// Shows every reference to a table to `visit`, to change it: those of operations, also of such that stand nowhere, of
    /// arguments and of locations.
    pub(super) fn references_mut(
        &mut self,
        visit: &mut dyn FnMut(&'static str, &mut u32) -> Result<()>,
    ) -> Result<()> {
        for (index, op) in self.ops.iter_mut().enumerate() {
            op.references_mut(visit).index(index as u64).field("ops")?;
        }
        for block in &mut self.blocks {
            for argument in &mut block.arguments {
                visit(TypeId::TABLE, &mut argument.ty.0)?;
            }
        }
        for location in self.locations.iter_mut().flatten() {
            visit(DebugId::TABLE, &mut location.0)?;
        }
        Ok(())
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
    /// # Errors
    /// A region that this body does not have.
    pub fn add_block(&mut self, region: RegionId) -> Result<BlockId> {
        self.region(region)?;
        self.changed = Changed(true);
        Ok(self.grow_block(region))
    }

    /// A new block at the end of a region that is there.
    pub(super) fn grow_block(&mut self, region: RegionId) -> BlockId {
        let block = BlockId(index(self.blocks.len()));
        self.blocks.push(Block::default());
        if let Some(blocks) = self.regions.get_mut(region.0 as usize) {
            blocks.push(block);
        }
        self.tell(|links, _| links.add_block(block, region));
        block
    }

    /// A new argument of a block.
    ///
    /// # Errors
    /// A block that this body does not have.
    pub fn add_argument(&mut self, block: BlockId, ty: TypeId) -> Result<Value> {
        self.block(block)?;
        self.changed = Changed(true);
        Ok(self.grow_argument(block, ty))
    }

    /// A new argument of a block that is there.
    pub(super) fn grow_argument(&mut self, block: BlockId, ty: TypeId) -> Value {
        let arguments = self.blocks.get(block.0 as usize).map_or(0, |block| block.arguments.len());
        let value = self.define(Definition::Argument(block, index(arguments)));
        if let Some(block) = self.blocks.get_mut(block.0 as usize) {
            block.arguments.push(Typed { value, ty });
        }
        value
    }

    /// Fills a block that is there with operations that were read.
    pub(super) fn fill_block(&mut self, block: BlockId, ops: Vec<OpId>) {
        if let Some(block) = self.blocks.get_mut(block.0 as usize) {
            block.ops = ops;
        }
    }

    #[inline]
    pub(super) fn define(&mut self, definition: Definition) -> Value {
        let value = Value::new(index(self.values.len()));
        self.values.push(definition.into());
        value
    }

    /// Adds an operation at the end of a block. Its results get new values, whatever they were.
    ///
    /// # Errors
    /// A block that this body does not have.
    pub fn push(&mut self, block: BlockId, op: impl Into<Op>) -> Result<OpId> {
        let end = self.block(block)?.ops.len();
        let id = self.add(op);
        self.stand(block, end, id);
        Ok(id)
    }

    /// Adds an operation to a block, before the one at `position`.
    ///
    /// # Errors
    /// A block that this body does not have, or a position past its end.
    pub fn insert(&mut self, block: BlockId, position: usize, op: impl Into<Op>) -> Result<OpId> {
        check_position(position, self.block(block)?.ops.len() + 1)?;
        let id = self.add(op);
        self.stand(block, position, id);
        Ok(id)
    }

    /// The values of an operation's results, in order.
    ///
    /// # Errors
    /// An id that this body does not have.
    pub fn results(&self, op: OpId) -> Result<Vec<Value>> {
        let mut values = Vec::new();
        self.op(op)?.each_result(|result| values.push(result.value));
        Ok(values)
    }

    /// Calls `visit` with every operation that is in the function, each before the content of its
    /// regions.
    pub fn each_op<'s>(&'s self, mut visit: impl FnMut(OpId, &'s Op)) {
        // Blocks still to walk, innermost last; each with the position of its next operation. A block
        // that was put into itself is walked once.
        let mut stack = vec![(Body::ENTRY, 0usize)];
        let mut met = vec![false; self.blocks.len()];
        while let Some((block, position)) = stack.last_mut() {
            let ops = self.blocks.get(block.0 as usize).map_or(&[][..], |block| &block.ops);
            let Some(&id) = ops.get(*position) else {
                stack.pop();
                continue;
            };
            *position += 1;
            let Ok(op) = self.op(id) else { continue };
            visit(id, op);
            let depth = stack.len();
            op.each_region(|region| {
                for &block in self.region(region).unwrap_or_default() {
                    let met = met.get_mut(block.0 as usize);
                    if met.is_some_and(|met| !std::mem::replace(met, true)) {
                        stack.push((block, 0));
                    }
                }
            });
            stack[depth..].reverse();
        }
    }

    /// Number of operations that are in the function.
    #[must_use]
    pub fn op_count(&self) -> usize {
        let mut count = 0;
        match self.is_changed() {
            true => self.each_op(|_, _| count += 1),
            // All that was read is in the function.
            false => count = self.ops.len(),
        }
        count
    }

    /// Whether the function has no operation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entry().is_none_or(|block| block.ops.is_empty())
    }

    pub(super) fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
    }

    /// Ends reading: from here on a change is one of the body.
    pub(super) fn shrink(&mut self) {
        self.changed = Changed(false);
        self.links = Known::default();
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

fn check_position(position: usize, end: usize) -> Result<()> {
    if position < end {
        return Ok(());
    }
    let (found, len) = (position as u64, end as u64);
    Err(Error::new(ErrorKind::Index { table: "operation of the block".into(), found, len }))
}

fn index(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
