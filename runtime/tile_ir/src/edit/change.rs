//! Adds operations to a body and changes them in place.

use crate::generated::Op;
use crate::module::body::{Body, OpId, Place, Use};
use crate::module::uses::Membership;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::forest::erasing::replace_results;
use bytespec_core::values::{RegionId, Value};
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

/// Mutable access to an operation of a body, see [`Body::op_mut`].
#[derive(Debug)]
pub struct OpMut<'b> {
    body: &'b mut Body,
    id: OpId,
    /// The regions of the operation before the change.
    regions: Vec<RegionId>,
}

impl Deref for OpMut<'_> {
    type Target = Op;

    fn deref(&self) -> &Op {
        self.body.op_content(self.id)
    }
}

impl DerefMut for OpMut<'_> {
    fn deref_mut(&mut self) -> &mut Op {
        self.body.op_content_mut(self.id)
    }
}

impl Drop for OpMut<'_> {
    fn drop(&mut self) {
        let (id, before) = (self.id, &self.regions);
        let regions = self.body.op_content(id).regions();
        let changed = *before != regions;
        if changed {
            self.body.adopt(id, &regions);
        }
        self.body.update_uses(|users, content| {
            users.link(content, id);
            if changed {
                // New regions are where the operation is. Removed ones are nowhere.
                let regions = before.iter().chain(&regions);
                let blocks = regions.flat_map(|region| content.forest.blocks(*region));
                for op in blocks.flat_map(|block| content.forest.ops(block)) {
                    users.move_all(content, op);
                }
            }
        });
    }
}

impl Op {
    pub(crate) fn regions(&self) -> Vec<RegionId> {
        let mut regions = Vec::new();
        self.each_region(|region| regions.push(region));
        regions
    }
}

impl Body {
    /// Adds an operation that is in no block yet. Its results get new values.
    pub fn add(&mut self, op: impl Into<Op>) -> OpId {
        let id = self.make(op.into());
        self.record_created(id);
        id
    }

    /// Adds an operation at a place. Its results get new values, which replace those in `op`.
    ///
    /// # Errors
    /// A place that the body does not have, and a place next to an operation in no block.
    pub fn insert(&mut self, place: Place, op: impl Into<Op>) -> Result<OpId> {
        self.insert_op(place, op.into())
    }

    fn insert_op(&mut self, place: Place, op: Op) -> Result<OpId> {
        self.check_place(place)?;
        let id = self.make_at(Some(place), op);
        self.record_created(id);
        Ok(id)
    }

    /// Adds an operation in no block, without updating the use lists for its operands.
    pub(crate) fn make(&mut self, op: Op) -> OpId {
        self.make_at(None, op)
    }

    fn make_at(&mut self, place: Option<Place>, mut op: Op) -> OpId {
        let id = self.next_op();
        op.each_result_mut(|result| result.value = self.define_result(id));
        let regions = op.regions();
        self.push_made(op, place);
        // The operation keeps its place, so a region around it cannot become one of its own.
        if !regions.is_empty() {
            self.adopt(id, &regions);
        }
        id
    }

    /// Updates the use lists for a created operation, and for the operations that came into its regions.
    pub(crate) fn record_created(&mut self, id: OpId) {
        self.update_uses(|users, content| {
            users.link(content, id);
            users.move_all(content, id);
        });
    }

