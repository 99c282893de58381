//! Adds resources.

use super::super::generated::{ResourceId, section};
use super::super::module::{Content, Module, NewResource, ResourceData};
use super::tables::next;
use bytespec_core::error::{Error, ErrorKind, Result};

impl<'a> Module<'a> {
    /// Adds a resource of a dialect. Attributes refer to it by its number.
    ///
    /// # Errors
    /// An alignment that is not a power of two, and a string past the table.
    pub fn add_resource(
        &mut self,
        dialect: &[u8],
        key: &[u8],
        resource: NewResource<'a>,
    ) -> Result<ResourceId> {
        self.check_resource(&resource)?;
        let dialect = self.add_dialect(dialect)?;
        let key = self.add_string(key)?;
        // Resources are numbered across all groups, so only the last group can grow.
        match self.layout.resource_groups.last_mut() {
            Some((last, len)) if *last == dialect => *len += 1,
            _ => self.layout.resource_groups.push((dialect, 1)),
        }
        let id = ResourceId(next(self.resources.len(), "resources")?);
        self.align_resources(&resource);
        let content = Content::New(resource);
        self.resources.push(ResourceData { dialect: Some(dialect), key, content });
        self.ensure_resource_sections();
        Ok(id)
    }

    /// Adds an external resource, such as one of a tool.
    ///
    /// # Errors
    /// An alignment that is not a power of two, and a string past the table.
    pub fn add_external_resource(
        &mut self,
        provider: &[u8],
        key: &[u8],
        resource: NewResource<'a>,
    ) -> Result<()> {
        self.check_resource(&resource)?;
        let provider = self.add_string(provider)?;
        let key = self.add_string(key)?;
        self.align_resources(&resource);
        let data = ResourceData { dialect: None, key, content: Content::New(resource) };
        match self.external_groups.iter_mut().find(|(name, _)| *name == provider) {
            Some((_, group)) => group.push(data),
            None => self.external_groups.push((provider, vec![data])),
        }
        self.ensure_resource_sections();
        Ok(())
    }

    pub(crate) fn check_resource(&self, resource: &NewResource<'_>) -> Result<()> {
        match resource {
            NewResource::Blob { alignment, .. } | NewResource::Stream { alignment, .. }
                if !(alignment.is_power_of_two() && *alignment <= 1 << 32) =>
            {
                Err(Error::new(ErrorKind::Alignment { found: *alignment }))
            }
            NewResource::String(id) => self.string(*id).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Raises the alignment of the resource section to the largest alignment inside.
    pub(crate) fn align_resources(&mut self, resource: &NewResource<'_>) {
        let (NewResource::Blob { alignment, .. } | NewResource::Stream { alignment, .. }) =
            resource
        else {
            return;
        };
        if *alignment <= 1 {
            return;
        }
        for (id, section) in &mut self.layout.sections {
            if *id == section::RESOURCE {
                *section = Some(section.unwrap_or(1).max(*alignment));
            }
        }
    }

    fn ensure_resource_sections(&mut self) {
        for id in [section::RESOURCE_OFFSET, section::RESOURCE] {
            if !self.layout.sections.iter().any(|(other, _)| *other == id) {
                self.layout.sections.push((id, None));
            }
        }
    }
}
