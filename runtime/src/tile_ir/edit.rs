//! Changing the operations of a body.

use super::body::{BlockId, Body, OpId, Place};
use crate::error::{Error, ErrorKind, Misplacement, Result};
use crate::values::Value;
use std::collections::{BTreeSet, HashSet};

impl Body {
    /// The place in front of an operation.
    ///
    /// # Errors
    /// An operation that this body does not have, or that stands in no block.
    pub fn before(&self, op: OpId) -> Result<Place> {
        self.place_of(op).map(|_| Place::Before(op))
    }

    /// The place behind an operation.
    ///
    /// # Errors
    /// Those of [`Body::before`].
    pub fn after(&self, op: OpId) -> Result<Place> {
        self.place_of(op).map(|_| Place::After(op))
    }

    /// The place in front of all operations of a block.
    ///
    /// # Errors
    /// A block that this body does not have.
    pub fn at_start(&self, block: BlockId) -> Result<Place> {
        self.block(block).map(|_| Place::AtStart(block))
    }

    /// The place behind all operations of a block.
    ///
    /// # Errors
    /// A block that this body does not have.
    pub fn at_end(&self, block: BlockId) -> Result<Place> {
        self.block(block).map(|_| Place::AtEnd(block))
    }

    /// The block of a place, and the position in it that is the place.
    ///
    /// # Errors
    /// A place of another body, or at an operation that stands in no block.
    pub fn resolve(&self, place: Place) -> Result<(BlockId, usize)> {
        match place {
            Place::Before(op) => self.place_of(op),
            Place::After(op) => self.place_of(op).map(|(block, position)| (block, position + 1)),
            Place::AtStart(block) => self.block(block).map(|_| (block, 0)),
            Place::AtEnd(block) => Ok((block, self.block(block)?.ops.len())),
        }
    }

    fn place_of(&self, op: OpId) -> Result<(BlockId, usize)> {
        self.op(op)?;
        let nowhere = || self.misplaced(op, Misplacement::BesideNothing);
        let block = self.block_of(op).ok_or_else(nowhere)?;
        let position = self.block(block)?.ops.iter().position(|other| *other == op);
        position.map(|position| (block, position)).ok_or_else(nowhere)
    }

    /// Puts an operation, with all that is inside its regions, at a place: one that stands elsewhere moves.
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
    /// An operation or place that this body does not have, a place inside of the operation, and one right beside it; then the
    /// operation stays where it is.
    pub fn move_to(&mut self, place: Place, op: OpId) -> Result<()> {
        self.op(op)?;
        let (block, _) = self.resolve(place)?;
        if self.links().is_inside(block, op) {
            return Err(self.misplaced(op, Misplacement::InsideItself));
        }
        if place == Place::Before(op) || place == Place::After(op) {
            return Err(self.misplaced(op, Misplacement::BesideItself));
        }
        self.remove(op)?;
        let (block, position) = self.resolve(place)?;
        self.stand(block, position, op);
        Ok(())
    }

    /// Puts an operation at the end of a block, see [`Body::move_to`].
    ///
    /// # Errors
    /// Those of [`Body::move_to`].
    pub fn append(&mut self, block: BlockId, op: OpId) -> Result<()> {
        self.move_to(Place::AtEnd(block), op)
    }

    /// Puts an operation in front of another one, see [`Body::move_to`].
    ///
    /// # Errors
    /// Those of [`Body::move_to`].
    pub fn insert_before(&mut self, before: OpId, op: OpId) -> Result<()> {
        self.move_to(Place::Before(before), op)
    }

    /// Puts an operation behind another one, see [`Body::move_to`].
    ///
    /// # Errors
    /// Those of [`Body::move_to`].
    pub fn insert_after(&mut self, after: OpId, op: OpId) -> Result<()> {
        self.move_to(Place::After(after), op)
    }

    /// Takes an operation, with all that is inside its regions, out of its block, if it stands in one. It can be put elsewhere; what
    /// stands nowhere is not written, and uses nothing.
    ///
    /// # Errors
    /// An operation that this body does not have.
    pub fn remove(&mut self, op: OpId) -> Result<()> {
        self.op(op)?;
        if let Ok((block, position)) = self.place_of(op) {
            self.take(block, position);
        }
        Ok(())
    }

    /// Takes an operation, with all that is inside its regions, out of the function, where nothing else uses its values.
    ///
    /// # Errors
    /// An operation that this body does not have, and [`ErrorKind::InUse`].
    pub fn erase(&mut self, op: OpId) -> Result<()> {
        self.op(op)?;
        let inside: HashSet<OpId> = self.subtree(op).into_iter().collect();
        self.check_unused(&inside)?;
        self.remove(op)
    }

    /// Erases every operation that `wanted` names, each with all that is inside its regions; how many it named. The last operation is asked
    /// about first, and those inside of one before it, so that what only erased operations used is [unused](Body::unused) when it
    /// is asked about.
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
    /// [`ErrorKind::InUse`] for the first of them that others use; those that were named before it are gone then.
    pub fn erase_where(&mut self, mut wanted: impl FnMut(&Body, OpId) -> bool) -> Result<usize> {
        let mut ops: Vec<OpId> = self.walk().collect();
        let mut erased = 0;
        while let Some(op) = ops.pop() {
            if wanted(self, op) {
                self.erase(op)?;
                erased += 1;
            }
        }
        Ok(erased)
    }

    /// An operation for errors: its place among those of the body, and its name.
    pub(super) fn called(&self, op: OpId) -> String {
        let label = self.op(op).map_or("", |content| content.kind().info().label);
        format!("ops[{}] {label}", op.0)
    }

    #[cold]
    fn misplaced(&self, op: OpId, why: Misplacement) -> Error {
        Error::new(ErrorKind::Misplaced { operation: self.called(op), why })
    }

    /// Refuses operations of which a value is used by others.
    fn check_unused(&self, inside: &HashSet<OpId>) -> Result<()> {
        let mut order: Vec<OpId> = inside.iter().copied().collect();
        order.sort_unstable();
        for op in order {
            for value in self.defined_by(op)? {
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
    fn defined_by(&self, op: OpId) -> Result<Vec<Value>> {
        let mut values = self.results(op)?;
        for block in self.blocks_of(op)? {
            values.extend(self.block(block)?.arguments.iter().map(|argument| argument.value));
        }
        Ok(values)
    }

    fn blocks_of(&self, op: OpId) -> Result<Vec<BlockId>> {
        let mut blocks = Vec::new();
        for region in self.op(op)?.regions() {
            blocks.extend(self.region(region)?);
        }
        Ok(blocks)
    }
}
