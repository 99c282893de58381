//! Writing what a name stands for.

use super::Writing;
use super::frame::Frame;
use crate::error::{Error, Result};
use crate::plan::Value;
use crate::plan::names::Named;
use crate::wire::Writer;
use bytespec_plan::{ExprId, Kind, Layout, Run};

impl<'v> Writing<'_, '_, 'v> {
    /// Writes what a name stands for, with clocks as they are known, or else with the newest with which it can be written
    /// in as many bytes as are announced, or at all.
    pub(super) fn named(
        &mut self,
        dialect: ExprId,
        texts: u32,
        among: Run,
        value: &Value,
    ) -> Result<()> {
        let Value::Item(item, _) = value.bare() else {
            return Err(Error::invalid(format!("a value of a name is needed, not {value:?}")));
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
        let clock = Named::find(self.plan, Run::EMPTY, &name, "").clock;
        let others = clock.filter(|clock| executor.clocks.hand(*clock).is_none());
        let others = others.into_iter().flat_map(|clock| executor.at_ticks(clock));
        let announced = match self.frames.last() {
            Some(Frame::Window { size, .. }) => Some(*size),
            _ => None,
        };
        let (mut first, mut other) = (None, None);
        for executor in [executor.clone()].into_iter().chain(others) {
            let mut writer = Writer::new();
            match executor.write(item, value, self.pad, self.around, &mut writer) {
                Ok(()) if announced.is_none_or(|size| size == writer.len() as u64) => {
                    self.writer.bytes(writer.as_slice());
                    return Ok(());
                }
                Ok(()) => other = other.or(Some(writer)),
                Err(error) => first = first.or(Some(error)),
            }
        }
        if let Some(writer) = other {
            self.writer.bytes(writer.as_slice());
            return Ok(());
        }
        Err(first.unwrap_or_else(|| Error::invalid("it cannot be written")))
    }
}
