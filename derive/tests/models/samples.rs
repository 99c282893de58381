//! Random values of a union, as bytes.

use bytespec::plan::data::{ItemId, Kind, Plan};
use bytespec::plan::sample::Sampler;
use bytespec::plan::{Builtin, Executor, NoTables, Surroundings, Tables};
use bytespec::sample::Source;
use bytespec::wire::Writer;

/// The values of a union that the axes of an executor have.
pub(crate) struct Samples<'p> {
    executor: Executor<'p>,
    item: ItemId,
}

impl<'p> Samples<'p> {
    pub(crate) fn new(plan: &'p Plan, union: &str, versions: &[(usize, u32)]) -> Self {
        let executor = Executor::new(plan, versions).unwrap();
        Samples { executor, item: plan.item(Kind::Union, union).unwrap() }
    }

    #[allow(dead_code, reason = "not every test has entries without references")]
    pub(crate) fn one(&self, source: &mut Source) -> Vec<u8> {
        self.one_of(source, &NoTables)
    }

    /// One that refers to entries of tables.
    pub(crate) fn one_of(&self, source: &mut Source, tables: &dyn Tables) -> Vec<u8> {
        let value = Sampler::new(&self.executor, &Builtin, source).item(self.item, None);
        let around = Surroundings { functions: &Builtin, tables };
        let mut writer = Writer::new();
        self.executor.write(self.item, &value, 0, around, &mut writer).unwrap();
        writer.into_bytes()
    }
}
