//! What writing needs besides values.

use super::context::{Context, Settled, TypeTable};
use super::generated::{
    AttributeId, BlockId, DialectId, DialectReleases, OpNameId, PropertyBlobId, Release,
    ResourceId, StringId, TypeId, ValueId, Version,
};
use super::names::past_end;
use crate::error::{Error, Result};
use crate::wire::{Writer, flag};

/// A reference from an entry to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Reference {
    Attribute(AttributeId),
    Type(TypeId),
    String(StringId),
    Resource(ResourceId),
}

/// A reference that was found in an entry, and where it stands in what is written without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) reference: Reference,
    at: u32,
}

impl Place {
    /// Marks a reference that may be absent.
    const FLAGGED: u32 = 1 << 31;
    /// Where it stands is not known.
    const LOST: u32 = u32::MAX;

    /// A reference that stands somewhere.
    pub(super) fn lost(reference: Reference) -> Self {
        Place { reference, at: Place::LOST }
    }

    #[inline]
    fn new(reference: Reference, at: usize, flagged: bool) -> Self {
        match u32::try_from(at) {
            Ok(at) if at < Place::FLAGGED => {
                Place { reference, at: at | if flagged { Place::FLAGGED } else { 0 } }
            }
            _ => Place::lost(reference),
        }
    }

    /// Where the reference stands, and whether it may be absent.
    #[inline]
    pub(super) fn at(self) -> Option<(usize, bool)> {
        let at = (self.at & !Place::FLAGGED) as usize;
        (self.at != Place::LOST).then_some((at, self.at & Place::FLAGGED != 0))
    }
}

/// New numbers by old ones; those of entries that are left out are [`Map::NONE`].
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    pub(super) attributes: Vec<u32>,
    pub(super) types: Vec<u32>,
    pub(super) strings: Vec<u32>,
    pub(super) resources: Vec<u32>,
    pub(super) dialects: Vec<u32>,
    pub(super) op_names: Vec<u32>,
    pub(super) properties: Vec<u32>,
}

impl Map {
    pub(super) const NONE: u32 = u32::MAX;
}

/// Number of entries of each table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableLengths {
    pub(super) attributes: u32,
    pub(super) types: u32,
    pub(super) strings: u32,
    pub(super) resources: u32,
    pub(super) dialects: u32,
    pub(super) op_names: u32,
    pub(super) properties: u32,
}

/// What becomes of the numbers of tables.
#[derive(Debug)]
pub(super) enum Numbers<'m> {
    /// They stay, where they are those of entries that are there.
    Pinned(TableLengths),
    /// They are listed, and what is written lacks those whose place is known.
    Collect(&'m mut Vec<Place>),
    /// They are replaced.
    Mapped(&'m Map),
}

impl Numbers<'_> {
    /// They stay, and whether the entries are there is nobody's concern: they were read.
    pub(super) const UNCHECKED: Self = Numbers::Pinned(TableLengths {
        attributes: u32::MAX,
        types: u32::MAX,
        strings: u32::MAX,
        resources: u32::MAX,
        dialects: u32::MAX,
        op_names: u32::MAX,
        properties: u32::MAX,
    });
}

/// The context of writing: the version, and what becomes of the numbers of tables.
#[derive(Debug)]
pub struct Encoder<'m> {
    version: Version,
    release: Option<Release>,
    dialects: DialectReleases,
    types: Option<TypeTable<'m>>,
    numbers: Numbers<'m>,
}

macro_rules! indices {
    ($($method:ident $id:ident $map:ident $($reference:ident)?;)*) => {$(
        /// The number that an entry has in what is written.
        ///
        /// # Errors
        /// An entry that has none.
        #[inline]
        pub fn $method(&mut self, id: $id) -> Result<u32> {
            match &mut self.numbers {
                Numbers::Pinned(lengths) if id.0 < lengths.$map => Ok(id.0),
                Numbers::Pinned(lengths) => {
                    Err(past_end($id::TABLE, id.0, lengths.$map as usize))
                }
                #[allow(unused_variables)]
                Numbers::Collect(list) => {
                    $(list.push(Place::lost(Reference::$reference(id)));)?
                    Ok(0)
                }
                Numbers::Mapped(map) => match map.$map.get(id.0 as usize) {
                    Some(&number) if number != Map::NONE => Ok(number),
                    _ => Err(unnumbered($id::TABLE, id.0)),
                },
            }
        }
    )*};
}

