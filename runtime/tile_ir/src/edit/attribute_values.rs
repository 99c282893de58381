//! Attributes of operations, by name.

use crate::edit::values::AttributeValue;
use crate::generated::Op;
use crate::module::body::{Body, OpId};
use crate::text::{Assemble as _, Parts, ShowAttribute as _};
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};

/// The index of an attribute of an operation.
fn place(op: &Op, name: &str) -> Option<usize> {
    op.kind().info().attributes.iter().position(|known| *known == name)
}

impl Body {
    /// The value of an attribute of an operation; `None` if it has none.
    ///
    /// # Errors
    /// An operation that the body does not have.
    pub fn get(&self, op: OpId, name: &str) -> Result<Option<AttributeValue>> {
        let op = self.op(op)?;
        Ok(place(op, name).and_then(|place| op.attribute(place)))
    }

    /// Sets an attribute of an operation by its name. A reference past its table is reported when the module is written.
    ///
    /// # Errors
    /// An operation that the body does not have, an attribute that operations of this kind do not have
    /// ([`ErrorKind::Missing`]), and a value that the attribute cannot hold.
    pub fn set(&mut self, op: OpId, name: &str, value: impl Into<AttributeValue>) -> Result<()> {
        if place(self.op(op)?, name).is_none() {
            let (item, name) = (self.called(op), name.to_owned());
            return Err(Error::new(ErrorKind::Missing { item, what: "attribute", name }));
        }
        self.put(op, name, Some(value.into()))
    }

    /// Removes an attribute of an operation, if it has the attribute. The attribute then has its default value.
    ///
    /// # Errors
    /// An operation that the body does not have, and a required attribute.
    pub fn unset(&mut self, op: OpId, name: &str) -> Result<()> {
        self.put(op, name, None)
    }

    fn put(&mut self, id: OpId, name: &str, value: Option<AttributeValue>) -> Result<()> {
        let op = self.op(id)?;
        let Some(place) = place(op, name) else { return Ok(()) };
        let names = op.kind().info().attributes;
        let values = (0..names.len()).map(|place| op.attribute(place));
        let mut parts = Parts::of(op, values.collect());
        if let Some(attribute) = parts.attributes.get_mut(place) {
            *attribute = value;
        }
        let made = Op::assemble(op.kind(), &mut parts).field(names[place])?;
        self.set_op(id, made)
    }
}
