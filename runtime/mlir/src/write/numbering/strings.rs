//! Numbers of strings.

use super::count::Use;
use crate::codec::encoder::Map;
use crate::generated::StringId;
use crate::module::{Module, ResourceData};
use crate::tables::names::past_end;
use crate::tables::resources::Resource;
use bytespec_core::error::Result;
use bytespec_core::interner::Interner;

/// Strings in the order of their first use. Equal strings are one string.
pub(super) struct Strings<'m> {
    module: &'m Module<'m>,
    /// New numbers by old ones.
    pub(super) numbers: Vec<u32>,
    pub(super) order: Vec<u32>,
    known: Interner,
}

impl<'m> Strings<'m> {
    pub(super) fn new(module: &'m Module<'_>) -> Self {
        let numbers = vec![Map::NONE; module.strings.len()];
        Strings { module, numbers, order: Vec::new(), known: Interner::default() }
    }

    pub(super) fn see(&mut self, id: StringId) -> Result<()> {
        let len = self.numbers.len();
        let Some(number) = self.numbers.get_mut(id.0 as usize) else {
            return Err(past_end(StringId::TABLE, id.0, len));
        };
        if *number == Map::NONE {
            let (strings, data, order) = (&self.module.strings, self.module.data(), &self.order);
            let content =
                |number| Some(strings.bytes(StringId(*order.get(number as usize)?), data));
            let known = self.known.place(order.len(), content, &Some(strings.bytes(id, data)));
            *number = known.unwrap_or(order.len() as u32);
            if known.is_none() {
                self.order.push(id.0);
            }
        }
        Ok(())
    }

    /// Adds the strings of entries in the order of the entries' new numbers.
    pub(super) fn see_uses(
        &mut self,
        table: &'static str,
        mut uses: Vec<Use>,
        numbers: &[u32],
    ) -> Result<()> {
        uses.sort_by_key(|seen| numbers.get(seen.entry as usize).copied());
        uses.iter().try_for_each(|seen| {
            let found = self.see(seen.string);
            found.map_err(|error| error.or_element(table, seen.entry.into()))
        })
    }

    /// Adds the strings of a group. Values come before the name of the group and the keys.
    pub(super) fn see_group<'r>(
        &mut self,
        group: impl Iterator<Item = &'r ResourceData<'r>> + Clone,
        name: Option<StringId>,
    ) -> Result<()> {
        for resource in group.clone() {
            if let Resource::String(value) = self.module.resource_of(resource)? {
                self.see(value)?;
            }
        }
        name.map_or(Ok(()), |name| self.see(name))?;
        let mut group = group;
        group.try_for_each(|resource| self.see(resource.key))
    }
}
