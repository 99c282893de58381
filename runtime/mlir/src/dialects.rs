//! Entries of dialects that are defined in Rust: reading, adding, renumbering and printing them.

mod conversion;
mod reachable;

pub use reachable::Reachable;

use super::file::File;
use super::generated::{PropertyBlobId, Version, section, section_since};
use super::module::Module;
use crate::codec::context::{Context, EntryReleases};
use crate::codec::encoder::{Encoder, EntryNumbers};
use crate::dialect::{
    Dialect, Entry, EntryReader, EntryWriter, Form, Hooks, Index, OpProperties, ParsedEntry,
    Reading, Record, RegisteredDialect, Registry, Table, Version as _, VersionOf, Writing,
    is_described,
};
use crate::module::ir::OpId;
use crate::operations::properties;
use crate::tables::data::{Data, Entry as Stored};
use bytespec_core::by_release::EVERY_OPERATION;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::reflect::Names;
use bytespec_core::versions;
use bytespec_core::wire::{Cursor, Writer};
use std::fmt;

/// Whether files of a format version record the versions of dialects.
pub(super) fn has_dialect_versions(version: Version) -> bool {
    version >= section_since(section::DIALECT_VERSIONS)
}

/// The error for a dialect version in a format version that cannot record it.
#[cold]
pub(super) fn no_dialect_version(dialect: &str, version: Version) -> Error {
    let item = format!("the version of the dialect {dialect}");
    let needs = format!("{} or later", section_since(section::DIALECT_VERSIONS).name());
    versions::gate_error(&item, &needs, version.name())
}

fn cursor(entry: Stored, data: Data<'_>) -> Result<Cursor<'_>> {
    let (slice, start) = data.slice(entry.span());
    Cursor::over(slice, start, start + entry.len as usize)
}

/// Refuses bytes after the last field.
fn check_end(cursor: &Cursor<'_>) -> Result<()> {
    if cursor.is_empty() {
        return Ok(());
    }
    Err(Error::trailing(cursor.position(), cursor.remaining(), "the last field"))
}

/// Reads an entry of the dialect. The caller has checked the dialect.
fn read<'a, E: Entry<'a>>(
    entry: Stored,
    data: Data<'a>,
    cx: &Reading<'_, VersionOf<'a, E>>,
) -> Result<Form<'a, E>> {
    let mut cursor = cursor(entry, data)?;
    if entry.custom() {
        let value = E::read(&mut cursor, cx)?;
        check_end(&cursor)?;
        return Ok(Form::Value(value));
    }
    let text = cursor.nul_terminated()?;
    check_end(&cursor)?;
    let value = std::str::from_utf8(text).ok().and_then(E::from_text);
    Ok(value.map_or(Form::Text(text), Form::Value))
}

