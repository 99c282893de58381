//! A file that is decoded on use.

pub(crate) mod use_lists;
pub(crate) mod walk;

use super::generated::{
    AttributeId, CONTAINER, DialectId, DialectReleases, OpNameId, PropertyBlobId, Release,
    ResourceId, StringId, TypeId, Version, section,
};
use super::tables::{Dialect, Dialects, Entries, OpName, Properties};
use crate::codec::context::{Context, HasTypes, TypeTable};
use crate::dialect::{Registry, Table, registered_width};
use crate::release::infer::Inference;
use crate::tables::data::{Data, Entry, Span};
use crate::tables::entry::{Attribute, Described, Encoded, EntryForm, FormOf, Type};
use crate::tables::entry_table::EntryTable;
use crate::tables::names::{Strings, lookup};
use crate::tables::release_cache::ReleaseCache;
use crate::tables::resources::{Resource, ResourceInfo, Resources};
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::container::Section;
use bytespec_core::error::{Context as _, Result};
use bytespec_core::options;
use bytespec_core::wire::Cursor;
use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

options! {
    /// Options for opening a file.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct OpenOptions {
        /// The release that determines codes and property layouts, if the producer does not state it. A release that is set
        /// here has priority.
        release: Option<Release>,
        /// The releases of dialects that have releases of their own, if the file does not state them. A release that is set here
        /// has priority.
        dialects: DialectReleases,
    }
}

/// Counts of what was decoded so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// Decoded attributes; an entry counts each time that it is decoded.
    pub attributes: usize,
    /// Decoded types; an entry counts each time that it is decoded.
    pub types: usize,
    /// Operations.
    pub operations: usize,
}

/// An MLIR bytecode file that borrows its bytes. Opening reads the header and the section index. All other content is decoded
/// on use.
///
/// The bytes can be a memory-mapped file. Offsets in errors count from the start of the file.
///
/// ```
/// # let bytes = bytespec::mlir::Module::new("example").write(&Default::default()).unwrap();
/// let file = bytespec::mlir::File::open(&bytes)?;
/// println!("version {}, written by {}", file.version(), file.producer());
/// # Ok::<(), bytespec::error::Error>(())
/// ```
#[derive(Debug)]
pub struct File<'a> {
    input: &'a [u8],
    version: Version,
    producer: &'a [u8],
    release: Option<Release>,
    /// The releases from the options and from the producer.
    dialect_releases: DialectReleases,
    /// The same, and those from the records of dialect versions.
    recorded_releases: OnceLock<Result<DialectReleases>>,
    header_len: usize,
    sections: Vec<Section<'a>>,
    strings: OnceLock<Result<Strings>>,
    dialects: OnceLock<Result<Dialects>>,
    entries: OnceLock<Result<Entries>>,
    properties: OnceLock<Result<Properties>>,
    resources: OnceLock<Result<Resources>>,
    pub(super) inferred: OnceLock<Result<Option<Inference>>>,
    pub(super) registry: Registry,
    attributes_decoded: AtomicUsize,
    types_decoded: AtomicUsize,
    /// The releases under which each entry is read.
    release_cache: ReleaseCache,
    pub(super) operations_decoded: AtomicUsize,
}

/// Takes the release from the record of a dialect's version, if it is not known yet. A record that is malformed, or that has
/// other numbers than the schema describes, is ignored.
fn record_release(dialect: &Dialect<'_>, releases: &mut DialectReleases) {
    let Some(record) = dialect.version else { return };
    let Ok(name) = std::str::from_utf8(dialect.name) else { return };
    let Some(len) = DialectReleases::record_len(name) else { return };
    let mut cursor = Cursor::new(record);
    let numbers: Vec<u64> = (0..len).map_while(|_| cursor.prefix().ok()).collect();
    if numbers.len() == len && cursor.is_empty() && releases.get(name).is_none() {
        releases.set(name, &numbers);
    }
}

