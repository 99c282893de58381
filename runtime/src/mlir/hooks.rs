//! Codecs of dialects that no schema describes.
//!
//! A dialect decides about the bytes of its own attributes and types, and may write a version of its
//! own into the file. Whoever knows such a dialect gives the module a [`DialectCodec`]: it sees the
//! version in the file, passes each entry through handles that know what is a reference, and so lets
//! a module be numbered anew, upgraded on reading and written for an older version of the dialect.

use super::data::Entry;
use super::encoder::{Encoder, Numbers};
use super::generated::{AttributeId, ResourceId, StringId, TypeId};
use super::module::Module;
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::properties::Field;
use crate::wire::{Cursor, Writer, unflag};
use std::sync::Arc;

/// Which table an entry stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// The attributes.
    Attribute,
    /// The types.
    Type,
}

/// The encoding of a dialect's own attributes and types, by somebody who knows it.
///
/// ```
/// use bytespec::mlir::{DialectCodec, EntryReader, EntryWriter, Table};
///
/// /// A code, an attribute, and since version 2 a flag.
/// struct Motor;
///
/// impl DialectCodec for Motor {
///     fn dialect(&self) -> &str {
///         "motor"
///     }
///
///     fn target(&self, _found: Option<&[u8]>) -> Option<Vec<u8>> {
///         Some(vec![2])
///     }
///
///     fn transcode(
///         &self,
///         _table: Table,
///         reader: &mut EntryReader<'_>,
///         writer: &mut EntryWriter<'_, '_>,
///     ) -> bytespec::Result<()> {
///         writer.varint(reader.varint()?);
///         writer.attribute(reader.attribute()?)?;
///         let old = reader.version() == Some(&[1][..]);
///         writer.byte(if old { 0 } else { reader.byte()? });
///         Ok(())
///     }
/// }
/// ```
pub trait DialectCodec: Send + Sync {
    /// The dialect's name, as in the file.
    fn dialect(&self) -> &str;

    /// The version to write, in the dialect's own encoding, for a module that has version `found`;
    /// none writes no version. By default the version stays.
    fn target(&self, found: Option<&[u8]>) -> Option<Vec<u8>> {
        found.map(<[u8]>::to_vec)
    }

    /// Reads one entry in the version of the file and writes it in the version that
    /// [`DialectCodec::target`] said.
    ///
    /// # Errors
    /// Bytes that are no entry, and values that the version to write cannot carry.
    fn transcode(
        &self,
        table: Table,
        reader: &mut EntryReader<'_>,
        writer: &mut EntryWriter<'_, '_>,
    ) -> Result<()>;

    /// The layout of the properties of one of the dialect's operations, named without the dialect;
    /// none where it is not known. A dialect whose operations all follow one scheme gives that for any name.
    fn property_layout(&self, operation: &str) -> Option<&'static [Field]> {
        let _ = operation;
        None
    }
}

/// Reads an entry of a dialect.
#[derive(Debug)]
pub struct EntryReader<'a> {
    cursor: Cursor<'a>,
    version: Option<&'a [u8]>,
}

impl<'a> EntryReader<'a> {
    /// The version of the dialect in the file, in the dialect's own encoding; none when the file has none.
    #[must_use]
    pub fn version(&self) -> Option<&'a [u8]> {
        self.version
    }

    /// Whether all bytes are read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cursor.is_empty()
    }

    /// A byte.
    ///
    /// # Errors
    /// The entry ends before.
    pub fn byte(&mut self) -> Result<u8> {
        self.cursor.u8()
    }

    /// A varint.
    ///
    /// # Errors
    /// The entry ends before.
    pub fn varint(&mut self) -> Result<u64> {
        self.cursor.prefix()
    }

    /// A signed number: a zigzag varint.
    ///
    /// # Errors
    /// The entry ends before.
    pub fn signed(&mut self) -> Result<i64> {
        self.cursor.prefix_zigzag()
    }

    /// A varint length and that many bytes.
    ///
    /// # Errors
    /// The entry ends before.
    pub fn blob(&mut self) -> Result<&'a [u8]> {
        let len = self.cursor.prefix()?;
        let len = self.cursor.check_count(len, 1)?;
        self.cursor.bytes(len)
    }

    /// A reference to a string.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn string(&mut self) -> Result<StringId> {
        self.cursor.prefix_u32().map(StringId)
    }

    /// A reference to an attribute.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn attribute(&mut self) -> Result<AttributeId> {
        self.cursor.prefix_u32().map(AttributeId)
    }

    /// A reference to an attribute that may be absent.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn optional_attribute(&mut self) -> Result<Option<AttributeId>> {
        let at = self.cursor.position();
        let code = self.cursor.prefix()?;
        unflag::<u32>(at, code, "u32").map(|id| id.map(AttributeId))
    }

    /// A reference to a type.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn ty(&mut self) -> Result<TypeId> {
        self.cursor.prefix_u32().map(TypeId)
    }

    /// A reference to a resource of a dialect.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn resource(&mut self) -> Result<ResourceId> {
        self.cursor.prefix_u32().map(ResourceId)
    }
}

/// Writes an entry of a dialect.
#[derive(Debug)]
pub struct EntryWriter<'w, 'm> {
    writer: &'w mut Writer,
    cx: &'w mut Encoder<'m>,
    version: Option<&'w [u8]>,
}

impl EntryWriter<'_, '_> {
    /// The version to write, in the dialect's own encoding.
    #[must_use]
    pub fn version(&self) -> Option<&[u8]> {
        self.version
    }

    /// A byte.
    pub fn byte(&mut self, value: u8) {
        self.writer.u8(value);
    }

    /// A varint.
    pub fn varint(&mut self, value: u64) {
        self.writer.prefix(value);
    }

