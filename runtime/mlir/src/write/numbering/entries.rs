//! Entries of the attribute and type tables: their references, and writing them with other numbers.
//!
//! If a schema describes where the references are, they are found in the bytes, and the rest is copied. Other entries are
//! decoded and encoded.

use super::renumbered::{self, Renumbered};
use crate::codec::context::Context;
use crate::codec::encoder::{Encoder, EntryNumbers, Reference, Taken};
use crate::dialect::Table;
use crate::generated::{AttributeEntry, DialectReleases, Scanner, TypeEntry};
use crate::module::Module;
use crate::tables::data::Entry;
use crate::tables::entry::{Described, EntryForm, Handle};
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::wire::Writer;

/// The entries of a module.
#[derive(Debug)]
pub(crate) struct Entries<'m> {
    module: &'m Module<'m>,
    cx: Context<'m>,
    /// An encoder that keeps all numbers.
    plain: Encoder<'m>,
    scanners: Scanners,
}

/// The functions that find references in entries, by dialect.
#[derive(Debug)]
struct Scanners {
    attributes: Vec<Option<Scanner>>,
    types: Vec<Option<Scanner>>,
}

impl Scanners {
    fn new(dialects: &[Option<&str>], cx: &Context<'_>) -> Self {
        // A dialect whose release only the bytes of its entries show must be read.
        let is_known = |name: &&str| cx.knows(name) || !DialectReleases::binds_readers(name);
        let names = || dialects.iter().map(|name| name.filter(is_known));
        Scanners {
            attributes: names().map(|name| AttributeEntry::scanner(name?)).collect(),
            types: names().map(|name| TypeEntry::scanner(name?)).collect(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(&self, id: Handle, entry: Entry) -> Option<Scanner> {
        let of_table = match id {
            Handle::Attribute(_) => &self.attributes,
            Handle::Type(_) => &self.types,
        };
        let scanner = of_table.get(entry.dialect() as usize).copied().flatten();
        scanner.filter(|_| entry.custom())
    }
}

impl Reference {
    /// The entry that it leads to, if that is an attribute or a type.
    pub(crate) fn entry(self) -> Option<Handle> {
        match self {
            Reference::Attribute(id) => Some(Handle::Attribute(id)),
            Reference::Type(id) => Some(Handle::Type(id)),
            Reference::String(_) | Reference::Resource(_) => None,
        }
    }
}

impl Taken {
    /// The new number of an entry, if it has one.
    pub(crate) fn entry(&self, handle: Handle) -> Option<u32> {
        match handle {
            Handle::Attribute(id) => self.attributes.get(&id.0).copied(),
            Handle::Type(id) => self.types.get(&id.0).copied(),
        }
    }

    /// Gives an entry a new number.
    pub(crate) fn set_entry(&mut self, handle: Handle, number: u32) {
        match handle {
            Handle::Attribute(id) => self.attributes.insert(id.0, number),
            Handle::Type(id) => self.types.insert(id.0, number),
        };
    }
}

fn encoder<'e>(module: &'e Module<'_>, numbers: EntryNumbers<'e>) -> Encoder<'e> {
    let Module { version, release, dialect_releases, .. } = *module;
    Encoder::new(version, release, Some(module), numbers).with_dialects(dialect_releases)
}

impl<'m> Entries<'m> {
    pub(crate) fn new(module: &'m Module<'_>) -> Self {
        let dialects: Vec<_> = (0..module.dialects.len() as u32)
            .map(|id| std::str::from_utf8(module.dialect_name(id)).ok())
            .collect();
        let cx = module.context();
        let (scanners, plain) =
            (Scanners::new(&dialects, &cx), encoder(module, EntryNumbers::UNCHECKED));
        Entries { module, cx, plain, scanners }
    }

    pub(crate) fn encoder<'e>(&'e self, numbers: EntryNumbers<'e>) -> Encoder<'e> {
        encoder(self.module, numbers)
    }

    pub(crate) fn entry(&self, id: Handle) -> Result<Entry> {
        self.module.stored(id.table(), id.number())
    }

    /// Lists the references of an entry. Returns its text if it is text.
    ///
    /// # Errors
    /// An encoding that neither a schema nor the registry describes.
    #[inline]
    pub(crate) fn list(
        &self,
        (id, entry): (Handle, Entry),
        list: &mut Vec<Reference>,
    ) -> Result<Option<&'m [u8]>> {
        let place = (self.module.data(), entry.span());
        let listed = self.scanners.of(id, entry).and_then(|scanner| {
            renumbered::list(place, list, |scan, list| scanner(scan, &self.cx, &self.plain, list))
        });
        if listed.is_some() {
            return Ok(None);
        }
        let mut cx = self.encoder(EntryNumbers::Collect(list));
        self.write_read((id, entry), &mut Writer::new(), &mut cx)
    }

    /// Writes an entry with the numbers of `cx`.
    ///
    /// # Errors
    /// An encoding that neither a schema nor the registry describes.
    pub(crate) fn write(
        &self,
        id: Handle,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<()> {
        self.write_read((id, self.entry(id)?), writer, cx).map(|_| ())
    }

    /// Writes an entry with other numbers, those of `cx`, and returns its size in bytes.
    ///
    /// # Errors
    /// An encoding that neither a schema nor the registry describes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn renumber<'w>(
        &self,
        (id, entry): (Handle, Entry),
        to: &mut Renumbered<'w>,
        cx: &mut Encoder<'_>,
    ) -> Result<usize>
    where
        'm: 'w,
    {
        let (place, start) = ((self.module.data(), entry.span()), to.writer.len());
        let written = self
            .scanners
            .of(id, entry)
            .and_then(|scanner| to.write(place, |scan, to| scanner(scan, &self.cx, cx, to)));
        if written.is_none() {
            self.write_read((id, entry), &mut to.writer, cx)?;
        }
        Ok(to.writer.len() - start)
    }

    /// Decodes an entry and writes it with the numbers of `cx`. Returns its text if it is text.
    fn write_read(
        &self,
        (id, entry): (Handle, Entry),
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<Option<&'m [u8]>> {
        let written = match id {
            Handle::Attribute(id) => self.write_as(id, entry, writer, cx),
            Handle::Type(id) => self.write_as(id, entry, writer, cx),
        };
        written.index(id.number().into()).field(id.table().field())
    }

    fn write_as<I: Described>(
        &self,
        id: I,
        entry: Entry,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<Option<&'m [u8]>> {
        let encoded = self.module.encoded(id, entry, &self.cx);
        match encoded.decode::<I>()? {
            EntryForm::Typed(typed) => {
                let typed = I::to_owned(&typed);
                cx.under(encoded.releases::<I>(), |cx| I::write(&typed, writer, cx))?;
                Ok(None)
            }
            EntryForm::Text { text, .. } => {
                writer.nul_terminated(text);
                Ok(Some(text))
            }
            EntryForm::Opaque { .. } => self.transcode(I::TABLE, entry, writer, cx),
        }
    }

    fn transcode(
        &self,
        table: Table,
        entry: Entry,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<Option<&'m [u8]>> {
        match self.module.transcode_entry(table, entry, writer, cx) {
            Some(written) => written.map(|()| None),
            None => Err(self.opaque(entry)),
        }
    }

    #[cold]
    fn opaque(&self, entry: Entry) -> Error {
        let dialect = String::from_utf8_lossy(self.module.dialect_name(entry.dialect()));
        let item = format!("the encoding of the dialect {dialect}");
        let error = Error::at(entry.span().start, ErrorKind::Unnumbered { item });
        self.module.in_bytes(entry.span(), error)
    }
}
