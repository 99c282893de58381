//! Values in transformed bytes.

use super::Writing;
use crate::error::Result;
use crate::plan::Value;
use crate::plan::transform::{Key, lacking};
use crate::wire::Writer;
use bytespec_plan::{Expr, ExprId, ItemId, Plan, Shape, ShapeId, Transform};

impl Writing<'_, '_, '_> {
    /// Writes an item as transformed bytes. If its bytes are those that were read, the transformed bytes are, too.
    pub(super) fn transformed(
        &mut self,
        (by, key): (Transform, ExprId),
        shape: ShapeId,
        value: &Value,
    ) -> Result<()> {
        let Some(&Shape::Item(item)) = self.plan.shapes.get(shape.index()) else { return Ok(()) };
        let (value, known) = match value {
            Value::Transformed(value, known) => (value.as_ref(), Some(known)),
            value => (value, None),
        };
        if let (Some(_), Value::Opaque(Plan::NOWHERE, bytes)) = (by.host(), value) {
            self.fill(bytes.len())?;
            self.writer.bytes(bytes);
            return Ok(());
        }
        let (takes_all, executor) = (!by.ends_itself(), self.executor);
        let key = self.or_later(self.key_of(key), Key::Number(0))?;
        let Some(keyed) = executor.transform(by, key)? else {
            return Err(lacking(by.host().map_or("?", |name| self.plan.name(*name))));
        };
        self.state.begin_transformed()?;
        let written = self.inside(item, value);
        self.state.inside -= 1;
        let plain = written?;
        let made = match known {
            Some(known) if keyed.gives(known, &plain) => known.clone(),
            _ => keyed.applied(&plain)?,
        };
        if takes_all {
            self.fill(made.len())?;
        }
        self.writer.bytes(&made);
        Ok(())
    }

    /// The key of a transform.
    pub(super) fn key_of(&self, key: ExprId) -> Result<Key<'static>> {
        Ok(match self.plan.exprs.get(key.index()) {
            Some(Expr::Content(step)) => Key::Bytes(self.content_of(*step, 0)?.into_owned().into()),
            Some(Expr::Constant(bytes)) => Key::Bytes(bytes.of(&self.plan.bytes).to_vec().into()),
            _ => Key::Number(self.eval(key)?),
        })
    }

    /// The bytes of an item.
    fn inside(&mut self, item: ItemId, value: &Value) -> Result<Vec<u8>> {
        let is_full = self.state.is_full;
        let mut writer = Writer::new();
        let (executor, around) = (self.executor, self.around);
        executor.write_noting(item, value, self.pad, around, self.state, &mut writer)?;
        self.state.is_full = is_full;
        Ok(writer.into_bytes())
    }
}