fn spell(
    hooks: &dyn Hooks,
    of: Table,
    (entry, data): (Stored, Data<'_>),
    (record, cx): (Record<'_>, Context<'_>),
    f: &mut dyn fmt::Write,
) -> Result<bool> {
    if !entry.custom() {
        return Ok(false);
    }
    let mut cursor = cursor(entry, data)?;
    let cx = Reading::new(cx, record);
    hooks.spell(of, &mut EntryReader::new(&mut cursor, &cx), f)
}

impl<'a> File<'a> {
    /// The same file with a registry of dialects.
    #[must_use]
    pub fn with_registry(mut self, registry: Registry) -> Self {
        self.registry = registry;
        self
    }

    /// The registry of dialects.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Decodes an entry of a dialect; `None` if the entry belongs to another dialect.
    ///
    /// # Errors
    /// An index past the table, an unknown version of the dialect, and bytes that are not such an entry.
    pub fn entry<'s, E: Entry<'s>>(&'s self, id: E::Id) -> Result<Option<Form<'s, E>>> {
        let entry = self.stored(E::Id::TABLE, id.number())?;
        let dialect = self.dialect(super::DialectId(entry.dialect()))?;
        if dialect.name != E::Dialect::NAME.as_bytes() {
            return Ok(None);
        }
        let cx = self.context()?;
        let version = VersionOf::<E>::in_file(dialect.version, &cx.producer())?;
        let cx = Reading::new(cx, version);
        let read = read(entry, self.data(), &cx).map(Some);
        read.index(u64::from(id.number())).field(E::Id::TABLE.field())
    }

    /// The entries of a dialect in a table with their numbers, in the order of the file.
    ///
    /// # Errors
    /// Damaged tables, and an unknown version of the dialect. Errors of single entries are items of the iterator.
    #[allow(clippy::type_complexity, reason = "an item of an iterator, taken apart by every user")]
    pub fn entries_of<'s, E: Entry<'s>>(
        &'s self,
    ) -> Result<impl Iterator<Item = Result<(E::Id, Form<'s, E>)>> + use<'s, 'a, E>> {
        let entries = self.entries()?.table(E::Id::TABLE);
        let name = E::Dialect::NAME.as_bytes();
        let found = self.dialects()?.enumerate().find(|(_, dialect)| dialect.name == name);
        let dialect = found.as_ref().map(|(index, _)| *index as u32);
        let record = found.and_then(|(_, dialect)| dialect.version);
        let cx = self.context()?;
        let record = record.filter(|_| dialect.is_some());
        let version = VersionOf::<E>::in_file(record, &cx.producer())?;
        let cx = Reading::new(cx, version);
        let of = entries.iter().enumerate().filter(move |(_, e)| Some(e.dialect()) == dialect);
        Ok(of.map(move |(number, entry)| {
            let id = E::Id::new(number as u32);
            let value = read(entry, self.data(), &cx).map(|value| (id, value));
            value.index(number as u64).field(E::Id::TABLE.field())
        }))
    }

    /// Prints an entry in the spelling of its dialect in the registry. Returns false if the registry has no such dialect, the
    /// dialect has no spelling, or the entry is text.
    ///
    /// # Errors
    /// An index past the table, and bytes that are not an entry of the dialect.
    pub fn spell<I: Index>(&self, id: I, f: &mut dyn fmt::Write) -> Result<bool> {
        let entry = self.stored(I::TABLE, id.number())?;
        let dialect = self.dialect(super::DialectId(entry.dialect()))?;
        let Some(hooks) = self.registry.get(dialect.name) else { return Ok(false) };
        let from = (dialect.version, self.context()?);
        spell(hooks, I::TABLE, (entry, self.data()), from, f)
            .index(u64::from(id.number()))
            .field(I::TABLE.field())
    }
}

impl Module<'_> {
    /// Sets the registry of dialects. Canonical writing then renumbers entries of these dialects that no schema describes, and
    /// the layouts of their properties are known.
    pub fn set_registry(&mut self, registry: Registry) {
        self.registry = registry;
    }

    /// The registry of dialects.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    fn record(&self, dialect: u32) -> Record<'_> {
        let dialect = self.dialects.get(dialect as usize)?;
        dialect.version.map(|span| self.data().bytes(span))
    }

    /// Decodes an entry of a dialect; `None` if the entry belongs to another dialect.
    ///
    /// # Errors
    /// An index past the table, an unknown version of the dialect, and bytes that are not such an entry.
    pub fn entry<'s, E: Entry<'s>>(&'s self, id: E::Id) -> Result<Option<Form<'s, E>>> {
        let entry = self.stored(E::Id::TABLE, id.number())?;
        if self.dialect_name(entry.dialect()) != E::Dialect::NAME.as_bytes() {
            return Ok(None);
        }
        let cx = self.context();
        let version = VersionOf::<E>::in_file(self.record(entry.dialect()), &cx.producer())?;
        let cx = Reading::new(cx, version);
        let read = read(entry, self.data(), &cx).map(Some);
        read.index(u64::from(id.number())).field(E::Id::TABLE.field())
    }

    /// The number of an entry of a dialect. Adds the entry if the table does not have it; an entry in the text form is added as
    /// text.
    ///
    /// The entry is written in the module's version of the dialect. A dialect without entries gets its newest version, unless
    /// [`Module::set_dialect_version`] set one.
    ///
    /// The dialect must list the entry, and must not be one that the schemas of this crate describe. Otherwise the code does
    /// not compile.
    ///
    /// # Errors
    /// A value that the version cannot represent, and a value that the dialect does not read back from the written bytes
    /// ([`ErrorKind::RoundTrip`]).
    pub fn add_entry<'v, E: Entry<'v>>(&mut self, value: &E) -> Result<E::Id> {
        let () = E::LISTED;
        const {
            let described = is_described(<E::Dialect as Dialect>::NAME);
            assert!(!described, "the library describes a dialect of this name");
        }
        let name = E::Dialect::NAME.as_bytes();
        let dialect = self.add_dialect(name)?;
        let number = if let Some(text) = value.as_text() {
            self.add_text(E::Id::TABLE, name, text)?
        } else {
            if self.record(dialect.0).is_none()
                && let Some(record) = VersionOf::<E>::latest().write()
                && !self.has_custom(dialect.0)
                && has_dialect_versions(self.version)
            {
                self.set_dialect_version(name, Some(&record))?;
            }
            let mut writer = Writer::new();
            let mut encoder = self.adding();
            let version = VersionOf::<E>::in_file(self.record(dialect.0), &encoder.producer())?;
            value.write(&mut writer, &mut Writing::new(&mut encoder, version))?;
            let known = RegisteredDialect::<E::Dialect>::new();
            let hooks = self.registry.get(name).unwrap_or(&known);
            self.check_entry(hooks, E::Id::TABLE, writer.as_slice(), self.record(dialect.0))?;
            self.place_entry(E::Id::TABLE, dialect, true, writer.as_slice())?
        };
        Ok(E::Id::new(number))
    }

    /// Refuses bytes that the dialect does not read, or that it reads as another value.
    fn check_entry(
        &self,
        hooks: &dyn Hooks,
        of: Table,
        written: &[u8],
        record: Record<'_>,
    ) -> Result<()> {
        let mut cursor = Cursor::new(written);
        let mut again = Writer::new();
        let mut cx = self.pinned();
        let versions = (record, record);
        let read = self.transcode_bytes(hooks, of, &mut cursor, versions, &mut again, &mut cx);
        if read.is_ok() && again.as_slice() == written {
            return Ok(());
        }
        let item = format!("an entry of the dialect {}", hooks.name());
        Err(Error::new(ErrorKind::RoundTrip { item, error: read.err() }))
    }

    /// Whether a dialect has entries in its custom encoding.
    fn has_custom(&self, dialect: u32) -> bool {
        let mut entries = self.attributes.iter().chain(self.types.iter());
        entries.any(|entry| entry.custom() && entry.dialect() == dialect)
    }

    pub(super) fn pinned(&self) -> Encoder<'_> {
        Encoder::new(self.version, self.release, Some(self), EntryNumbers::UNCHECKED)
            .with_dialects(self.dialect_releases)
    }

    /// The same for added content: refuses a reference past its table.
    pub(super) fn adding(&self) -> Encoder<'_> {
        self.adding_under(EntryReleases { release: self.release, dialects: self.dialect_releases })
    }

    /// The same, under other releases than those of the module.
    pub(super) fn adding_under(&self, releases: EntryReleases) -> Encoder<'_> {
        let numbers = EntryNumbers::Pinned(self.table_lengths());
        Encoder::new(self.version, releases.release, Some(self), numbers)
            .with_dialects(releases.dialects)
    }

    /// Prints an entry in the spelling of its dialect in the registry. Returns false if the registry has no such dialect, the
    /// dialect has no spelling, or the entry is text.
    ///
    /// # Errors
    /// An index past the table, and bytes that are not an entry of the dialect.
    pub fn spell<I: Index>(&self, id: I, f: &mut dyn fmt::Write) -> Result<bool> {
        let entry = self.stored(I::TABLE, id.number())?;
        let hooks = self.registry.get(self.dialect_name(entry.dialect()));
        let Some(hooks) = hooks else { return Ok(false) };
        let from = (self.record(entry.dialect()), self.context());
        spell(hooks, I::TABLE, (entry, self.data()), from, f)
            .index(u64::from(id.number()))
            .field(I::TABLE.field())
    }

    /// Prints an entry in MLIR syntax by its dialect in the registry, without sigil and dialect. Returns false and prints
    /// nothing if the registry has no such dialect, or the entry has no text.
    pub(super) fn print_entry(
        &self,
        of: Table,
        number: u32,
        f: &mut dyn fmt::Write,
        names: &dyn Names,
    ) -> Result<bool> {
        let entry = self.stored(of, number)?;
        let hooks = self.registry.get(self.dialect_name(entry.dialect()));
        let Some(hooks) = hooks.filter(|_| entry.custom()) else { return Ok(false) };
        let mut cursor = cursor(entry, self.data())?;
        let cx = Reading::new(self.context(), self.record(entry.dialect()));
        hooks
            .print(of, &mut EntryReader::new(&mut cursor, &cx), f, names)
            .index(u64::from(number))
            .field(of.field())
    }

    /// The version record that the module has for a dialect, or would get with the first entry of the dialect.
    pub(super) fn record_to_add(&self, hooks: &dyn Hooks) -> Result<Option<Vec<u8>>> {
        let found = self.find_dialect(hooks.name());
        if let Some(record) = found.and_then(|dialect| self.record(dialect)) {
            return Ok(Some(record.to_vec()));
        }
        let is_open = found.is_none_or(|dialect| !self.has_custom(dialect));
        if is_open && has_dialect_versions(self.version) { hooks.record(None) } else { Ok(None) }
    }

    /// Gives the dialects of the registry the versions that another module has for them.
    pub(super) fn take_dialect_versions(&mut self, from: &Module<'_>) -> Result<()> {
        if !has_dialect_versions(self.version) {
            return Ok(());
        }
        for dialect in 0..from.dialects.len() as u32 {
            let (name, record) = (from.dialect_name(dialect), from.record(dialect));
            if record.is_some() && self.registry.get(name).is_some() {
                self.set_dialect_version(name, record)?;
            }
        }
        Ok(())
    }

    /// Adds an entry that a dialect parsed for a version.
    pub(super) fn add_parsed(
        &mut self,
        hooks: &dyn Hooks,
        of: Table,
        record: Record<'_>,
        parsed: ParsedEntry,
    ) -> Result<u32> {
        let name = hooks.name().as_bytes();
        let mut writer = Writer::new();
        let mut encoder = self.adding();
        parsed(&mut EntryWriter::new(&mut writer, &mut Writing::new(&mut encoder, record)))?;
        self.check_entry(hooks, of, writer.as_slice(), record)?;
        let dialect = self.add_dialect(name)?;
        if self.record(dialect.0) != record {
            self.set_dialect_version(name, record)?;
        }
        self.place_entry(of, dialect, true, writer.as_slice())
    }

    /// The properties of an operation; `None` for an operation of another name.
    ///
    /// # Errors
    /// A wrong handle, properties that cannot be read, and properties that do not match the layout.
    pub fn op_properties<P: OpProperties>(&self, op: OpId) -> Result<Option<P>> {
        self.ir.forest().check_op(op)?;
        if !self.is_of::<P>(op) {
            return Ok(None);
        }
        let mut failed = None;
        let value = P::from_properties(&mut |name| match self.property(op, name) {
            Ok(value) => value,
            Err(error) => {
                failed.get_or_insert(error);
                None
            }
        });
        failed.map_or(value.map(Some).field("properties"), Err)
    }

    /// Sets the properties of an operation.
    ///
    /// # Errors
    /// A wrong handle, an operation of another name ([`ErrorKind::Kind`]), an unregistered operation, a module whose registry
    /// lacks the dialect, and values that do not fit. In versions without properties, only attributes
    /// and segment sizes fit.
    pub fn set_op_properties<P: OpProperties>(&mut self, op: OpId, value: &P) -> Result<()> {
        self.ir.forest().check_op(op)?;
        if !self.is_of::<P>(op) {
            let (item, found) = ("the operation".to_owned(), self.name(op).full().into_owned());
            let expected = P::OPERATION.into();
            return Err(Error::new(ErrorKind::Kind { item, found, expected }));
        }
        if properties::exist(self.version()) {
            super::edit::check_registered(&self.name(op))?;
            let full = self.name(op).full().into_owned();
            let properties = self.make_properties(&full, &value.to_properties())?;
            return self.set_properties(op, properties);
        }
        let mut attributes = Vec::new();
        for (name, value) in value.to_properties() {
            attributes.push((name, self.as_attribute(name, &value)?));
        }
        attributes.into_iter().try_for_each(|(name, value)| self.set_attribute(op, name, value))
    }

    /// Adds the properties for a new operation; returns `None` if the operation has none. The properties that apply to all
    /// operations of a dialect are encoded with the layout of an operation without a layout of its own.
    ///
    /// # Errors
    /// A module whose registry lacks the dialect, a version without properties, and values that do not fit.
    pub fn add_op_properties<P: OpProperties>(
        &mut self,
        value: &P,
    ) -> Result<Option<PropertyBlobId>> {
        let full = format!("{}.{}", P::Dialect::NAME, P::OPERATION);
        self.make_properties(&full, &value.to_properties())
    }

    fn is_of<P: OpProperties>(&self, op: OpId) -> bool {
        let name = self.name(op);
        let every = P::OPERATION == EVERY_OPERATION;
        name.dialect == P::Dialect::NAME.as_bytes()
            && (every || name.name == P::OPERATION.as_bytes())
    }

    /// Re-encodes an entry with its dialect of the registry, in the version of the file; `None` without such a dialect.
    pub(super) fn transcode_entry(
        &self,
        of: Table,
        entry: Stored,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Option<Result<()>> {
        let hooks = self.registry.get(self.dialect_name(entry.dialect()))?;
        let version = self.record(entry.dialect());
        Some(self.transcode(hooks, of, entry, (version, version), writer, cx))
    }

    fn transcode(
        &self,
        hooks: &dyn Hooks,
        of: Table,
        entry: Stored,
        (found, target): (Record<'_>, Record<'_>),
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<()> {
        let mut cursor = cursor(entry, self.data())?;
        self.transcode_bytes(hooks, of, &mut cursor, (found, target), writer, cx)
    }

    fn transcode_bytes(
        &self,
        hooks: &dyn Hooks,
        of: Table,
        cursor: &mut Cursor<'_>,
        (found, target): (Record<'_>, Record<'_>),
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<()> {
        let from = Reading::new(self.context(), found);
        let mut to = Writing::new(cx, target);
        hooks.transcode(
            of,
            &mut EntryReader::new(cursor, &from),
            &mut EntryWriter::new(writer, &mut to),
        )?;
        check_end(cursor)
    }
}
