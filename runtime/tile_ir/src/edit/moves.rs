//! Moves, removes and erases the operations of a body.

use crate::module::body::{BlockId, Body, OpId, Place};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::forest::erasing::erase_where;
use bytespec_core::values::Value;
use std::collections::{BTreeSet, HashSet};

impl Body {
    /// The place before an operation.
    ///
    /// # Errors
    /// An operation that the body does not have, or that is in no block.
    pub fn before(&self, op: OpId) -> Result<Place> {
        self.checked(Place::Before(op))
    }

    /// The place after an operation.
    ///
    /// # Errors
    /// Those of [`Body::before`].
    pub fn after(&self, op: OpId) -> Result<Place> {
        self.checked(Place::After(op))
    }

    /// The place at the start of a block.
    ///
    /// # Errors
    /// A block that the body does not have.
    pub fn at_start(&self, block: BlockId) -> Result<Place> {
        self.checked(Place::AtStart(block))
    }

    /// The place at the end of a block.
    ///
    /// # Errors
    /// A block that the body does not have.
    pub fn at_end(&self, block: BlockId) -> Result<Place> {
        self.checked(Place::AtEnd(block))
    }

    fn checked(&self, place: Place) -> Result<Place> {
        self.check_place(place).map(|()| place)
    }

    /// Refuses a place that cannot contain an operation.
    pub(crate) fn check_place(&self, place: Place) -> Result<()> {
        self.forest().check_place(place, |op| self.called(op)).map(|_| ())
    }

    /// Moves an operation, with everything inside its regions, to a place. The operation can be in a block or in none.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Type, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// module.kernel("k", &[], |b, _| {
    ///     b.i32(1);
    ///     b.i32(2);
    ///     b.return_([]).build();
    /// })?;
    /// let body = &mut module.functions[0].body;
    /// let ops: Vec<_> = body.walk().collect();
    /// body.move_to(body.before(ops[0])?, ops[1])?;
    /// assert_eq!(body.walk().collect::<Vec<_>>(), [ops[1], ops[0], ops[2]]);
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// An operation or place that the body does not have, a place inside the operation, and a place next to the operation
    /// itself; then the operation stays where it is.
    pub fn move_to(&mut self, place: Place, op: OpId) -> Result<()> {
        self.forest().check_move(place, op, |op| self.called(op))?;
        self.place_op(place, op);
        Ok(())
    }

    /// Moves an operation to the end of a block, see [`Body::move_to`].
    ///
    /// # Errors
    /// Those of [`Body::move_to`].
    pub fn append(&mut self, block: BlockId, op: OpId) -> Result<()> {
        self.move_to(Place::AtEnd(block), op)
    }

    /// Moves an operation before another one, see [`Body::move_to`].
    ///
    /// # Errors
    /// Those of [`Body::move_to`].
    pub fn insert_before(&mut self, before: OpId, op: OpId) -> Result<()> {
        self.move_to(Place::Before(before), op)
    }

    /// Moves an operation after another one, see [`Body::move_to`].
    ///
    /// # Errors
    /// Those of [`Body::move_to`].
    pub fn insert_after(&mut self, after: OpId, op: OpId) -> Result<()> {
        self.move_to(Place::After(after), op)
    }

    /// Removes an operation, with everything inside its regions, from its block, if it is in one. You can insert it again
    /// elsewhere. Operations in no block are not written, and do not count as users.
    ///
    /// # Errors
    /// An operation that the body does not have.
    pub fn remove(&mut self, op: OpId) -> Result<()> {
        self.op(op)?;
        self.take(op);
        Ok(())
    }

    /// Erases an operation, with everything inside its regions, unless other operations use its values.
    ///
    /// # Errors
    /// An operation that the body does not have, and values that other operations use ([`ErrorKind::InUse`]).
    pub fn erase(&mut self, op: OpId) -> Result<()> {
        self.op(op)?;
        let inside: HashSet<OpId> = self.walk_op(op).collect();
        self.check_unused(&inside)?;
        self.remove(op)
    }

    /// Erases every operation for which `wanted` returns true, with everything inside its regions. Returns how often it
    /// returned true. It is called for the last operation first, and for the operations inside of one before the operation
    /// itself. Operations that were used only by erased operations are therefore [unused](Body::unused) by then.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// module.kernel("k", &[], |b, _| {
    ///     let one = b.i32(1);
    ///     b.addi(one, one).build();
    ///     b.return_([]).build();
    /// })?;
    /// let body = &mut module.functions[0].body;
    /// let erased = body.erase_where(|body, op| body.info(op).pure && body.unused(op))?;
    /// assert_eq!((erased, body.op_count()), (2, 1));
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// An operation to erase that others use ([`ErrorKind::InUse`]). Operations that were erased before it stay erased.
    pub fn erase_where(&mut self, wanted: impl FnMut(&Body, OpId) -> bool) -> Result<usize> {
        let ops = self.walk().collect();
        erase_where(self, ops, wanted, Body::erase)
    }

    /// An operation in errors: its number in the body, and its name.
    pub(crate) fn called(&self, op: OpId) -> String {
        let label = self.op(op).map_or("", |content| content.kind().info().label);
        format!("ops[{}] {label}", op.number())
    }

    /// Refuses operations with a value that others use.
    fn check_unused(&self, inside: &HashSet<OpId>) -> Result<()> {
        let mut order: Vec<OpId> = inside.iter().copied().collect();
        order.sort_unstable();
        for op in order {
            for value in self.defined_by(op) {
                let users: BTreeSet<OpId> =
                    self.users(value).filter(|user| !inside.contains(user)).collect();
                if !users.is_empty() {
                    let users = users.into_iter().map(|user| self.called(user)).collect();
                    return Err(Error::new(ErrorKind::InUse { item: self.called(op), users }));
                }
            }
        }
        Ok(())
    }

    /// The results of an operation, and the arguments of the blocks in its regions.
    fn defined_by(&self, op: OpId) -> Vec<Value> {
        let mut values: Vec<Value> = self.results(op).collect();
        let blocks = self.regions(op).flat_map(|region| self.blocks(region));
        let arguments = blocks.flat_map(|block| self.arguments(block));
        values.extend(arguments.map(|argument| argument.value));
        values
    }
}
