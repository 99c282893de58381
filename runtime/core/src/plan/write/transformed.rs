//! Values in transformed bytes.

use super::Writing;
use crate::error::Result;
use crate::plan::Value;
use crate::plan::transform::lacking;
use crate::wire::Writer;
use bytespec_plan::{ExprId, ItemId, Plan, Shape, ShapeId, Transform};

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
        let Some(keyed) = executor.transform(by, self.or_later(self.eval(key), 0)?)? else {
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
