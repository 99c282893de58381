//! The owned body of a function: operations in blocks in regions, identified by small numbers.

use crate::generated::{DebugId, Op, ResultValue, TypeId};
use crate::module::arguments::Arguments;
use crate::module::uses::{CachedUsers, Content, Users};
use bytespec_core::error::{BodyFault, Context as _, Error, ErrorKind, Result};
use bytespec_core::forest::copies::Owner as _;
pub use bytespec_core::forest::{BlockId, Definition, OpId, Place};
use bytespec_core::forest::{Forest, LIMIT, wrong};
pub use bytespec_core::uses::Use;
use bytespec_core::values::{RegionId, Typed, Value};

/// Marks a block, in the number of a value's definition.
const BLOCK: u32 = LIMIT;

/// The body of a function.
///
/// An [`OpId`] identifies an operation. The blocks alone determine which operations are in the function, and in which order. An
/// operation that was removed from its block stays in the body, unused, and is not written.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    ops: Vec<Op>,
    /// The location of each operation; empty if none has a location.
    locations: Vec<Option<DebugId>>,
    forest: Forest,
    arguments: Arguments,
    /// The operation or block that defines each value.
    values: Vec<u32>,
    changed: Changed,
    users: CachedUsers,
}

/// Whether a body differs from the one that was read. It is ignored in comparisons.
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
    /// The entry block of a function.
    pub const ENTRY: BlockId = BlockId::at(0);

    /// A body without operations. Its entry block has parameters of these types.
    #[must_use]
    pub fn new(params: &[TypeId]) -> Self {
        let mut body = Body {
            ops: Vec::new(),
            locations: Vec::new(),
            forest: Forest::default(),
            arguments: Arguments::default(),
            values: Vec::new(),
            changed: Changed(true),
            users: CachedUsers::default(),
        };
        body.grow_block(None);
        for &ty in params {
            body.grow_argument(Body::ENTRY, ty);
        }
        body
    }

    /// The parameters of the function: the arguments of the entry block.
    #[must_use]
    pub fn params(&self) -> &[ResultValue] {
        self.arguments(Body::ENTRY)
    }

    /// The nesting of operations, blocks and regions.
    pub(crate) fn forest(&self) -> &Forest {
        &self.forest
    }

    /// The uses of all values.
    pub(crate) fn users_of_all(&self) -> &Users {
        self.users.0.get_or_init(|| Users::of(content(&self.ops, &self.forest, &self.values)))
    }

    /// Updates the uses for a change, if they were computed.
    pub(crate) fn update_uses(&mut self, change: impl FnOnce(&mut Users, Content<'_>)) {
        let content = content(&self.ops, &self.forest, &self.values);
        if let Some(users) = self.users.0.get_mut() {
            change(users, content);
        }
    }

    /// Moves an operation to a valid place.
    pub(crate) fn place_op(&mut self, place: Place, op: OpId) {
        self.changed = Changed(true);
        self.forest.put(place, op);
        self.update_nested_uses(op);
    }

    /// Removes an existing operation from its block.
    pub(crate) fn take(&mut self, op: OpId) {
        self.changed = Changed(true);
        self.forest.detach(op);
        self.update_nested_uses(op);
    }

    fn update_nested_uses(&mut self, op: OpId) {
        self.update_uses(|users, content| users.move_all(content, op));
    }

    /// Gives an operation the regions that its content refers to.
    pub(crate) fn adopt(&mut self, op: OpId, regions: &[RegionId]) {
        self.forest.adopt(op, regions);
    }

    /// Marks the body as changed since it was read.
    pub(crate) fn set_changed(&mut self) {
        self.changed = Changed(true);
    }

    /// Whether the body was created or changed since it was read.
    pub(crate) fn is_changed(&self) -> bool {
        self.changed.0
    }

    /// An operation.
    ///
    /// # Errors
    /// An id that the body does not have.
    pub fn op(&self, id: OpId) -> Result<&Op> {
        self.ops.get(id.index()).ok_or_else(|| wrong("operation", id.number(), false))
    }

    /// Mutable access to the content of an existing operation, except its regions.
    pub(crate) fn op_content_mut(&mut self, id: OpId) -> &mut Op {
        &mut self.ops[id.index()]
    }

    /// The content of an existing operation.
    pub(crate) fn op_content(&self, id: OpId) -> &Op {
        &self.ops[id.index()]
    }

    /// The number of operations that were ever created, including removed ones. All [indices](OpId::index) of operations are
    /// less, so you can store data about operations in a vector.
    #[must_use]
    pub fn op_limit(&self) -> usize {
        self.ops.len()
    }

    /// The arguments of a block, values with their types; empty for a block that the body does not have.
    #[must_use]
    pub fn arguments(&self, block: BlockId) -> &[ResultValue] {
        self.arguments.of(block)
    }

    /// The operations of a block, in order; empty for a block that the body does not have.
    pub fn ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + use<'_> {
        self.forest.ops(block)
    }

    /// The blocks of a region, in order; empty for a region that the body does not have.
    pub fn blocks(&self, region: RegionId) -> impl Iterator<Item = BlockId> + use<'_> {
        self.forest.blocks(region)
    }

    /// The regions of an operation, in order.
    pub fn regions(&self, op: OpId) -> impl Iterator<Item = RegionId> + use<'_> {
        self.forest.regions(op)
    }

    /// The region at an index in the content of an operation, counted from zero.
    ///
    /// # Errors
    /// A missing region, and one that does not belong to the operation: another operation has it, or it contains the operation.
    pub(crate) fn own_region(&self, op: OpId, index: usize) -> Result<RegionId> {
        let mut named = None;
        let mut left = index + 1;
        self.op(op)?.each_region(|region| {
            left = left.saturating_sub(1);
            if left == 0 {
                named = named.or(Some(region));
            }
        });
        let named = named.unwrap_or(RegionId::at(u32::MAX));
        self.forest.check_region(named)?;
        match self.regions(op).nth(index) {
            Some(own) if own == named => Ok(own),
            _ => {
                Err(Error::new(ErrorKind::Body(BodyFault::SharedRegion { region: named.number() })))
            }
        }
    }

    /// Number of blocks that were ever created.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.forest.counts().blocks
    }

    /// The number of values that were ever created. All [indices](Value::index) of values are less, so you can store data about
    /// values in a vector.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Number of regions that were ever created.
    #[must_use]
    pub fn region_count(&self) -> usize {
        self.forest.counts().regions
    }

    /// The definition of a value; `None` for a value of another body, and for one whose operation was changed and no longer
    /// defines it.
    #[must_use]
    pub fn definition(&self, value: Value) -> Option<Definition> {
        self.defined(value).map(|(definition, _)| definition)
    }

    /// The type of a value; `None` if it has no [definition](Body::definition).
    #[must_use]
    pub fn value_type(&self, value: Value) -> Option<TypeId> {
        self.defined(value).map(|(_, ty)| ty)
    }

    /// The type of a value. A value of another body is an error.
    pub(crate) fn type_of(&self, value: Value) -> Result<TypeId> {
        self.value_type(value).ok_or_else(|| wrong_value(value))
    }

    /// Refuses a value of another body.
    pub(crate) fn check_value(&self, value: Value) -> Result<()> {
        match (value.index() as usize) < self.values.len() {
            true => Ok(()),
            false => Err(wrong_value(value)),
        }
    }

    fn defined(&self, value: Value) -> Option<(Definition, TypeId)> {
        let owner = *self.values.get(value.index() as usize)?;
        if owner & BLOCK != 0 {
            let block = BlockId::at(owner & !BLOCK);
            let (position, argument) = self.argument(block, value)?;
            return Some((Definition::Argument(block, index(position)), argument.ty));
        }
        let (mut position, mut found) = (0, None);
        self.op(OpId::at(owner)).ok()?.each_result(|result| {
            if result.value == value {
                found = Some((Definition::Result(OpId::at(owner), position), result.ty));
            }
            position += 1;
        });
        found
    }

    fn argument(&self, block: BlockId, value: Value) -> Option<(usize, ResultValue)> {
        let arguments = self.arguments(block);
        // The common case: their numbers are consecutive.
        let position = value.index().wrapping_sub(arguments.first()?.value.index()) as usize;
        let argument = match arguments.get(position) {
            Some(argument) if argument.value == value => return Some((position, *argument)),
            _ => arguments.iter().enumerate().find(|(_, argument)| argument.value == value)?,
        };
        Some((argument.0, *argument.1))
    }

    /// The location of an operation.
    #[must_use]
    pub fn location(&self, op: OpId) -> Option<DebugId> {
        self.locations.get(op.number() as usize).copied().flatten()
    }

    /// Sets the location of an operation.
    ///
    /// # Errors
    /// An id that the body does not have.
    pub fn set_location(&mut self, op: OpId, location: Option<DebugId>) -> Result<()> {
        self.op(op)?;
        self.changed = Changed(true);
        self.place(op, location);
        Ok(())
    }

    /// Sets the location of an existing operation.
    pub(crate) fn place(&mut self, op: OpId, location: Option<DebugId>) {
        if self.locations.is_empty() && location.is_none() {
            return;
        }
        if self.locations.len() <= op.number() as usize {
            self.locations.resize(op.number() as usize + 1, None);
        }
        self.locations[op.number() as usize] = location;
    }

    /// Calls `visit` with every reference to a table, which it can change: those of operations, including operations in no
    /// block, of arguments and of locations.
    pub(crate) fn references_mut(
        &mut self,
        visit: &mut dyn FnMut(&'static str, &mut u32) -> Result<()>,
    ) -> Result<()> {
        for (index, op) in self.ops.iter_mut().enumerate() {
            op.references_mut(visit).index(index as u64).field("ops")?;
        }
        for argument in self.arguments.iter_mut() {
            visit(TypeId::TABLE, &mut argument.ty.0)?;
        }
        for location in self.locations.iter_mut().flatten() {
            visit(DebugId::TABLE, &mut location.0)?;
        }
        Ok(())
    }

    /// Whether any operation has a location.
    #[must_use]
    pub fn has_locations(&self) -> bool {
        self.locations.iter().any(Option::is_some)
    }

    /// Adds a region without blocks, which belongs to no operation yet.
    pub fn add_region(&mut self) -> RegionId {
        self.forest.push_region()
    }

    /// Adds a block with arguments of these types at the end of a region.
    ///
    /// # Errors
    /// A region that the body does not have.
    pub fn add_block(&mut self, region: RegionId, arguments: &[TypeId]) -> Result<BlockId> {
        self.forest.check_region(region)?;
        self.changed = Changed(true);
        self.create_block(region, arguments.iter().copied())
    }

    /// Adds a block at the end of an existing region, or in no region.
    pub(crate) fn grow_block(&mut self, region: Option<RegionId>) -> BlockId {
        self.arguments.add_block();
        self.forest.push_block(region)
    }

    /// Adds an argument to a block.
    ///
    /// # Errors
    /// A block that the body does not have.
    pub fn add_argument(&mut self, block: BlockId, ty: TypeId) -> Result<Value> {
        self.forest.check_block(block)?;
        self.changed = Changed(true);
        Ok(self.grow_argument(block, ty))
    }

    /// Adds an argument to an existing block.
    pub(crate) fn grow_argument(&mut self, block: BlockId, ty: TypeId) -> Value {
        let value = self.define(block.number() | BLOCK);
        self.arguments.push(block, Typed { value, ty });
        value
    }

    #[inline]
    fn define(&mut self, owner: u32) -> Value {
        let value = Value::new(index(self.values.len()));
        self.values.push(owner);
        value
    }

    /// Adds an operation at the end of a block. Its results get new values, which replace those in `op`.
    ///
    /// # Errors
    /// A block that the body does not have.
    pub fn push(&mut self, block: BlockId, op: impl Into<Op>) -> Result<OpId> {
        self.insert(Place::AtEnd(block), op)
    }

    /// The results of an operation, in order; empty for an operation that the body does not have.
    pub fn results(&self, op: OpId) -> impl ExactSizeIterator<Item = Value> + use<> {
        let mut values = Vec::new();
        if let Some(op) = self.ops.get(op.index()) {
            op.each_result(|result| values.push(result.value));
        }
        values.into_iter()
    }

    /// The result of an operation at an index, counted from zero.
    #[must_use]
    pub fn result(&self, op: OpId, index: usize) -> Option<Value> {
        self.results(op).nth(index)
    }

    /// Calls `visit` with every operation in the function, each before the operations in its regions.
    pub fn each_op<'s>(&'s self, mut visit: impl FnMut(OpId, &'s Op)) {
        self.walk().for_each(|id| visit(id, self.op_content(id)));
    }

    /// Number of operations in the function.
    #[must_use]
    pub fn op_count(&self) -> usize {
        match self.is_changed() {
            true => self.walk().count(),
            // All operations that were read are in the function.
            false => self.ops.len(),
        }
    }

    /// Whether the function has no operation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forest.first_op(Body::ENTRY).is_none()
    }

    pub(crate) fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.forest.reserve_ops(ops);
        self.values.reserve(ops);
    }

    /// Finishes reading. Later changes are recorded.
    pub(crate) fn shrink(&mut self) {
        self.changed = Changed(false);
        self.users = CachedUsers::default();
        self.forest.shrink();
        self.arguments.shrink();
        self.ops.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    /// Adds a result to an operation.
    #[inline]
    pub(crate) fn define_result(&mut self, op: OpId) -> Value {
        self.define(op.number())
    }

    /// Adds an operation whose results were defined by [`Body::define_result`], at a valid place or in no block.
    pub(crate) fn push_made(&mut self, op: Op, place: Option<Place>) {
        self.changed = Changed(true);
        self.ops.push(op);
        let id = self.forest.push_op();
        if let Some(place) = place {
            self.forest.put(place, id);
        }
    }

    /// Adds an operation that was read and whose results were defined. Call [`Body::push_place`] next.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn push_content(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Puts the operation of [`Body::push_content`] after the last one of a block. Pass the last operation to
    /// [`Body::end_block`] at the end of the block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn push_place(&mut self, block: BlockId, last: Option<OpId>) -> OpId {
        self.forest.push_after(block, last)
    }

    /// Finishes a block that was read.
    pub(crate) fn end_block(&mut self, block: BlockId, last: Option<OpId>) {
        self.forest.set_last(block, last);
    }

    #[inline]
    pub(crate) fn next_op(&self) -> OpId {
        OpId::at(index(self.ops.len()))
    }
}

fn content<'b>(ops: &'b [Op], forest: &'b Forest, values: &[u32]) -> Content<'b> {
    Content { ops, forest, entry: Body::ENTRY, values: values.len() }
}

fn index(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// The error for a value that a body does not have.
#[cold]
pub(crate) fn wrong_value(value: Value) -> Error {
    wrong("value", value.index(), false)
}
