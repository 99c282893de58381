//! The tables that the rest of a file refers to.

pub(crate) mod data;
pub(crate) mod entry;
pub(crate) mod entry_table;
pub(crate) mod interners;
pub(crate) mod names;
pub(crate) mod release_cache;
pub(crate) mod resources;

use super::generated::{
    CONTAINER, DialectEntry, DialectId, EntrySize, OpNameCount, OpNameEntry, OpNameId,
    PropertyBlobId, StringId, Version, section, view,
};
use crate::codec::context::Context;
use crate::dialect::Table;
use crate::tables::data::{Data, Entry, Span};
use crate::tables::entry_table::EntryTable;
use crate::tables::names::{DialectData, Strings, lookup};
use bytespec_core::container::Section;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::wire::{Budget, Cursor};
use std::borrow::Cow;

/// The maximum length, in bytes, of the name of a dialect, and of the name of an operation after the dot. Each entry and each
/// operation with this name costs a look-up of the name.
pub const MAX_NAME_BYTES: usize = 4096;

/// A dialect of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect<'a> {
    /// The name; any bytes are possible.
    pub name: &'a [u8],
    /// The record of the dialect's version, in the dialect's own encoding; `None` if the file has none.
    pub version: Option<&'a [u8]>,
    /// The format version of the file with the record.
    pub format: Version,
}

/// The name of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpName<'a> {
    /// The dialect's name: the part before the first dot.
    pub dialect: &'a [u8],
    /// The part after the first dot; empty for a name without a dot.
    pub name: &'a [u8],
    /// Whether the producer knew the operation. Files before version 5 do not state it; then it is true.
    pub registered: bool,
}

impl OpName<'_> {
    /// The whole name, such as `arith.addf`; bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn full(&self) -> Cow<'static, str> {
        String::from_utf8_lossy(&self.bytes()).into_owned().into()
    }

    /// The bytes of the whole name.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut name = self.dialect.to_vec();
        if !self.name.is_empty() {
            if !name.is_empty() {
                name.push(b'.');
            }
            name.extend_from_slice(self.name);
        }
        name
    }
}

/// An operation's name in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OpNameData {
    pub(super) dialect: DialectId,
    pub(super) name: StringId,
    pub(super) registered: bool,
}

/// The dialect section.
#[derive(Clone, Debug, Default)]
pub(super) struct Dialects {
    pub(super) dialects: Vec<DialectData>,
    pub(super) op_names: Vec<OpNameData>,
    /// Dialect and number of names of each group.
    pub(super) groups: Vec<(DialectId, u32)>,
    /// The number of names that the section announces. No other content depends on it.
    pub(super) announced: Option<u64>,
    /// The largest alignment of a nested section, in bytes; zero if no section is aligned.
    pub(super) alignment: u64,
}

