//! Numbers of strings.

use super::super::encoder::Map;
use super::super::generated::StringId;
use super::super::module::{Module, ResourceData};
use super::super::names::past_end;
use super::super::resources::Resource;
use super::count::Use;
use crate::error::Result;
use crate::hash::{self, Seeded};

/// Strings in the order of their first use; equal texts are one string.
pub(super) struct Strings<'m> {
    module: &'m Module<'m>,
    /// New numbers by old ones.
    pub(super) numbers: Vec<u32>,
    pub(super) order: Vec<u32>,
    known: hash::Map<&'m [u8], u32>,
}

impl<'m> Strings<'m> {
    pub(super) fn new(module: &'m Module<'_>) -> Self {
        let numbers = vec![Map::NONE; module.strings.len()];
        let known = hash::Map::with_capacity_and_hasher(numbers.len(), Seeded::default());
        Strings { module, numbers, order: Vec::new(), known }
    }

    pub(super) fn see(&mut self, id: StringId) -> Result<()> {
        let len = self.numbers.len();
        let Some(number) = self.numbers.get_mut(id.0 as usize) else {
            return Err(past_end(StringId::TABLE, id.0, len));
        };
        if *number == Map::NONE {
            let text = self.module.strings.bytes(id, self.module.data());
            let new = self.order.len() as u32;
            *number = *self.known.entry(text).or_insert(new);
            if *number == new {
                self.order.push(id.0);
            }
        }
        Ok(())
    }

    /// Sees the strings of entries in the order of the entries' new numbers.
    pub(super) fn see_uses(&mut self, mut uses: Vec<Use>, numbers: &[u32]) -> Result<()> {
        uses.sort_by_key(|seen| numbers.get(seen.entry as usize).copied());
        uses.iter().try_for_each(|seen| self.see(seen.string))
    }

    /// Values come before the name of the group and the keys.
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
