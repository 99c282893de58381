//! The context for writing entries.

use crate::codec::context::{Context, EntryReleases, HasTypes};
use crate::dialect::Producer;
use crate::generated::{
    AttributeId, DialectId, DialectReleases, OpNameId, PropertyBlobId, RegionBlockId, Release,
    ResourceId, StringId, TypeId, ValueId, Version,
};
use crate::tables::names::past_end;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::{hash, ordering};

/// A reference from one entry to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Reference {
    Attribute(AttributeId),
    Type(TypeId),
    String(StringId),
    Resource(ResourceId),
}

/// New numbers by old ones. Entries that are left out have the number [`Map::NONE`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Map<L = Vec<u32>> {
    pub(crate) attributes: L,
    pub(crate) types: L,
    pub(crate) strings: L,
    pub(crate) resources: L,
    pub(crate) dialects: L,
    pub(crate) op_names: L,
    pub(crate) properties: L,
}

/// New numbers of the entries that have one.
pub(crate) type Taken = Map<hash::Map<u32, u32>>;

impl Map {
    pub(crate) const NONE: u32 = ordering::NONE;
}

/// The number of entries of each table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableLengths {
    pub(crate) attributes: u32,
    pub(crate) types: u32,
    pub(crate) strings: u32,
    pub(crate) resources: u32,
    pub(crate) dialects: u32,
    pub(crate) op_names: u32,
    pub(crate) properties: u32,
}

/// The mapping of table numbers.
#[derive(Debug)]
pub(crate) enum EntryNumbers<'m> {
    /// Keeps the numbers, and checks that their entries exist.
    Pinned(TableLengths),
    /// Lists the references.
    Collect(&'m mut Vec<Reference>),
    /// Replaces the numbers.
    Mapped(&'m Map),
    /// Replaces the numbers, of which only few have a new one.
    Taken(&'m Taken),
}

impl EntryNumbers<'_> {
    /// Keeps the numbers, without a check. For entries that were read.
    pub(crate) const UNCHECKED: Self = EntryNumbers::Pinned(TableLengths {
        attributes: u32::MAX,
        types: u32::MAX,
        strings: u32::MAX,
        resources: u32::MAX,
        dialects: u32::MAX,
        op_names: u32::MAX,
        properties: u32::MAX,
    });
}

/// The context for writing: the version, the releases, and the mapping of table numbers.
#[derive(Debug)]
pub struct Encoder<'m> {
    version: Version,
    release: Option<Release>,
    dialects: DialectReleases,
    types: Option<&'m dyn HasTypes>,
    numbers: EntryNumbers<'m>,
}

macro_rules! indices {
    ($($method:ident $id:ident $map:ident $($reference:ident)?;)*) => {$(
        /// The number of an entry in the output.
        ///
        /// # Errors
        /// An entry without a number.
        #[inline]
        pub fn $method(&mut self, id: $id) -> Result<u32> {
            match &mut self.numbers {
                EntryNumbers::Pinned(lengths) if id.0 < lengths.$map => Ok(id.0),
                EntryNumbers::Pinned(lengths) => {
                    Err(past_end($id::TABLE, id.0, lengths.$map as usize))
                }
                #[allow(unused_variables)]
                EntryNumbers::Collect(list) => {
                    $(list.push(Reference::$reference(id));)?
                    Ok(0)
                }
                EntryNumbers::Mapped(map) => match map.$map.get(id.0 as usize) {
                    Some(&number) if number != Map::NONE => Ok(number),
                    _ => Err(unnumbered($id::TABLE, id.0)),
                },
                EntryNumbers::Taken(map) => match map.$map.get(&id.0) {
                    Some(&number) => Ok(number),
                    None => Err(unnumbered($id::TABLE, id.0)),
                },
            }
        }
    )*};
}

#[cold]
fn unnumbered(table: &str, index: u32) -> Error {
    let item = format!("the number of {table} {index}").into();
    Error::new(ErrorKind::Absent { item, why: "is missing in what is written" })
}

impl<'m> Encoder<'m> {
    pub(crate) fn new(
        version: Version,
        release: Option<Release>,
        types: Option<&'m dyn HasTypes>,
        numbers: EntryNumbers<'m>,
    ) -> Self {
        Encoder { version, release, dialects: DialectReleases::default(), types, numbers }
    }

    /// An encoder that keeps the numbers that entries have in a reading context.
    pub(crate) fn for_context(cx: &Context<'m>) -> Self {
        Encoder::new(cx.version(), cx.release(), cx.types(), EntryNumbers::UNCHECKED)
    }

    pub(crate) fn with_dialects(self, dialects: DialectReleases) -> Self {
        Encoder { dialects, ..self }
    }

    /// Writes with the releases of an entry, if they are known.
    pub(crate) fn under<T>(
        &mut self,
        releases: Option<EntryReleases>,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = (self.release, self.dialects);
        if let Some(EntryReleases { release, dialects }) = releases {
            (self.release, self.dialects) = (release, dialects);
        }
        let written = write(self);
        (self.release, self.dialects) = before;
        written
    }

    /// The format version that is written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The release that determines the codes and layouts that are written; `None` if it is not known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn release(&self) -> Option<Release> {
        self.release
    }

    /// The known releases of dialects that are written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn dialects(&self) -> DialectReleases {
        self.dialects
    }

    /// The producer of the file.
    #[must_use]
    pub fn producer(&self) -> Producer<'m> {
        Producer::new(self.types.map_or(&[], HasTypes::producer), self.release)
    }

    /// The width in bits of the numbers of a type.
    ///
    /// # Errors
    /// An index past the table, and a type that is not numeric.
    pub fn width(&self, id: TypeId) -> Result<u64> {
        let cx = Context::new(self.version, self.release);
        match self.types {
            Some(types) => cx.with_types(types).width(id),
            None => cx.width(id),
        }
    }

    indices! {
        attribute_index AttributeId attributes Attribute;
        type_index TypeId types Type;
        string_index StringId strings String;
        resource_index ResourceId resources Resource;
        dialect_index DialectId dialects;
        op_name_index OpNameId op_names;
        property_blob_index PropertyBlobId properties;
    }

    /// The number of a value. Values are numbered when operations are written.
    ///
    /// # Errors
    /// None.
    #[inline]
    #[allow(clippy::unnecessary_wraps, reason = "the shape that generated code asks for")]
    pub fn value_index(&mut self, id: ValueId) -> Result<u32> {
        Ok(id.0)
    }

    /// The number of a block in its region.
    ///
    /// # Errors
    /// None.
    #[inline]
    #[allow(clippy::unnecessary_wraps, reason = "the shape that generated code asks for")]
    pub fn region_block_index(&mut self, id: RegionBlockId) -> Result<u32> {
        Ok(id.0)
    }
}