impl Dialects {
    /// Keeps places of versions, and limits what listings of names can cost. The language has neither.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        cx: &Context<'static>,
        strings: &Strings,
    ) -> Result<Self> {
        let mut table = Dialects::default();
        // Names can share one string, but listings spell each of them. The budget limits their total size.
        let mut budget = Budget::decoded(cursor.input().len(), "bytes of all names");
        let mut string = |id: StringId, dialect: usize, at: usize| {
            let len = strings.get(id).map_err(|error| error.or_at(at))?.len;
            if len > MAX_NAME_BYTES {
                let (found, max) = (len as u64, MAX_NAME_BYTES as u64);
                let limit = "bytes of a name";
                return Err(Error::at(at, ErrorKind::Limit { limit, found, max }));
            }
            budget.spend((dialect + len) as u64, at)
        };
        let count = cursor.prefix().field("count")?;
        let count = cursor.check_count(count, 1).field("count")?;
        for index in 0..count {
            let at = cursor.position();
            let entry = DialectEntry::read(cursor, cx)
                .and_then(|entry| string(entry.name, 0, at).map(|()| entry))
                .index(index as u64)?;
            let version = if entry.has_version {
                let nested = read_version(cursor).index(index as u64)?;
                table.alignment = table.alignment.max(nested.alignment.unwrap_or(0));
                Some(Span { start: nested.offset, len: nested.len })
            } else {
                None
            };
            table.dialects.push(DialectData { name: entry.name, version });
        }
        if cx.version() >= OpNameCount::SINCE {
            table.announced = Some(cursor.prefix().field("op_names")?);
        }
        while !cursor.is_empty() {
            let (id, dialect) = group_dialect(cursor, &table.dialects).field("op_names")?;
            let of_dialect = strings.get(dialect.name).map_or(0, |span| span.len);
            let count = cursor.prefix().field("names").field("op_names")?;
            let count = cursor.check_count(count, 1).field("names").field("op_names")?;
            for index in 0..count as u64 {
                let at = cursor.position();
                let entry = OpNameEntry::read(cursor, cx).index(index).field("names");
                let OpNameEntry { name, registered } = entry.field("op_names")?;
                string(name, of_dialect, at).index(index).field("op_names")?;
                table.op_names.push(OpNameData { dialect: id, name, registered });
            }
            table.groups.push((id, count as u32));
        }
        Ok(table)
    }

    pub(super) fn check(&self, id: DialectId) -> Result<()> {
        lookup(DialectId::TABLE, &self.dialects, id.0).map(|_| ())
    }

    pub(super) fn name<'a>(&self, index: usize, strings: &Strings, data: Data<'a>) -> &'a [u8] {
        self.dialects
            .get(index)
            .map(|dialect| strings.bytes(dialect.name, data))
            .unwrap_or_default()
    }

    pub(super) fn dialect<'a>(
        &self,
        index: usize,
        strings: &Strings,
        data: Data<'a>,
        format: Version,
    ) -> Dialect<'a> {
        let version = self.dialects.get(index).and_then(|dialect| dialect.version);
        Dialect {
            name: self.name(index, strings, data),
            version: version.map(|span| data.bytes(span)),
            format,
        }
    }

    pub(super) fn op_name<'a>(
        &self,
        id: OpNameId,
        strings: &Strings,
        data: Data<'a>,
    ) -> Result<OpName<'a>> {
        let entry = lookup(OpNameId::TABLE, &self.op_names, id.0)?;
        Ok(OpName {
            dialect: self.name(entry.dialect.0 as usize, strings, data),
            name: strings.bytes(entry.name, data),
            registered: entry.registered,
        })
    }
}

/// Reads the dialect at the start of a group. Without the dialect the rest of the group cannot be used.
fn group_dialect(
    cursor: &mut Cursor<'_>,
    dialects: &[DialectData],
) -> Result<(DialectId, DialectData)> {
    let at = cursor.position();
    let id = cursor.prefix_u32().field("dialect")?;
    let dialect = lookup(DialectId::TABLE, dialects, id).map_err(|error| error.or_at(at))?;
    Ok((DialectId(id), dialect))
}

fn read_version<'a>(cursor: &mut Cursor<'a>) -> Result<Section<'a>> {
    CONTAINER.nested(cursor, section::DIALECT_VERSIONS).field("version")
}

/// The attribute and type tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    pub(super) attributes: EntryTable,
    pub(super) types: EntryTable,
    /// Number of entries of each group; `None` if each group is a maximal run of one dialect.
    pub(super) groups: Option<Vec<u32>>,
    /// The bytes after the last entry.
    pub(super) slack: Span,
}

impl Entries {
    /// Keeps places in another section, which the language leaves to executors.
    pub(super) fn read(
        offsets: &mut Cursor<'_>,
        data: &Cursor<'_>,
        cx: &Context<'static>,
        (dialects, strings): (&Dialects, &Strings),
    ) -> Result<Self> {
        let attributes = offsets.prefix().field("attributes")?;
        let attributes = offsets.check_count(attributes, 1).field("attributes")?;
        let types = offsets.prefix().field("types")?;
        let types = offsets.check_count(types, 1).field("types")?;
        let mut reader = EntryReader {
            at: data.position(),
            end: data.end(),
            cx,
            dialects,
            strings,
            groups: Vec::new(),
            unfit: None,
            budget: Budget::decoded(offsets.input().len(), "bytes of long names of dialects"),
        };
        let attributes = reader.table(offsets, attributes, "attributes").field("attributes")?;
        let whole = attributes.dialect_runs().eq(reader.groups.iter().copied());
        let first = reader.groups.len();
        let types = reader.table(offsets, types, "types").field("types")?;
        // The reference writes maximal runs of entries of one dialect.
        let whole = whole && types.dialect_runs().eq(reader.groups[first..].iter().copied());
        if !offsets.is_empty() {
            return Err(Error::trailing(offsets.position(), offsets.remaining(), "the last group"));
        }
        reader.fits()?;
        let slack = Span { start: reader.at, len: reader.end - reader.at };
        let groups = (!whole).then_some(reader.groups);
        Ok(Entries { attributes, types, groups, slack })
    }

