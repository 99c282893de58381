//! Adds entries to the tables of a module. New entries get the next numbers, and all others keep theirs.

use super::super::dialects::{has_dialect_versions, no_dialect_version};
use super::super::generated::{
    AttributeEntry, AttributeId, BuiltinAttribute, DialectId, DialectReleases, NamedAttribute,
    OpNameCount, OpNameId, PropertyBlobId, Release, StringId, TypeEntry, TypeId, Version, view,
};
use super::super::module::{Layout, Module};
use super::super::tables::OpNameData;
use super::operations::Operation;
use crate::dialect::{Registry, Table};
use crate::module::ir::{BlockId, Ir, OpId};
use crate::operations::properties::exist;
use crate::release::infer::Candidates;
use crate::tables::data::{Data, Entry, Span};
use crate::tables::entry::{Attribute, Handle};
use crate::tables::entry_table::EntryTable;
use crate::tables::interners::Interners;
use crate::tables::names::{DialectData, Strings};
use crate::tables::release_cache::ReleaseCache;
use crate::write::plan;
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::error::{Error, ErrorKind, Result, TextFault};
use bytespec_core::interner::Interner;
use bytespec_core::small::ThinVec;
use bytespec_core::wire::Writer;
use std::borrow::Cow;

/// The releases of dialects for a new module: those that its producer states, and otherwise the newest.
fn dialect_releases(producer: &str) -> DialectReleases {
    let mut releases = DialectReleases::latest();
    releases.override_by(&DialectReleases::from_producer(producer));
    releases
}

/// Most entries are at most this long, in bytes.
const USUAL_BYTES: usize = 64;

fn too_many(limit: &'static str, found: usize) -> Error {
    let (found, max) = (found as u64, u64::from(u32::MAX) - 1);
    Error::new(ErrorKind::Limit { limit, found, max })
}

fn packed(dialect: u32, custom: bool, span: Span) -> Result<Entry> {
    let fits = Entry::new(dialect, custom, span);
    fits.ok_or_else(|| too_many("bytes of entries", span.start.saturating_add(span.len)))
}

pub(super) fn next(len: usize, what: &'static str) -> Result<u32> {
    let number = u32::try_from(len).ok().filter(|&number| number != u32::MAX);
    number.ok_or_else(|| too_many(what, len))
}

/// What distinguishes an entry of a table: its encoding, its dialect and its bytes.
type Identity<'d> = Option<(bool, u32, &'d [u8])>;

impl<'a> Module<'a> {
    /// A module with one empty `builtin.module`, for the newest version, written by `producer`; see
    /// [`Module::for_version`].
    #[must_use]
    pub fn new(producer: &str) -> Self {
        Module::for_version(producer, Version::LATEST)
    }

    /// A module with one empty `builtin.module`.
    ///
    /// The producer determines the release, and the release determines codes and property layouts. A producer states it if it
    /// states the release of a dialect, or if its last word is a release such as `MLIR22.0`. Otherwise the newest released
    /// release with property layouts is appended to it, so that a reader of the file gets the same release.
    #[must_use]
    pub fn for_version(producer: &str, version: Version) -> Self {
        let newest = Release::ALL.iter().rev().copied().find(|release| {
            release.is_out() && super::super::generated::covers_properties(*release)
        });
        let is_known = Release::from_producer(producer).is_some()
            || DialectReleases::from_producer(producer) != DialectReleases::default();
        let producer = match newest.filter(|_| !is_known) {
            Some(release) => format!("{producer} {}", release.producer()).trim_start().to_owned(),
            None => producer.to_owned(),
        };
        let mut module = Module::without_operations(&producer, version);
        // This cannot fail, because the tables are empty.
        let _: Result<()> = module.fill();
        module
    }

    /// A module that has only the root block.
    pub(crate) fn without_operations(producer: &str, version: Version) -> Self {
        Module {
            input: Cow::Borrowed(&[]),
            added: Vec::new(),
            version,
            producer: producer.bytes().filter(|byte| *byte != 0).collect(),
            release: Release::from_producer(producer),
            inferred: Candidates::default(),
            dialect_releases: dialect_releases(producer),
            strings: Strings::default(),
            dialects: Vec::new(),
            op_names: Vec::new(),
            attributes: EntryTable::EMPTY,
            types: EntryTable::EMPTY,
            properties: Vec::new(),
            resources: Vec::new(),
            external_groups: Vec::new(),
            layout: Layout {
                sections: plan::sections(version).into_iter().map(|id| (id, None)).collect(),
                announced: (version >= OpNameCount::SINCE).then_some(0),
                ..Layout::default()
            },
            ir: Ir::with_root(),
            root: BlockId::at(0),
            interners: Interners::default(),
            release_cache: ReleaseCache::default(),
            registry: Registry::default(),
        }
    }

