//! Imports resources of another module.

use super::super::generated::{DialectId, ResourceId};
use super::super::module::{Content, Module, NewResource};
use super::import::Importer;
use crate::tables::data::Data;
use crate::tables::resources::Resource;
use bytespec_core::error::{Error, ErrorKind, Result};
use std::borrow::Cow;

impl Importer<'_, '_> {
    /// Imports a resource. A resource that text refers to keeps its key.
    pub(super) fn resource(&mut self, id: ResourceId, named: bool) -> Result<()> {
        if self.done.map.resources.contains_key(&id.0) {
            return Ok(());
        }
        let key = self.from.resource_key(id)?.to_vec();
        let data = self.from.resources.get(id.0 as usize);
        let Some((dialect, content)) = data.and_then(|data| Some((data.dialect?, &data.content)))
        else {
            return Ok(());
        };
        let dialect = self.from.dialect_name(dialect.0).to_vec();
        let resource = match content {
            Content::New(NewResource::Stream { alignment, len, source }) => {
                let (alignment, len, source) = (*alignment, *len, source.clone());
                NewResource::Stream { alignment, len, source }
            }
            _ => match self.from.resource(id)? {
                Resource::Blob { alignment, bytes, .. } => {
                    let bytes = Cow::Owned(bytes.to_vec());
                    NewResource::Blob { alignment: alignment.max(1), bytes }
                }
                Resource::Bool(value) => NewResource::Bool(value),
                Resource::String(text) => {
                    let text = self.from.string(text)?;
                    NewResource::String(self.to.add_string(text)?)
                }
                Resource::None => NewResource::None,
            },
        };
        self.to.check_resource(&resource)?;
        let to_dialect = self.to.add_dialect(&dialect)?;
        // Names that other resources with this key took are not tried again.
        let next = self.done.again.entry((dialect.clone(), key.clone())).or_default();
        let mut name = key.clone();
        let taken = loop {
            match self.to.place_resource(to_dialect, &name) {
                // A resource without data refers to the existing one of that name.
                Some(found) if matches!(resource, NewResource::None) => break Some(found),
                Some(found) if self.to.is_resource(found, &resource) => break Some(found),
                Some(_) if named => {
                    let item = format!("the resource {}", String::from_utf8_lossy(&key));
                    return Err(Error::new(ErrorKind::InUse {
                        item,
                        users: vec!["text".to_owned()],
                    }));
                }
                Some(_) => {
                    name = [key.as_slice(), format!("_{next}").as_bytes()].concat();
                    *next += 1;
                }
                None => break None,
            }
        };
        let number = match taken {
            Some(found) => found.0,
            None => self.to.add_resource(&dialect, &name, resource)?.0,
        };
        self.done.map.resources.insert(id.0, number);
        Ok(())
    }
}

impl Module<'_> {
    /// The resource with a key. If there is none, the next resource is registered under the key, and the caller adds it.
    fn place_resource(&mut self, dialect: DialectId, key: &[u8]) -> Option<ResourceId> {
        let data = Data { input: &self.input, added: &self.added };
        let content = |id: u32| {
            let resource = self.resources.get(id as usize)?;
            Some((resource.dialect?, self.strings.bytes(resource.key, data)))
        };
        let found =
            self.interners.resources.place(self.resources.len(), content, &Some((dialect, key)));
        found.map(ResourceId)
    }

    /// Whether a resource has the same content as another one.
    fn is_resource(&self, id: ResourceId, other: &NewResource<'_>) -> bool {
        match (self.resource(id), other) {
            (
                Ok(Resource::Blob { alignment, bytes, .. }),
                NewResource::Blob { alignment: other, bytes: same },
            ) => alignment.max(1) == *other && bytes == &**same,
            (Ok(Resource::Bool(value)), NewResource::Bool(other)) => value == *other,
            (Ok(Resource::String(id)), NewResource::String(other)) => id == *other,
            _ => false,
        }
    }
}