    pub(super) fn table(&self, table: Table) -> &EntryTable {
        match table {
            Table::Attribute => &self.attributes,
            Table::Type => &self.types,
        }
    }

    /// An entry by its number. An index past the table is an error.
    pub(super) fn stored(&self, table: Table, number: u32) -> Result<Entry> {
        self.table(table).lookup(table.name(), number)
    }
}

/// Names of dialects up to this length, in bytes, do not count against the budget.
const SHORT_NAME: usize = 64;

struct EntryReader<'c> {
    at: usize,
    end: usize,
    cx: &'c Context<'static>,
    dialects: &'c Dialects,
    strings: &'c Strings,
    groups: Vec<u32>,
    unfit: Option<Unfit>,
    /// For the names of dialects, which each entry looks up.
    budget: Budget,
}

/// The first entry that is larger than the bytes left.
#[derive(Clone, Copy)]
struct Unfit {
    field: &'static str,
    index: u64,
    size: u64,
    at: usize,
    left: usize,
}

impl EntryReader<'_> {
    fn table(
        &mut self,
        offsets: &mut Cursor<'_>,
        count: usize,
        field: &'static str,
    ) -> Result<EntryTable> {
        let mut entries = Vec::with_capacity(count);
        while entries.len() < count {
            let start = offsets.position();
            let (_, dialect) = group_dialect(&mut offsets.clone(), &self.dialects.dialects)?;
            let group = view::EntryGroup::read(offsets, self.cx)?;
            let name = self.strings.get(dialect.name).map_or(0, |name| name.len);
            let name = name.saturating_sub(SHORT_NAME).saturating_mul(group.sizes.len());
            self.budget.spend(name as u64, start)?;
            let room = count - entries.len();
            if group.sizes.len() > room {
                let found = group.sizes.len();
                let fault = ErrorKind::Group { found, left: room, announced: count };
                return Err(Error::at(start, fault));
            }
            for EntrySize { custom, size } in group.sizes.iter() {
                let (at, left) = (self.at, self.end - self.at);
                let entry = usize::try_from(size)
                    .ok()
                    .filter(|&size| size <= left)
                    .and_then(|len| Entry::new(group.dialect.0, custom, Span { start: at, len }));
                match entry {
                    Some(entry) => {
                        self.at += entry.len as usize;
                        entries.push(entry);
                    }
                    None => {
                        let index = entries.len() as u64;
                        self.unfit.get_or_insert(Unfit { field, index, size, at, left });
                        // The places of later entries are unknown.
                        entries.push(Entry::default());
                    }
                }
            }
            self.groups.push(group.sizes.len() as u32);
        }
        Ok(entries.into())
    }

    /// Refuses an entry that did not fit. The check comes after all sizes are read.
    fn fits(&self) -> Result<()> {
        let Some(Unfit { field, index, size, at, left }) = self.unfit else { return Ok(()) };
        Err(Error::at(at, ErrorKind::TooLarge { what: "an entry", size, left }))
            .index(index)
            .field(field)
    }
}

/// The properties section.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Properties {
    pub(super) blobs: Vec<Span>,
}

impl Properties {
    /// Keeps places of blobs. What is in a blob depends on the operation that refers to it.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        if cursor.is_empty() {
            return Ok(Properties::default());
        }
        let count = cursor.prefix().field("count")?;
        let count = cursor.check_count(count, 1).field("count")?;
        let mut blobs = Vec::with_capacity(count);
        for index in 0..count {
            let len = cursor.prefix().index(index as u64)?;
            let len = cursor.check_size(len).index(index as u64)?;
            blobs.push(Span { start: cursor.position(), len });
            cursor.bytes(len).index(index as u64)?;
        }
        if !cursor.is_empty() {
            return Err(Error::trailing(cursor.position(), cursor.remaining(), "the last blob"));
        }
        Ok(Properties { blobs })
    }

    pub(super) fn get(&self, id: PropertyBlobId) -> Result<Span> {
        lookup(PropertyBlobId::TABLE, &self.blobs, id.0)
    }
}