    /// A module without operations, with the version, the producer and the releases of another module. Content that you
    /// [import](super::super::Import) from that module keeps its meaning.
    #[must_use]
    pub fn empty_like(other: &Module<'_>) -> Module<'static> {
        let mut module = Module::without_operations("", other.version);
        module.producer.clone_from(&other.producer);
        module.release = other.release;
        module.inferred = other.inferred;
        module.dialect_releases = other.dialect_releases;
        module.registry = other.registry.clone();
        module
    }

    fn fill(&mut self) -> Result<()> {
        let location = self.unknown_location()?;
        let operation = Operation { regions: 1, ..Operation::default() };
        let op = self.make("builtin.module", location, operation)?;
        self.append(self.root, op)?;
        let region = self.regions(op).next();
        if let Some(region) = region {
            self.add_block(region, &[])?;
        }
        Ok(())
    }

    pub(crate) fn append_bytes(&mut self, bytes: &[u8]) -> Span {
        let start = self.input.len() + self.added.len();
        self.added.extend_from_slice(bytes);
        Span { start, len: bytes.len() }
    }

    // Tables.

    /// The number of a string; adds the string if the table does not have it.
    ///
    /// # Errors
    /// More strings than numbers.
    pub fn add_string(&mut self, text: &[u8]) -> Result<StringId> {
        let data = Data { input: &self.input, added: &self.added };
        let content = |id| self.strings.bytes(StringId(id), data);
        if let Some(id) = self.interners.strings.place(self.strings.len(), content, &text) {
            return Ok(StringId(id));
        }
        let id = StringId(next(self.strings.len(), "strings")?);
        let span = self.append_bytes(text);
        self.strings.spans.push(span);
        Ok(id)
    }

    /// The number of a dialect; adds the dialect if the table does not have it.
    ///
    /// # Errors
    /// More strings than numbers.
    pub fn add_dialect(&mut self, name: &[u8]) -> Result<DialectId> {
        let data = Data { input: &self.input, added: &self.added };
        let content = |id: u32| {
            let dialect = self.dialects.get(id as usize)?;
            Some(self.strings.bytes(dialect.name, data))
        };
        if let Some(id) = self.interners.dialects.place(self.dialects.len(), content, &Some(name)) {
            return Ok(DialectId(id));
        }
        let text = self.add_string(name)?;
        let id = DialectId(next(self.dialects.len(), "dialects")?);
        self.dialects.push(DialectData { name: text, version: None });
        Ok(id)
    }

    /// The number of an entry's dialect. It usually equals that of the previous entry.
    fn dialect_of_entry(&mut self, name: &'static str) -> Result<DialectId> {
        if let Some((_, id)) = self.interners.dialect.filter(|(latest, _)| *latest == name) {
            return Ok(id);
        }
        let id = self.add_dialect(name.as_bytes())?;
        self.interners.dialect = Some((name, id));
        Ok(id)
    }

    /// Sets or, with `None`, removes the record of a dialect's version, in the dialect's own encoding.
    ///
    /// # Errors
    /// A format version that cannot record versions of dialects, and more strings than numbers.
    pub fn set_dialect_version(&mut self, name: &[u8], version: Option<&[u8]>) -> Result<()> {
        if version.is_some() && !has_dialect_versions(self.version) {
            return Err(no_dialect_version(&String::from_utf8_lossy(name), self.version));
        }
        let DialectId(id) = self.add_dialect(name)?;
        let span = version.map(|bytes| self.append_bytes(bytes));
        self.dialects[id as usize].version = span;
        Ok(())
    }

    /// The number of an operation's name, such as `arith.addf`; adds the name if the table does not have it. In versions that
    /// do not state which operations the producer knows, it knows all of them.
    ///
    /// # Errors
    /// More names than numbers.
    pub fn add_op_name(&mut self, name: &str, registered: bool) -> Result<OpNameId> {
        let (dialect, rest) = name.split_once('.').unwrap_or((name, ""));
        let dialect = self.add_dialect(dialect.as_bytes())?;
        let registered = registered || !exist(self.version);
        let data = OpNameData { dialect, name: self.add_string(rest.as_bytes())?, registered };
        let content = |id: u32| self.op_names.get(id as usize).copied();
        if let Some(id) = self.interners.op_names.place(self.op_names.len(), content, &Some(data)) {
            return Ok(OpNameId(id));
        }
        let id = OpNameId(next(self.op_names.len(), "names of operations")?);
        self.op_names.push(data);
        Ok(id)
    }

    /// The number of an attribute; adds the attribute if the table does not have it. A distinct attribute is always added.
    ///
    /// # Errors
    /// A value that the release or version does not have, references past their tables, and a builtin attribute that its
    /// definition does not allow.
    pub fn add_attribute(&mut self, attribute: impl Into<AttributeEntry>) -> Result<AttributeId> {
        let attribute = attribute.into();
        self.check_made_attribute(&attribute)?;
        let distinct =
            matches!(attribute, AttributeEntry::Builtin(BuiltinAttribute::DistinctAttr { .. }));
        let add = if distinct { Self::append_entry } else { Self::place_entry };
        self.write_attribute(&attribute, add)
    }

    /// Adds an attribute without looking for an equal one.
    pub(crate) fn add_new_attribute(&mut self, attribute: BuiltinAttribute) -> Result<AttributeId> {
        self.write_attribute(&attribute.into(), |module, table, dialect, custom, bytes| {
            module.interners.attributes.pass(module.attributes.len());
            module.append_entry(table, dialect, custom, bytes)
        })
    }

    /// Passes on an attribute as the bytes of an entry.
    fn write_attribute(
        &mut self,
        attribute: &AttributeEntry,
        add: fn(&mut Self, Table, DialectId, bool, &[u8]) -> Result<u32>,
    ) -> Result<AttributeId> {
        let mut writer = std::mem::take(&mut self.interners.writer);
        attribute.write(&mut writer, &mut self.adding())?;
        let dialect = self.dialect_of_entry(attribute.dialect())?;
        let id = add(self, Table::Attribute, dialect, true, writer.as_slice())?;
        writer.clear();
        self.interners.writer = writer;
        Ok(AttributeId(id))
    }

    /// The number of an attribute in assembly text; adds the attribute if the table does not have it.
    ///
    /// # Errors
    /// Text with a zero byte ([`TextFault::ZeroByte`]).
    pub fn add_attribute_text(&mut self, dialect: &[u8], text: &str) -> Result<AttributeId> {
        self.add_text(Table::Attribute, dialect, text).map(AttributeId)
    }

    /// The number of a type in assembly text; adds the type if the table does not have it.
    ///
    /// # Errors
    /// Text with a zero byte ([`TextFault::ZeroByte`]).
    pub fn add_type_text(&mut self, dialect: &[u8], text: &str) -> Result<TypeId> {
        self.add_text(Table::Type, dialect, text).map(TypeId)
    }

    /// The number of an entry in assembly text; adds the entry if the table does not have it.
    pub(crate) fn add_text(&mut self, table: Table, dialect: &[u8], text: &str) -> Result<u32> {
        let dialect = self.add_dialect(dialect)?;
        self.place_entry(table, dialect, false, &terminated(text)?)
    }

    /// The number of an attribute in the custom encoding of a dialect that no schema describes; adds the attribute if the table
    /// does not have it. Numbers inside the bytes must be those of this module.
    ///
    /// # Errors
    /// More attributes than numbers.
    pub fn add_attribute_bytes(&mut self, dialect: &[u8], bytes: &[u8]) -> Result<AttributeId> {
        let dialect = self.add_dialect(dialect)?;
        self.place_entry(Table::Attribute, dialect, true, bytes).map(AttributeId)
    }

    /// The number of a type in the custom encoding of a dialect that no schema describes; adds the type if the table does not
    /// have it. Numbers inside the bytes must be those of this module.
    ///
    /// # Errors
    /// More types than numbers.
    pub fn add_type_bytes(&mut self, dialect: &[u8], bytes: &[u8]) -> Result<TypeId> {
        let dialect = self.add_dialect(dialect)?;
        self.place_entry(Table::Type, dialect, true, bytes).map(TypeId)
    }

    /// The interner of a table, its length, and the identity of its entries.
    fn interner<'s>(
        &'s mut self,
        table: Table,
    ) -> (&'s mut Interner, usize, impl Fn(u32) -> Identity<'s>) {
        let data = Data { input: &self.input, added: &self.added };
        let (interner, entries) = match table {
            Table::Attribute => (&mut self.interners.attributes, &self.attributes),
            Table::Type => (&mut self.interners.types, &self.types),
        };
        let content = move |id: u32| {
            let entry = entries.get(id as usize)?;
            Some((entry.custom(), entry.dialect(), data.bytes(entry.span())))
        };
        (interner, entries.len(), content)
    }