macro_rules! references {
    ($($index:ident $reference:ident $flagged:ident $id:ident $kind:ident;)*) => {$(
        /// Writes a reference.
        ///
        /// # Errors
        /// An entry that has no number.
        #[inline]
        pub fn $reference(&mut self, writer: &mut Writer, id: $id) -> Result<()> {
            if let Numbers::Collect(list) = &mut self.numbers {
                list.push(Place::new(Reference::$kind(id), writer.len(), false));
                writer.omit();
                return Ok(());
            }
            writer.prefix(u64::from(self.$index(id)?));
            Ok(())
        }

        /// Writes a reference that may be absent.
        ///
        /// # Errors
        /// An entry that has no number.
        #[inline]
        pub fn $flagged(&mut self, writer: &mut Writer, id: Option<$id>) -> Result<()> {
            let Some(id) = id else {
                writer.prefix(flag(None)?);
                return Ok(());
            };
            if let Numbers::Collect(list) = &mut self.numbers {
                list.push(Place::new(Reference::$kind(id), writer.len(), true));
                writer.omit();
                return Ok(());
            }
            writer.prefix(flag(Some(u64::from(self.$index(id)?)))?);
            Ok(())
        }
    )*};
}

#[cold]
fn unnumbered(table: &str, index: u32) -> Error {
    Error::invalid(format!("{table} {index} has no number in what is written"))
}

impl<'m> Encoder<'m> {
    pub(super) fn new(
        version: Version,
        release: Option<Release>,
        types: Option<TypeTable<'m>>,
        numbers: Numbers<'m>,
    ) -> Self {
        Encoder { version, release, dialects: DialectReleases::default(), types, numbers }
    }

    /// A writer of entries with the numbers that they have where a context reads them.
    pub(super) fn for_context(cx: &Context<'m>) -> Self {
        Encoder::new(cx.version(), cx.release(), cx.types(), Numbers::UNCHECKED)
    }

    pub(super) fn with_dialects(self, dialects: DialectReleases) -> Self {
        Encoder { dialects, ..self }
    }

    /// Writes something as releases have it that were settled, where some were.
    pub(super) fn under<T>(
        &mut self,
        settled: Option<Settled>,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = (self.release, self.dialects);
        if let Some(Settled { release, dialects }) = settled {
            (self.release, self.dialects) = (release, dialects);
        }
        let written = write(self);
        (self.release, self.dialects) = before;
        written
    }

    /// How many references are listed.
    pub(super) fn listed(&self) -> usize {
        match &self.numbers {
            Numbers::Collect(list) => list.len(),
            _ => 0,
        }
    }

    /// Takes the references after the first `len` from the list.
    pub(super) fn forget(&mut self, len: usize) {
        if let Numbers::Collect(list) = &mut self.numbers {
            list.truncate(len);
        }
    }

    /// The version that is written.
    #[inline(always)]
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The release whose codes and layouts are written; none when it is not known.
    #[inline(always)]
    #[must_use]
    pub fn release(&self) -> Option<Release> {
        self.release
    }

    /// The releases of dialects that are written, where they are known.
    #[inline(always)]
    #[must_use]
    pub fn dialects(&self) -> DialectReleases {
        self.dialects
    }

    /// The width in bits of a number of the given type.
    ///
    /// # Errors
    /// An index past the table, or a type that is no number.
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

    references! {
        attribute_index attribute_reference attribute_flagged AttributeId Attribute;
        type_index type_reference type_flagged TypeId Type;
        string_index string_reference string_flagged StringId String;
        resource_index resource_reference resource_flagged ResourceId Resource;
    }

    /// The number of a value; values are numbered while operations are written.
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
    pub fn block_index(&mut self, id: BlockId) -> Result<u32> {
        Ok(id.0)
    }
}