    /// Mutable access to the attributes, operands and regions of an operation. Keep its results; to change them, use
    /// [`Body::set_op`].
    ///
    /// # Errors
    /// An id that the body does not have.
    pub fn op_mut(&mut self, id: OpId) -> Result<OpMut<'_>> {
        let regions = self.op(id)?.regions();
        self.set_changed();
        self.update_uses(|users, content| users.unlink(content, id));
        Ok(OpMut { body: self, id, regions })
    }

    /// Replaces an operation. The new results keep the old values, in order, as far as both operations have results, so uses of
    /// these values stay valid.
    ///
    /// # Errors
    /// An id that the body does not have.
    pub fn set_op(&mut self, id: OpId, op: impl Into<Op>) -> Result<()> {
        self.op(id)?;
        let mut old = self.results(id);
        let mut op = op.into();
        op.each_result_mut(|result| {
            result.value = old.next().unwrap_or_else(|| self.define_result(id));
        });
        *self.op_mut(id)? = op;
        Ok(())
    }

    /// Sets the operands of an operation. The number of operands must stay the same.
    ///
    /// # Errors
    /// An operation or value that the body does not have, and another number of operands ([`ErrorKind::Index`]).
    pub fn set_operands(&mut self, op: OpId, operands: &[Value]) -> Result<()> {
        operands.iter().try_for_each(|value| self.check_value(*value))?;
        let mut len = 0;
        self.op(op)?.each_operand(|_| len += 1);
        if len != operands.len() {
            let (found, len) = (operands.len() as u64, len as u64);
            return Err(Error::new(ErrorKind::Index { table: "operand".into(), found, len }));
        }
        self.replace_operands(op, operands)
    }

    /// Replaces the operands of an operation by as many others, without a check.
    pub(crate) fn replace_operands(&mut self, op: OpId, operands: &[Value]) -> Result<()> {
        let mut operands = operands.iter();
        self.op_mut(op)?.each_operand_mut(|operand| {
            *operand = operands.next().copied().unwrap_or(*operand);
        });
        Ok(())
    }

    /// Replaces all uses of `old` by `new`, also in operations in no block.
    ///
    /// # Errors
    /// A value that the body does not have.
    pub fn replace_uses(&mut self, old: Value, new: Value) -> Result<()> {
        self.check_value(old)?;
        self.check_value(new)?;
        self.set_changed();
        let users = self.users_of_all();
        let uses = [Membership::InFunction, Membership::Detached].map(|at| users.uses(old, at));
        let users: BTreeSet<OpId> = uses.into_iter().flatten().map(|found| found.op).collect();
        for user in users {
            self.op_mut(user)?.each_operand_mut(|operand| {
                if *operand == old {
                    *operand = new;
                }
            });
        }
        Ok(())
    }

    /// Replaces all uses of the results of an operation by other values, and erases the operation.
    ///
    /// # Errors
    /// An operation or value that the body does not have, and a number of values that differs from the number of results
    /// ([`ErrorKind::Index`]); then nothing is changed. Values that the operation itself defines, if they are still used then
    /// ([`ErrorKind::InUse`]).
    pub fn replace(&mut self, op: OpId, values: &[Value]) -> Result<()> {
        self.op(op)?;
        values.iter().try_for_each(|value| self.check_value(*value))?;
        let results = self.results(op).collect();
        replace_results(self, results, values, Body::replace_uses)?;
        self.erase(op)
    }

    /// The uses of a value as operand in the function, the latest first; empty for a value that the body does not have.
    /// Operations in no block do not count.
    ///
    /// The first call visits all operands. After that, edits keep the uses up to date.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Type, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let scalar = module.scalar(Type::Int32);
    /// module.kernel("k", &[scalar], |b, params| {
    ///     b.addi(params[0], params[0]).build();
    ///     b.return_([]).build();
    /// })?;
    /// let body = &module.functions[0].body;
    /// let param = body.params()[0].value;
    /// assert_eq!(body.uses(param).map(|found| found.operand).collect::<Vec<_>>(), [1, 0]);
    /// assert!(body.unused(body.walk().next().expect("it was made")));
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    pub fn uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        self.users_of_all().uses(value, Membership::InFunction)
    }

    /// The operations in the function that use a value, once for each operand; see [`Body::uses`].
    pub fn users(&self, value: Value) -> impl Iterator<Item = OpId> + '_ {
        self.uses(value).map(|found| found.op)
    }

    /// Whether no operation of the function uses any result of an operation.
    #[must_use]
    pub fn unused(&self, op: OpId) -> bool {
        self.results(op).all(|value| self.uses(value).next().is_none())
    }
}