    /// The number of an entry; adds the entry if the table does not have it.
    pub(crate) fn place_entry(
        &mut self,
        table: Table,
        dialect: DialectId,
        custom: bool,
        bytes: &[u8],
    ) -> Result<u32> {
        let (interner, len, content) = self.interner(table);
        match interner.place(len, content, &Some((custom, dialect.0, bytes))) {
            Some(id) => Ok(id),
            None => self.append_entry(table, dialect, custom, bytes),
        }
    }

    /// Adds an entry without looking for an equal one.
    pub(crate) fn append_entry(
        &mut self,
        table: Table,
        dialect: DialectId,
        custom: bool,
        bytes: &[u8],
    ) -> Result<u32> {
        let id = next(self.table(table).len(), table.field())?;
        let entry = packed(dialect.0, custom, self.append_bytes(bytes))?;
        self.table_mut(table).push(entry);
        Ok(id)
    }

    /// Whether an entry is an attribute that differs from all others, even of the same content.
    pub(super) fn is_distinct(&self, handle: Handle) -> Result<bool> {
        let Handle::Attribute(id) = handle else { return Ok(false) };
        let attribute = self.attribute(id)?.builtin();
        Ok(matches!(attribute, Some(view::BuiltinAttribute::DistinctAttr { .. })))
    }