/// The number in a record that consists of one number; otherwise 0.
pub(super) fn record_number(record: Option<&[u8]>) -> u64 {
    let Some(record) = record else { return 0 };
    let mut cursor = Cursor::new(record);
    cursor.prefix().ok().filter(|_| cursor.is_empty()).unwrap_or(0)
}

fn ready<T>(cell: &Result<T>) -> Result<&T> {
    cell.as_ref().map_err(Clone::clone)
}

/// The tables of a file.
#[derive(Debug)]
pub(super) struct FileTables {
    pub(super) strings: Strings,
    pub(super) dialects: Dialects,
    pub(super) entries: Entries,
    pub(super) properties: Properties,
}

impl HasTypes for File<'_> {
    fn type_table(&self) -> TypeTable<'_> {
        static NO_STRINGS: Strings = Strings { spans: Vec::new() };
        static NO_ENTRIES: EntryTable = EntryTable::EMPTY;
        TypeTable {
            entries: self.entries().map_or(&NO_ENTRIES, |entries| &entries.types),
            dialects: self.dialects_table().map_or(&[], |dialects| &dialects.dialects),
            strings: self.strings().unwrap_or(&NO_STRINGS),
            data: self.data(),
            release_cache: &self.release_cache,
        }
    }

    fn producer(&self) -> &[u8] {
        self.producer
    }

    fn registered_width(&self, id: TypeId, cx: &Context<'_>) -> Option<Result<Option<u64>>> {
        registered_width(&self.registry, &self.type_table(), id, cx)
    }
}

impl<'a> File<'a> {
    /// Whether `input` begins like a file of this format.
    #[must_use]
    pub fn is_magic(input: &[u8]) -> bool {
        input.starts_with(&super::generated::MAGIC)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// Bytes that do not start with the magic number, a version that the schema does not know, and a section index that is
    /// damaged or lacks a required section.
    pub fn open(input: &'a [u8]) -> Result<Self> {
        File::open_with(input, &OpenOptions::default())
    }

    /// Opens a file, see [`OpenOptions`].
    ///
    /// # Errors
    /// Those of [`File::open`].
    pub fn open_with(input: &'a [u8], options: &OpenOptions) -> Result<Self> {
        let mut cursor = Cursor::new(input);
        super::generated::read_magic(&mut cursor)?;
        let start = cursor.position();
        let number = cursor.prefix().field("version")?;
        let version = Version::supported(&[number]).map_err(|error| error.or_at(start))?;
        let producer = cursor.nul_terminated().field("producer")?;
        let release = options
            .release
            .or_else(|| std::str::from_utf8(producer).ok().and_then(Release::from_producer));
        let mut dialect_releases =
            std::str::from_utf8(producer).map(DialectReleases::from_producer).unwrap_or_default();
        dialect_releases.override_by(&options.dialects);
        let header_len = cursor.position();
        let sections = CONTAINER.read(&mut cursor, version as u32)?;
        Ok(File {
            input,
            version,
            producer,
            release,
            dialect_releases,
            recorded_releases: OnceLock::new(),
            header_len,
            sections,
            strings: OnceLock::new(),
            dialects: OnceLock::new(),
            entries: OnceLock::new(),
            properties: OnceLock::new(),
            resources: OnceLock::new(),
            inferred: OnceLock::new(),
            registry: Registry::default(),
            attributes_decoded: AtomicUsize::new(0),
            types_decoded: AtomicUsize::new(0),
            release_cache: ReleaseCache::default(),
            operations_decoded: AtomicUsize::new(0),
        })
    }

    /// The bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.input
    }

