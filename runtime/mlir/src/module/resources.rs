//! The resources of a module.

use super::super::generated::{ResourceId, StringId};
use super::{Content, Module, NewResource, ResourceData};
use crate::tables::names;
use crate::tables::resources::{self, Owner, Resource};
use bytespec_core::error::Result;

impl Module<'_> {
    /// Number of resources of dialects.
    #[must_use]
    pub fn resource_count(&self) -> usize {
        self.resources.len()
    }

    /// The key of a dialect's resource.
    ///
    /// # Errors
    /// An index past the table.
    pub fn resource_key(&self, id: ResourceId) -> Result<&[u8]> {
        match self.resources.get(id.0 as usize) {
            Some(resource) => self.string(resource.key),
            None => Err(names::past_end(ResourceId::TABLE, id.0, self.resources.len())),
        }
    }

    /// The data of a dialect's resource. [`Resource::None`] for a resource whose bytes are produced while the file is written.
    ///
    /// # Errors
    /// An index past the table, and a damaged entry.
    pub fn resource(&self, id: ResourceId) -> Result<Resource<'_>> {
        match self.resources.get(id.0 as usize) {
            Some(resource) => self.resource_of(resource),
            None => Err(names::past_end(ResourceId::TABLE, id.0, self.resources.len())),
        }
    }

    pub(crate) fn resource_of<'s>(
        &'s self,
        resource: &'s ResourceData<'_>,
    ) -> Result<Resource<'s>> {
        match &resource.content {
            Content::Read { kind, span, origin } => {
                resources::read(self.data(), *kind, *span, *origin, self.strings.len())
            }
            Content::New(NewResource::Blob { alignment, bytes }) => {
                Ok(Resource::Blob { alignment: *alignment, bytes, offset: 0 })
            }
            Content::New(NewResource::Bool(value)) => Ok(Resource::Bool(*value)),
            Content::New(NewResource::String(id)) => Ok(Resource::String(*id)),
            Content::New(NewResource::Stream { .. } | NewResource::None) => Ok(Resource::None),
        }
    }

    /// The external resources: the name of the provider, the key and the data. A damaged resource is an error.
    pub fn external_resources(
        &self,
    ) -> impl Iterator<Item = Result<(StringId, StringId, Resource<'_>)>> {
        let groups = self.external_groups.iter();
        let all = groups.flat_map(|(provider, group)| group.iter().map(|data| (*provider, data)));
        all.map(|(provider, data)| Ok((provider, data.key, self.resource_of(data)?)))
    }

    /// The owners of groups of resources, with the number of entries of each group.
    pub fn resource_groups(&self) -> impl Iterator<Item = (Owner, usize)> {
        let external =
            self.external_groups.iter().map(|(name, group)| (Owner::External(*name), group.len()));
        let groups = self.layout.resource_groups.iter();
        external.chain(groups.map(|(dialect, len)| (Owner::Dialect(*dialect), *len as usize)))
    }
}