    pub(crate) fn table_mut(&mut self, table: Table) -> &mut EntryTable {
        match table {
            Table::Attribute => &mut self.attributes,
            Table::Type => &mut self.types,
        }
    }

    /// After this call, look-ups also find attributes that were added without a look-up.
    pub(crate) fn know_attributes(&mut self) {
        self.interners.attributes = Interner::default();
    }

    /// Replaces an entry by text of the same dialect.
    pub(crate) fn set_text(&mut self, handle: Handle, text: &str) -> Result<()> {
        let span = self.append_bytes(&terminated(text)?);
        if let Some(entry) = self.table(handle.table()).get(handle.number() as usize) {
            self.set_entry(handle, packed(entry.dialect(), false, span)?);
        }
        Ok(())
    }

    /// Replaces an entry by another one of the same table; it keeps its number.
    pub(crate) fn set_entry_like(&mut self, entry: Handle, other: u32) {
        if let Some(like) = self.table(entry.table()).get(other as usize) {
            self.set_entry(entry, like);
        }
    }

    fn set_entry(&mut self, handle: Handle, entry: Entry) {
        self.table_mut(handle.table()).set(handle.number() as usize, entry);
        let (interner, _, content) = self.interner(handle.table());
        interner.change(handle.number(), content);
    }

    /// The number of a type; adds the type if the table does not have it.
    ///
    /// # Errors
    /// A value that the release or version does not have, references past their tables, and a builtin type that its definition
    /// does not allow.
    pub fn add_type(&mut self, ty: impl Into<TypeEntry>) -> Result<TypeId> {
        let ty = ty.into();
        let mut writer = Writer::with_capacity(USUAL_BYTES);
        ty.write(&mut writer, &mut self.adding())?;
        self.check_made_type(&ty)?;
        let dialect = self.dialect_of_entry(ty.dialect())?;
        self.place_entry(Table::Type, dialect, true, writer.as_slice()).map(TypeId)
    }

    /// The number of a property blob; adds the blob if the table does not have it.
    ///
    /// # Errors
    /// More blobs than numbers.
    pub fn add_properties(&mut self, bytes: &[u8]) -> Result<PropertyBlobId> {
        let data = Data { input: &self.input, added: &self.added };
        let content = |id: u32| self.properties.get(id as usize).map(|span| data.bytes(*span));
        let found = self.interners.properties.place(self.properties.len(), content, &Some(bytes));
        if let Some(id) = found {
            return Ok(PropertyBlobId(id));
        }
        let id = PropertyBlobId(next(self.properties.len(), "property blobs")?);
        let span = self.append_bytes(bytes);
        self.properties.push(span);
        Ok(id)
    }