    /// The format version.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The name of the program that wrote the file, without the zero byte that ends it.
    #[must_use]
    pub fn producer_bytes(&self) -> &'a [u8] {
        self.producer
    }

    /// The name of the program that wrote the file; bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn producer(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.producer)
    }

    /// The release that determines codes and property layouts; `None` if it is not known.
    #[must_use]
    pub fn release(&self) -> Option<Release> {
        self.release
    }

    /// The known releases of the dialects that have releases of their own. They come from the options, from the name of the
    /// producer, or from the record of the dialect's version, in this order of priority.
    ///
    /// # Errors
    /// A damaged dialect section.
    pub fn dialect_releases(&self) -> Result<DialectReleases> {
        ready(self.recorded_releases.get_or_init(|| {
            let mut releases = self.dialect_releases;
            for dialect in self.dialects()? {
                record_release(&dialect, &mut releases);
            }
            Ok(releases)
        }))
        .copied()
    }

    /// The number in the record of the version of an operation's dialect; 0 if there is none.
    pub(super) fn version_record(&self, name: OpNameId) -> Result<u64> {
        let table = self.dialects_table()?;
        let dialect = lookup(OpNameId::TABLE, &table.op_names, name.0)?.dialect.0 as usize;
        let version = table.dialects.get(dialect).and_then(|dialect| dialect.version);
        Ok(record_number(version.map(|span| self.data().bytes(span))))
    }

    /// Length of the header in bytes: magic number, version and producer.
    #[must_use]
    pub fn header_len(&self) -> usize {
        self.header_len
    }

    /// The sections in the order of the file.
    #[must_use]
    pub fn sections(&self) -> &[Section<'a>] {
        &self.sections
    }

    /// How much was decoded so far.
    #[must_use]
    pub fn decoded(&self) -> Decoded {
        Decoded {
            attributes: self.attributes_decoded.load(Ordering::Relaxed),
            types: self.types_decoded.load(Ordering::Relaxed),
            operations: self.operations_decoded.load(Ordering::Relaxed),
        }
    }

    /// The section with an id, if the file has it.
    pub(super) fn section(&self, id: u8) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// The place of a section's payload; empty for an absent section.
    pub(super) fn span(&self, id: u8) -> Span {
        let section = self.section(id);
        section.map_or_else(Span::default, |found| Span { start: found.offset, len: found.len })
    }

    /// A cursor over the payload of a section; empty for an absent section.
    pub(super) fn payload(&self, id: u8) -> Cursor<'a> {
        self.section(id)
            .and_then(|section| section.cursor(self.input).ok())
            .unwrap_or_else(|| Cursor::new(&[]))
    }

    /// The tables, for callers that keep them longer than the file.
    pub(super) fn into_tables(self) -> Result<FileTables> {
        self.strings()?;
        self.dialects_table()?;
        self.entries()?;
        self.properties_table()?;
        fn take<T: Default>(cell: OnceLock<Result<T>>) -> Result<T> {
            cell.into_inner().unwrap_or_else(|| Ok(T::default()))
        }
        Ok(FileTables {
            strings: take(self.strings)?,
            dialects: take(self.dialects)?,
            entries: take(self.entries)?,
            properties: take(self.properties)?,
        })
    }

    pub(super) fn plain_context(&self) -> Context<'static> {
        Context::new(self.version, self.release)
    }

    /// The context for reading entries of tables.
    ///
    /// # Errors
    /// Damaged tables of types.
    pub(super) fn context(&self) -> Result<Context<'_>> {
        // A context needs the types to read lists.
        self.entries()?;
        let dialects = self.dialect_releases()?;
        Ok(self.plain_context().with_types(self).with_dialects(dialects))
    }

    pub(super) fn data(&self) -> Data<'a> {
        Data { input: self.input, added: &[] }
    }

    pub(super) fn strings(&self) -> Result<&Strings> {
        ready(
            self.strings
                .get_or_init(|| Strings::read(&mut self.payload(section::STRING)).field("strings")),
        )
    }

    pub(super) fn dialects_table(&self) -> Result<&Dialects> {
        ready(self.dialects.get_or_init(|| {
            let strings = self.strings()?;
            Dialects::read(&mut self.payload(section::DIALECT), &self.plain_context(), strings)
                .field("dialects")
        }))
    }

    pub(super) fn entries(&self) -> Result<&Entries> {
        ready(self.entries.get_or_init(|| {
            let names = (self.dialects_table()?, self.strings()?);
            let mut offsets = self.payload(section::ATTR_TYPE_OFFSET);
            let data = self.payload(section::ATTR_TYPE);
            Entries::read(&mut offsets, &data, &self.plain_context(), names)
                .field("attr_type_offset")
        }))
    }

    pub(super) fn properties_table(&self) -> Result<&Properties> {
        ready(self.properties.get_or_init(|| {
            Properties::read(&mut self.payload(section::PROPERTIES)).field("properties")
        }))
    }

    /// The resources: names, sizes and places, without their data.
    ///
    /// # Errors
    /// A damaged resource table.
    pub fn resources(&self) -> Result<&Resources> {
        ready(self.resources.get_or_init(|| {
            Resources::read(
                &mut self.payload(section::RESOURCE_OFFSET),
                &self.payload(section::RESOURCE),
                &self.plain_context(),
                self.strings()?.len(),
                self.dialects_table()?.dialects.len(),
            )
            .field("resource_offset")
        }))
    }

    /// The data of a dialect's resource, by the number that attributes use.
    ///
    /// # Errors
    /// An index past the table, and a damaged entry.
    pub fn resource(&self, id: ResourceId) -> Result<Resource<'a>> {
        self.resource_data(self.resources()?.dialect_entry(id)?)
    }

    /// The data of an entry of [`File::resources`], of a dialect or external.
    ///
    /// # Errors
    /// An entry of another file ([`ErrorKind::Handle`](bytespec_core::ErrorKind::Handle)), and a damaged entry.
    pub fn resource_data(&self, entry: &ResourceInfo) -> Result<Resource<'a>> {
        self.resources()?.get(self.data(), entry, self.strings()?.len())
    }

    /// Number of strings.
    ///
    /// # Errors
    /// A damaged string table.
    pub fn string_count(&self) -> Result<usize> {
        Ok(self.strings()?.len())
    }

    /// A string, without its terminating zero byte.
    ///
    /// # Errors
    /// An index past the table, and a damaged table.
    pub fn string(&self, id: StringId) -> Result<&'a [u8]> {
        Ok(self.data().bytes(self.strings()?.get(id)?))
    }

    /// A string as text; bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// Those of [`File::string`].
    pub fn text(&self, id: StringId) -> Result<Cow<'a, str>> {
        self.string(id).map(String::from_utf8_lossy)
    }

    /// The dialects in the order of the file.
    ///
    /// # Errors
    /// A damaged dialect table.
    pub fn dialects(&self) -> Result<impl ExactSizeIterator<Item = Dialect<'_>>> {
        let table = self.dialects_table()?;
        let strings = self.strings()?;
        Ok((0..table.dialects.len())
            .map(move |index| table.dialect(index, strings, self.data(), self.version)))
    }

    /// A dialect.
    ///
    /// # Errors
    /// An index past the table, and a damaged table.
    pub fn dialect(&self, id: DialectId) -> Result<Dialect<'_>> {
        let table = self.dialects_table()?;
        table.check(id)?;
        Ok(table.dialect(id.0 as usize, self.strings()?, self.data(), self.version))
    }

    /// Number of operation names.
    ///
    /// # Errors
    /// A damaged dialect table.
    pub fn op_name_count(&self) -> Result<usize> {
        Ok(self.dialects_table()?.op_names.len())
    }

    /// The name of an operation.
    ///
    /// # Errors
    /// An index past the table, and a damaged table.
    pub fn op_name(&self, id: OpNameId) -> Result<OpName<'_>> {
        self.dialects_table()?.op_name(id, self.strings()?, self.data())
    }

    /// Number of entries of the attribute table.
    ///
    /// # Errors
    /// A damaged table.
    pub fn attribute_count(&self) -> Result<usize> {
        Ok(self.entries()?.attributes.len())
    }

    /// Number of entries of the type table.
    ///
    /// # Errors
    /// A damaged table.
    pub fn type_count(&self) -> Result<usize> {
        Ok(self.entries()?.types.len())
    }

    /// Decodes an attribute.
    ///
    /// # Errors
    /// An index past the table, and an entry of a known dialect that does not match the schema.
    pub fn attribute(&self, id: AttributeId) -> Result<Attribute<'_>> {
        self.attributes_decoded.fetch_add(1, Ordering::Relaxed);
        self.form(id)
    }

    /// Decodes a type.
    ///
    /// # Errors
    /// An index past the table, and an entry of a known dialect that does not match the schema.
    pub fn ty(&self, id: TypeId) -> Result<Type<'_>> {
        self.types_decoded.fetch_add(1, Ordering::Relaxed);
        self.form(id)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn form<I: Described>(&self, id: I) -> Result<FormOf<'_, I>> {
        let table = self.entries()?.table(I::TABLE);
        let entry = table.lookup(I::TABLE.name(), id.number())?;
        let (dialect, cx) = (self.dialect_name(entry)?, self.context()?);
        let cached = self.release_cache.entry(I::TABLE, id.number(), table.len());
        let encoded = Encoded { dialect, entry, data: self.data(), cx: &cx, cached };
        let mut found = encoded.decode::<I>();
        if matches!(found, Ok(EntryForm::Opaque { .. }))
            && encoded.is_described::<I>()
            && let Some(cx) = self.inferring(&cx)
        {
            found = encoded.under(&cx).decode::<I>();
        }
        // Only an error is converted: a valid entry is not copied again.
        if found.is_err() {
            return found.index(id.number().into()).field(I::TABLE.field());
        }
        found
    }

    /// An entry of a table.
    pub(super) fn stored(&self, table: Table, number: u32) -> Result<Entry> {
        self.entries()?.stored(table, number)
    }

    /// A context with the possible releases, for an entry that cannot be read without a release; `None` if the release is
    /// stated, or none is possible. The first call walks all operations.
    #[cold]
    fn inferring<'c>(&self, cx: &Context<'c>) -> Option<Context<'c>> {
        if cx.release().is_some() {
            return None;
        }
        let inference = self.inference().ok()??;
        Some(cx.with_inferred(inference.releases.iter().copied().collect()))
    }

    /// The bytes of an attribute's entry and their offset from the start of the file.
    ///
    /// # Errors
    /// An index past the table, and damaged tables.
    pub fn attribute_bytes(&self, id: AttributeId) -> Result<(usize, &'a [u8])> {
        let span = self.stored(Table::Attribute, id.0)?.span();
        Ok((span.start, self.data().bytes(span)))
    }

    /// The bytes of a type's entry and their offset from the start of the file.
    ///
    /// # Errors
    /// An index past the table, and damaged tables.
    pub fn type_bytes(&self, id: TypeId) -> Result<(usize, &'a [u8])> {
        let span = self.stored(Table::Type, id.0)?.span();
        Ok((span.start, self.data().bytes(span)))
    }

    fn dialect_name(&self, entry: Entry) -> Result<&[u8]> {
        let table = self.dialects_table()?;
        Ok(table.name(entry.dialect() as usize, self.strings()?, self.data()))
    }

    /// Number of property blobs.
    ///
    /// # Errors
    /// A damaged table.
    pub fn properties_count(&self) -> Result<usize> {
        Ok(self.properties_table()?.blobs.len())
    }

    /// The bytes of an operation's properties.
    ///
    /// # Errors
    /// An index past the table, and a damaged table.
    pub fn properties(&self, id: PropertyBlobId) -> Result<&'a [u8]> {
        Ok(self.data().bytes(self.properties_span(id)?))
    }

    pub(super) fn properties_span(&self, id: PropertyBlobId) -> Result<Span> {
        self.properties_table()?.get(id)
    }
}
