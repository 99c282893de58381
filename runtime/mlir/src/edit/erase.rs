//! Erases operations.

use super::super::module::Module;
use crate::module::ir::{OpId, Value};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::forest::erasing::{erase_where, replace_results};
use std::collections::HashSet;

/// The maximum number of users that an error names.
const MAX_NAMED: usize = 8;

impl Module<'_> {
    /// Erases an operation with everything inside its regions. Their handles, and those of the values that they define, become
    /// invalid.
    ///
    /// # Errors
    /// A wrong handle, and operations outside that use one of the values, including operations in no block
    /// ([`ErrorKind::InUse`] names them).
    pub fn erase(&mut self, op: OpId) -> Result<()> {
        self.ir.forest().check_op(op)?;
        let inside: Vec<OpId> = self.walk_op(op).collect();
        let users = self.users_outside(&inside);
        if !users.is_empty() {
            let item = self.name(op).full().into_owned();
            return Err(Error::new(ErrorKind::InUse { item, users }));
        }
        self.take_out(op);
        inside.into_iter().for_each(|op| self.ir.end(op));
        Ok(())
    }

    /// The names of operations outside of `inside` that use values defined inside, as many as an error names.
    fn users_outside(&self, inside: &[OpId]) -> Vec<String> {
        let known: HashSet<OpId> = match inside {
            [_] => HashSet::new(),
            several => several.iter().copied().collect(),
        };
        let is_inside = |op: &OpId| inside.first() == Some(op) || known.contains(op);
        let mut names = Vec::new();
        for value in inside.iter().flat_map(|op| self.ir.defined_by(*op)) {
            for user in self.users(value).filter(|user| !is_inside(user)) {
                let name = self.name(user).full().into_owned();
                if !names.contains(&name) {
                    names.push(name);
                }
                if names.len() == MAX_NAMED {
                    return names;
                }
            }
        }
        names
    }

    /// Erases every operation for which `wanted` returns true, with everything inside its regions. Returns how often it
    /// returned true. It is called for the last operation first, and for the operations inside of one before the operation
    /// itself. Operations that were used only by erased operations are therefore [unused](Module::unused) by then.
    ///
    /// ```
    /// use bytespec::mlir::Module;
    ///
    /// let mut module = Module::new("example");
    /// let (i32, body) = (module.integer_type(32)?, module.body());
    /// let mut at = module.at_end(body);
    /// let one = at.op("arith.constant").set("value", 1_i32).result(i32).value()?;
    /// at.op("arith.addi").operands(&[one, one]).result(i32).build()?;
    /// let erased = module.erase_where(|module, op| module.info(op).pure && module.unused(op))?;
    /// assert_eq!(erased, 2);
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// An operation to erase that another operation uses ([`ErrorKind::InUse`]). Operations that were erased before it stay
    /// erased.
    pub fn erase_where(&mut self, wanted: impl FnMut(&Self, OpId) -> bool) -> Result<usize> {
        let ops = self.walk().collect();
        erase_where(self, ops, wanted, Self::erase)
    }

    /// Replaces all uses of the results of an operation by other values, and erases the operation.
    ///
    /// # Errors
    /// A wrong handle, and a number of values that differs from the number of results ([`ErrorKind::Index`]); then nothing is
    /// changed. Values that the operation itself defines, as they are still used then ([`ErrorKind::InUse`]).
    pub fn replace(&mut self, op: OpId, values: &[Value]) -> Result<()> {
        self.ir.forest().check_op(op)?;
        values.iter().try_for_each(|value| self.ir.check_value(*value))?;
        let results = self.results(op).collect();
        replace_results(self, results, values, Self::replace_uses)?;
        self.erase(op)
    }
}