    // Attributes that editing needs.

    /// The unknown location; adds it if the table does not have it.
    ///
    /// # Errors
    /// More attributes than numbers.
    pub fn unknown_location(&mut self) -> Result<AttributeId> {
        self.add_attribute(BuiltinAttribute::UnknownLoc)
    }

    /// A string attribute without a type; adds it if the table does not have it.
    ///
    /// # Errors
    /// More attributes than numbers.
    pub fn string_attribute(&mut self, text: &str) -> Result<AttributeId> {
        let value = self.add_string(text.as_bytes())?;
        self.add_attribute(BuiltinAttribute::StringAttr { value })
    }

    /// The entries of a dictionary: the string number of each name, and the value.
    ///
    /// # Errors
    /// An attribute that is not a dictionary, and names that are not string attributes. For entries in the text form, call
    /// [`Module::resolve_texts`] first.
    pub fn dictionary(&self, id: AttributeId) -> Result<Vec<(StringId, AttributeId)>> {
        let Some(view::BuiltinAttribute::DictionaryAttr { value }) = self.attribute(id)?.builtin()
        else {
            return Err(self.wrong_entry(id, "a dictionary"));
        };
        let entries = value.iter().map(|entry| {
            self.check_attribute(entry.value)?;
            Ok((self.string_of(entry.name)?, entry.value))
        });
        let entries: Result<_> = entries.collect();
        entries.map_err(|error| self.within_entry(id, error))
    }

    /// The string of a string attribute without a type.
    ///
    /// # Errors
    /// Any other attribute.
    pub fn string_of(&self, id: AttributeId) -> Result<StringId> {
        match self.attribute(id)? {
            Attribute::Typed(view::AttributeEntry::Builtin(
                view::BuiltinAttribute::StringAttr { value },
            )) => Ok(value),
            _ => Err(self.wrong_entry(id, "a string")),
        }
    }

    /// A dictionary of these entries, sorted by the bytes of their names; `None` without entries.
    ///
    /// # Errors
    /// More attributes than numbers.
    pub fn dictionary_attribute(
        &mut self,
        mut entries: Vec<(StringId, AttributeId)>,
    ) -> Result<Option<AttributeId>> {
        if entries.is_empty() {
            return Ok(None);
        }
        {
            let data = self.data();
            entries.sort_by_key(|(name, _)| self.strings.bytes(*name, data));
        }
        let mut value = ThinVec::new();
        for (name, attribute) in entries {
            let name = self.add_attribute(BuiltinAttribute::StringAttr { value: name })?;
            value.push(NamedAttribute { name, value: attribute });
        }
        self.add_attribute(BuiltinAttribute::DictionaryAttr { value }).map(Some)
    }

    /// The value of an attribute in an operation's dictionary; `None` if there is none.
    ///
    /// # Errors
    /// A wrong handle, and a dictionary that cannot be read.
    pub fn get_attribute(&self, op: OpId, name: &str) -> Result<Option<AttributeId>> {
        self.ir.forest().check_op(op)?;
        let Some(id) = self.attributes(op) else { return Ok(None) };
        let entries = self.dictionary(id)?;
        let data = self.data();
        Ok(entries
            .into_iter()
            .find(|(key, _)| self.strings.bytes(*key, data) == name.as_bytes())
            .map(|(_, value)| value))
    }

    /// Sets or, with `None`, removes an attribute in an operation's dictionary.
    ///
    /// # Errors
    /// A wrong handle, an index past the table, and a dictionary that cannot be read.
    pub fn set_attribute(
        &mut self,
        op: OpId,
        name: &str,
        value: Option<AttributeId>,
    ) -> Result<()> {
        self.ir.forest().check_op(op)?;
        value.map_or(Ok(()), |value| self.check_attribute(value))?;
        let mut entries = match self.attributes(op) {
            Some(id) => self.dictionary(id)?,
            None => Vec::new(),
        };
        let name = self.add_string(name.as_bytes())?;
        entries.retain(|(key, _)| *key != name);
        entries.extend(value.map(|value| (name, value)));
        let id = self.dictionary_attribute(entries)?;
        self.ir.set_attributes(op, id);
        Ok(())
    }
}

fn terminated(text: &str) -> Result<Vec<u8>> {
    if text.bytes().any(|byte| byte == 0) {
        return Err(Error::new(ErrorKind::Text(TextFault::ZeroByte)));
    }
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    Ok(bytes)
}
