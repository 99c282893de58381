//! Writes values whose layout names select.

use super::Writing;
use super::frame::Frame;
use crate::error::Result;
use crate::plan::names::Named;
use crate::plan::{Executor, Value};
use crate::wire::Writer;
use bytespec_plan::{ExprId, Kind, Layout, Run};

impl<'v> Writing<'_, '_, 'v> {
    /// Writes a value with the layout that a name selects, at the known versions. Otherwise it uses the newest version at which
    /// the value can be written in the announced number of bytes, or at all. Opaque bytes are written unchanged.
    pub(super) fn named(
        &mut self,
        dialect: ExprId,
        texts: u32,
        among: Run,
        value: &Value,
    ) -> Result<()> {
        let item = match value.bare() {
            Value::Item(item, _) => item,
            Value::Opaque(_, bytes) => {
                self.writer.bytes(bytes);
                return Ok(());
            }
            _ => return Err(value.misfit("what a name stands for")),
        };
        let table = self.plan.tables.get(texts as usize).map_or("?", |name| self.plan.name(*name));
        let name = self.around.tables.bytes(table, self.eval(dialect)?)?;
        let name = String::from_utf8_lossy(name).into_owned();
        let of_name = |layout: &&Layout| self.plan.name(layout.dialect) == name;
        let kind = self.plan.items.get(item.index()).map(|item| item.kind);
        let union = among.of(&self.plan.layouts).iter().find(of_name).map(|layout| layout.item);
        let item = match (kind, union) {
            (Some(Kind::Variant), Some(union)) => union,
            _ => *item,
        };
        let executor = self.executor;
        let axis = Named::find(self.plan, Run::EMPTY, &name, "").axis;
        let others = axis.filter(|axis| executor.gates.version(*axis).is_none());
        let others = others.into_iter().flat_map(|axis| executor.at_versions(axis));
        let announced = match self.frames.last() {
            Some(Frame::Window { size, .. }) => Some(*size),
            _ => None,
        };
        let attempt = |executor: Executor<'_>| {
            let mut writer = Writer::new();
            let written = executor.write(item, value, self.pad, self.around, &mut writer);
            written.map(|()| writer)
        };
        let fits = |writer: &Writer| announced.is_none_or(|size| size == writer.len() as u64);
        let mut best = attempt(executor.clone());
        for executor in others {
            if best.as_ref().is_ok_and(fits) {
                break;
            }
            let other = attempt(executor);
            if other.as_ref().is_ok_and(|writer| best.is_err() || fits(writer)) {
                best = other;
            }
        }
        self.writer.bytes(best?.as_slice());
        Ok(())
    }
}
