//! Who uses which value.

use super::body::{Body, OpId};
use super::handles::wrong_value;
use super::links::Links;
use crate::error::Result;
use crate::signatures::Info;
use crate::values::Value;

/// The uses of the values of a body by the operations that are in the function: [`Body::uses`].
#[derive(Clone, Copy, Debug)]
pub struct Uses<'b> {
    body: &'b Body,
    links: &'b Links,
}

impl<'b> Uses<'b> {
    /// The operations that use a value, once for each operand that is the value, in no order; none for a value that the body does
    /// not have.
    #[must_use]
    pub fn users(&self, value: Value) -> &'b [OpId] {
        self.links.users(value)
    }

    /// How many operands a value is.
    #[must_use]
    pub fn count(&self, value: Value) -> usize {
        self.users(value).len()
    }

    /// Whether no operation uses a value.
    #[must_use]
    pub fn is_unused(&self, value: Value) -> bool {
        self.users(value).is_empty()
    }

    /// The operations in the function that have results, none of which is used, each before those in its regions.
    pub fn unused(&self) -> impl Iterator<Item = OpId> + use<'b> {
        let uses = *self;
        self.body.walk().filter(move |op| {
            let results = uses.body.results(*op).unwrap_or_default();
            !results.is_empty() && results.iter().all(|value| uses.is_unused(*value))
        })
    }
}

impl Body {
    /// Who uses which value: found in one pass when first asked for, and kept while the body is edited by
    /// anything but [`Body::op_mut`] and [`Body::block_ops_mut`], after which it is found again.
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
    /// assert_eq!(body.uses().count(param), 2);
    /// assert_eq!(body.uses().unused().count(), 1);
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    #[must_use]
    pub fn uses(&self) -> Uses<'_> {
        Uses { body: self, links: self.links() }
    }

    /// What edits ask of an operation, such as whether it is pure; nothing is known of one that this body does not
    /// have.
    #[must_use]
    pub fn info(&self, op: OpId) -> Info {
        let Ok(found) = self.op(op) else { return Info::default() };
        let info = found.kind().info();
        Info { pure: info.pure && !info.terminator, terminator: info.terminator, ..Info::default() }
    }

    /// Whether no operation of the function uses any result of an operation.
    #[must_use]
    pub fn unused(&self, op: OpId) -> bool {
        let results = self.results(op).unwrap_or_default();
        results.iter().all(|value| self.users(*value).is_ok_and(<[OpId]>::is_empty))
    }

    /// The operations in the function that use a value, once for each operand that is the value, in no order.
    ///
    /// # Errors
    /// A value that this body does not have.
    pub fn users(&self, value: Value) -> Result<&[OpId]> {
        self.definition(value).map_err(|_| wrong_value(value))?;
        Ok(self.links().users(value))
    }
}
