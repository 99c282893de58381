//! Resources: large data next to the operations.

use crate::codec::context::Context;
use crate::generated::{
    CONTAINER, DialectId, ResourceEntry, ResourceId, ResourceKind, StringId, view,
};
use crate::tables::data::{Data, Span};
use crate::tables::names::past_end;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::forest::wrong;
use bytespec_core::wire::{Cursor, padding};

/// The owner of a group of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// An external provider, such as a tool, by its name.
    External(StringId),
    /// A dialect, whose attributes refer to the resources by number.
    Dialect(DialectId),
}

/// An entry of the resource table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceInfo {
    /// The owner.
    pub owner: Owner,
    /// The key.
    pub key: StringId,
    /// The kind of the data. A blob of size zero is a resource that is declared without data.
    pub kind: ResourceKind,
    /// The index among all entries.
    index: u32,
    pub(crate) span: Span,
    /// The start of the resource section. Alignment inside counts from it.
    pub(crate) origin: usize,
}

impl ResourceInfo {
    /// The size of the entry in the file, in bytes, including alignment and filler.
    #[must_use]
    pub fn size(&self) -> usize {
        self.span.len
    }
}

/// The data of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource<'a> {
    /// Bytes, with their place in the file.
    Blob {
        /// In bytes; zero and one mean no alignment.
        alignment: u64,
        /// The bytes.
        bytes: &'a [u8],
        /// The offset of the bytes from the start of the file.
        offset: usize,
    },
    /// A Boolean.
    Bool(bool),
    /// A string.
    String(StringId),
    /// Declared without data.
    None,
}

/// The resource table: keys and places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    entries: Vec<ResourceInfo>,
    /// Owner and number of entries of each group, in the order of the file.
    pub(crate) groups: Vec<(Owner, u32)>,
    /// The index of the first entry of a dialect.
    first_dialect: usize,
}

impl Resources {
    /// Keeps places in another section, which the language leaves to executors.
    pub(crate) fn read(
        offsets: &mut Cursor<'_>,
        data: &Cursor<'_>,
        cx: &Context<'static>,
        strings: usize,
        dialects: usize,
    ) -> Result<Self> {
        let mut table = Resources::default();
        if offsets.is_empty() {
            return Ok(table);
        }
        let mut at = data.position();
        let external = offsets.prefix().field("external")?;
        let external = offsets.check_count(external, 2).field("external")?;
        for index in 0..external {
            let start = offsets.position();
            let group = view::ExternalResourceGroup::read(offsets, cx)
                .index(index as u64)
                .field("external")?;
            check(StringId::TABLE, group.name.0, strings, start)?;
            table
                .group(Owner::External(group.name), group.entries, start, strings, data, &mut at)
                .index(index as u64)
                .field("external")?;
        }
        table.first_dialect = table.entries.len();
        while !offsets.is_empty() {
            let start = offsets.position();
            let group = view::DialectResourceGroup::read(offsets, cx).field("dialect")?;
            check(DialectId::TABLE, group.dialect.0, dialects, start)?;
            table
                .group(Owner::Dialect(group.dialect), group.entries, start, strings, data, &mut at)
                .field("dialect")?;
        }
        if at != data.end() {
            return Err(Error::trailing(at, data.end() - at, "the last resource"));
        }
        Ok(table)
    }

    fn group<'a>(
        &mut self,
        owner: Owner,
        entries: bytespec_core::wire::List<'a, ResourceEntry>,
        start: usize,
        strings: usize,
        data: &Cursor<'_>,
        at: &mut usize,
    ) -> Result<()> {
        self.groups.push((owner, entries.len() as u32));
        for (index, entry) in entries.iter().enumerate() {
            check(StringId::TABLE, entry.key.0, strings, start).index(index as u64)?;
            let left = data.end() - *at;
            let Some(len) = usize::try_from(entry.size).ok().filter(|&len| len <= left) else {
                let (what, size) = ("a resource", entry.size);
                return Err(Error::at(start, ErrorKind::TooLarge { what, size, left }))
                    .index(index as u64);
            };
            let span = Span { start: *at, len };
            let origin = data.position();
            self.entries.push(ResourceInfo {
                owner,
                index: self.entries.len() as u32,
                key: entry.key,
                kind: entry.kind,
                span,
                origin,
            });
            *at += len;
        }
        Ok(())
    }

    /// The entries in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[ResourceInfo] {
        &self.entries
    }

    /// The entries of dialects; an attribute's [`ResourceId`] is an index into these.
    #[must_use]
    pub fn dialect_entries(&self) -> &[ResourceInfo] {
        self.entries.get(self.first_dialect..).unwrap_or_default()
    }

    /// The entry of a dialect's resource.
    pub(crate) fn dialect_entry(&self, id: ResourceId) -> Result<&ResourceInfo> {
        let entries = self.dialect_entries();
        let missing = || past_end(ResourceId::TABLE, id.0, entries.len());
        entries.get(id.0 as usize).ok_or_else(missing)
    }

    pub(crate) fn get<'a>(
        &self,
        data: Data<'a>,
        entry: &ResourceInfo,
        strings: usize,
    ) -> Result<Resource<'a>> {
        if self.entries.get(entry.index as usize) != Some(entry) {
            return Err(wrong("resource", entry.index, false));
        }
        read(data, entry.kind, entry.span, entry.origin, strings)
            .index(u64::from(entry.index))
            .field("resources")
    }
}

fn check(table: &'static str, index: u32, len: usize, at: usize) -> Result<()> {
    if index as usize >= len {
        return Err(past_end(table, index, len).or_at(at));
    }
    Ok(())
}

/// Reads an entry in a section that starts at `origin`.
pub(crate) fn read(
    data: Data<'_>,
    kind: ResourceKind,
    span: Span,
    origin: usize,
    strings: usize,
) -> Result<Resource<'_>> {
    let (slice, start) = data.slice(span);
    let mut cursor = Cursor::over(slice, start, start + span.len)?;
    if span.len == 0 {
        return Ok(Resource::None);
    }
    let value = match kind {
        ResourceKind::Bool => Resource::Bool(cursor.bool()?),
        ResourceKind::String => {
            let at = cursor.position();
            let id = StringId(cursor.prefix_u32()?);
            check(StringId::TABLE, id.0, strings, at)?;
            Resource::String(id)
        }
        ResourceKind::Blob => {
            let at = cursor.position();
            let alignment = cursor.prefix().field("alignment")?;
            if alignment > 1 && !(alignment.is_power_of_two() && alignment <= 1 << 32) {
                let found = alignment;
                return Err(Error::at(at, ErrorKind::Alignment { found })).field("alignment");
            }
            let size = cursor.prefix().field("size")?;
            let step = usize::try_from(alignment.max(1)).unwrap_or(1);
            let start = cursor.position();
            let filler = cursor.bytes(padding(start - origin, step))?;
            if CONTAINER.filler_error {
                Error::check_filler(filler, CONTAINER.pad, start, || "the blob".into())?;
            }
            let offset = cursor.position();
            let size = cursor.check_size(size).field("size")?;
            Resource::Blob { alignment, bytes: cursor.bytes(size)?, offset }
        }
    };
    if !cursor.is_empty() {
        return Err(Error::trailing(cursor.position(), cursor.remaining(), "the data"));
    }
    Ok(value)
}