    /// A signed number: a zigzag varint.
    pub fn signed(&mut self, value: i64) {
        self.writer.prefix_zigzag(value);
    }

    /// A varint length and the bytes.
    pub fn blob(&mut self, bytes: &[u8]) {
        self.writer.prefix(bytes.len() as u64);
        self.writer.bytes(bytes);
    }

    /// A reference to a string.
    ///
    /// # Errors
    /// A string that has no number in what is written.
    pub fn string(&mut self, id: StringId) -> Result<()> {
        self.cx.string_reference(self.writer, id)
    }

    /// A reference to an attribute.
    ///
    /// # Errors
    /// An attribute that has no number in what is written.
    pub fn attribute(&mut self, id: AttributeId) -> Result<()> {
        self.cx.attribute_reference(self.writer, id)
    }

    /// A reference to an attribute that may be absent.
    ///
    /// # Errors
    /// An attribute that has no number in what is written.
    pub fn optional_attribute(&mut self, id: Option<AttributeId>) -> Result<()> {
        self.cx.attribute_flagged(self.writer, id)
    }

    /// A reference to a type.
    ///
    /// # Errors
    /// A type that has no number in what is written.
    pub fn ty(&mut self, id: TypeId) -> Result<()> {
        self.cx.type_reference(self.writer, id)
    }

    /// A reference to a resource of a dialect.
    ///
    /// # Errors
    /// A resource that has no number in what is written.
    pub fn resource(&mut self, id: ResourceId) -> Result<()> {
        self.cx.resource_reference(self.writer, id)
    }
}

/// The codecs that a module was given.
#[derive(Clone, Default)]
pub(super) struct Codecs(Vec<Arc<dyn DialectCodec>>);

impl std::fmt::Debug for Codecs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|codec| codec.dialect())).finish()
    }
}

impl Codecs {
    /// The codec of a dialect.
    pub(super) fn get(&self, dialect: &[u8]) -> Option<&dyn DialectCodec> {
        let codec = self.0.iter().find(|codec| codec.dialect().as_bytes() == dialect);
        codec.map(|codec| &**codec)
    }
}

impl Module<'_> {
    /// Gives the module the codec of a dialect. Entries of the dialect that no schema describes are
    /// then numbered anew like any other in canonical writing, and [`Module::transcode_dialect`]
    /// changes their version.
    pub fn add_codec(&mut self, codec: Arc<dyn DialectCodec>) {
        self.codecs.0.retain(|known| known.dialect() != codec.dialect());
        self.codecs.0.push(codec);
    }

    /// Writes an entry with the codec of its dialect, in the version of the file; none without such a codec.
    pub(super) fn transcode_entry(
        &self,
        table: Table,
        entry: Entry,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Option<Result<()>> {
        let dialect = self.dialects.get(entry.dialect() as usize)?;
        let codec = self.codecs.get(self.dialect_name(entry.dialect()))?;
        let version = dialect.version.map(|span| self.data().bytes(span));
        Some(self.transcode(codec, table, entry, (version, version), writer, cx))
    }

    fn transcode(
        &self,
        codec: &dyn DialectCodec,
        table: Table,
        entry: Entry,
        (found, target): (Option<&[u8]>, Option<&[u8]>),
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<()> {
        let (slice, start) = self.data().slice(entry.span());
        let cursor = Cursor::over(slice, start, start + entry.len as usize)?;
        let mut reader = EntryReader { cursor, version: found };
        let mut writer = EntryWriter { writer, cx, version: target };
        codec.transcode(table, &mut reader, &mut writer)?;
        if !reader.is_empty() {
            let message = format!("{} bytes follow the last field", reader.cursor.remaining());
            return Err(reader.cursor.error(ErrorKind::Invalid(message)));
        }
        Ok(())
    }

    /// Rewrites every entry of a dialect in the version that its codec asks for, and sets the version
    /// of the dialect. Numbers stay. On an error nothing has changed.
    ///
    /// # Errors
    /// No codec for the dialect, and the errors of the codec with the place of the entry.
    pub fn transcode_dialect(&mut self, dialect: &str) -> Result<()> {
        let Some(codec) = self.codecs.get(dialect.as_bytes()) else {
            return Err(Error::invalid(format!("there is no codec for the dialect {dialect}")));
        };
        let index =
            (0..self.dialects.len() as u32).find(|&id| self.dialect_name(id) == dialect.as_bytes());
        let Some(index) = index else { return Ok(()) };
        let found = self.dialects[index as usize].version.map(|span| self.data().bytes(span));
        let target = codec.target(found);
        let mut cx =
            Encoder::new(self.version, self.release, Some(self.type_table()), Numbers::Pinned);
        let mut changed = Vec::new();
        for (table, name, entries) in [
            (Table::Attribute, "attributes", &self.attributes),
            (Table::Type, "types", &self.types),
        ] {
            for (id, entry) in entries.iter().enumerate() {
                if entry.dialect() != index || !entry.custom() {
                    continue;
                }
                let mut writer = Writer::new();
                let versions = (found, target.as_deref());
                self.transcode(codec, table, *entry, versions, &mut writer, &mut cx)
                    .index(id as u64)
                    .field(name)?;
                changed.push((table, id, writer.into_bytes()));
            }
        }
        for (table, id, bytes) in changed {
            let span = self.append_bytes(&bytes);
            let Some(entry) = Entry::new(index, true, span) else { continue };
            match table {
                Table::Attribute => self.attributes[id] = entry,
                Table::Type => self.types[id] = entry,
            }
        }
        let version = target.map(|bytes| self.append_bytes(&bytes));
        self.dialects[index as usize].version = version;
        self.known.attributes = None;
        self.known.types = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
