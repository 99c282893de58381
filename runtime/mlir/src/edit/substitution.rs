//! Entries and properties with other references: those that refer to a replaced entry, directly or through others, are added again.
//! It knows the tables, and not why an entry is replaced.

use super::super::generated::{AttributeId, DialectId, PropertyBlobId};
use super::super::module::Module;
use crate::codec::encoder::{Encoder, EntryNumbers, Reference, Taken};
use crate::module::ir::OpId;
use crate::operations::properties::{layout_of, transcode};
use crate::tables::entry::Handle;
use crate::write::numbering::Entries;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::properties::Field;
use bytespec_core::wire::Writer;
use std::collections::HashSet;

impl Module<'_> {
    /// The layout of the properties of an operation, if it has one.
    fn layout(&self, op: OpId) -> Result<Option<&'static [Field]>> {
        layout_of(self, self.ir.name(op), self.properties_id(op))
    }

    /// The references of an operation's properties; none if they have no known layout.
    pub(super) fn references_of_properties(
        &self,
        entries: &Entries<'_>,
        op: OpId,
    ) -> Result<Option<Vec<Reference>>> {
        let Some(blob) = self.properties_id(op) else { return Ok(Some(Vec::new())) };
        if let Some(id) = self.unregistered_properties(op) {
            return Ok(Some(vec![Reference::Attribute(id)]));
        }
        let Some(fields) = self.layout(op)? else { return Ok(None) };
        let mut references = Vec::new();
        let mut cx = entries.encoder(EntryNumbers::Collect(&mut references));
        let bytes = self.properties(blob)?;
        transcode(fields, self.version, bytes, &mut cx, &mut Writer::new())?;
        Ok(Some(references))
    }

    /// The properties of an operation with the numbers of a map, to which what they refer to is added.
    pub(super) fn properties_with(
        &mut self,
        op: OpId,
        blob: PropertyBlobId,
        map: &mut Taken,
    ) -> Result<PropertyBlobId> {
        if let Some(id) = self.unregistered_properties(op) {
            let id = self.attribute_with(id, map)?;
            let mut writer = Writer::new();
            writer.prefix(id.0.into());
            return self.add_properties(writer.as_slice());
        }
        let Some(fields) = self.layout(op)? else { return Ok(blob) };
        let references = self.references_of_properties(&Entries::new(self), op)?;
        for reference in references.unwrap_or_default() {
            match reference.entry() {
                Some(handle) => self.entry_with(handle, map)?,
                None => keep(reference, map),
            }
        }
        let mut writer = Writer::new();
        let bytes = self.properties(blob)?;
        let mut cx = Encoder::new(self.version, self.release, None, EntryNumbers::Taken(map));
        transcode(fields, self.version, bytes, &mut cx, &mut writer)?;
        self.add_properties(writer.as_slice())
    }

    pub(super) fn attribute_with(
        &mut self,
        id: AttributeId,
        map: &mut Taken,
    ) -> Result<AttributeId> {
        self.entry_with(Handle::Attribute(id), map)?;
        Ok(AttributeId(map.entry(Handle::Attribute(id)).unwrap_or(id.0)))
    }

    /// Adds an entry to a map, after all entries that it refers to: under its own number, or a new one if one of these has a
    /// new number.
    fn entry_with(&mut self, wanted: Handle, map: &mut Taken) -> Result<()> {
        for (handle, references) in self.missing_entries(wanted, map)? {
            let is_changed = references
                .iter()
                .filter_map(|reference| reference.entry())
                .any(|handle| map.entry(handle).is_some_and(|number| number != handle.number()));
            references.into_iter().for_each(|reference| keep(reference, map));
            let made = match is_changed {
                true => self.written_with(handle, map)?,
                false => handle.number(),
            };
            map.set_entry(handle, made);
        }
        Ok(())
    }

    /// An entry and those that it refers to, directly and through others, each after its references, and without those that a
    /// map has.
    fn missing_entries(
        &self,
        wanted: Handle,
        map: &Taken,
    ) -> Result<Vec<(Handle, Vec<Reference>)>> {
        let entries = Entries::new(self);
        let mut found = Vec::new();
        let mut left = vec![(wanted, None)];
        let (mut started, mut ended) = (HashSet::new(), HashSet::new());
        while let Some((handle, references)) = left.pop() {
            if map.entry(handle).is_some() || ended.contains(&handle) {
                continue;
            }
            if let Some(references) = references {
                ended.insert(handle);
                found.push((handle, references));
                continue;
            }
            if !started.insert(handle) {
                let item = "an entry that is inside of itself".to_owned();
                return Err(Error::new(ErrorKind::Opaque { item }));
            }
            let mut references = Vec::new();
            entries.list((handle, entries.entry(handle)?), &mut references)?;
            let inner: Vec<Handle> =
                references.iter().filter_map(|reference| reference.entry()).collect();
            left.push((handle, Some(references)));
            left.extend(inner.into_iter().map(|handle| (handle, None)));
        }
        Ok(found)
    }

    /// Adds an entry with the numbers of a map.
    fn written_with(&mut self, handle: Handle, map: &Taken) -> Result<u32> {
        let mut writer = Writer::new();
        let entries = Entries::new(self);
        entries.write(handle, &mut writer, &mut entries.encoder(EntryNumbers::Taken(map)))?;
        let dialect = DialectId(entries.entry(handle)?.dialect());
        let add = if self.is_distinct(handle)? { Self::append_entry } else { Self::place_entry };
        add(self, handle.table(), dialect, true, writer.as_slice())
    }
}

/// Keeps the numbers of strings and resources.
fn keep(reference: Reference, map: &mut Taken) {
    match reference {
        Reference::String(id) => map.strings.insert(id.0, id.0),
        Reference::Resource(id) => map.resources.insert(id.0, id.0),
        Reference::Attribute(_) | Reference::Type(_) => None,
    };
}
