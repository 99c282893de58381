//! What writing needs besides values.

use super::generated::{
    AttributeId, BlockId, DialectId, OpNameId, PropertyBlobId, Release, ResourceId, StringId,
    TypeId, ValueId, Version,
};
use super::host::{Context, TypeTable};
use crate::error::{Error, Result};

/// A reference from an entry to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Reference {
    Attribute(AttributeId),
    Type(TypeId),
    String(StringId),
    Resource(ResourceId),
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

/// What becomes of the numbers of tables.
#[derive(Debug)]
pub(super) enum Numbers<'m> {
    /// They stay.
    Pinned,
    /// They are listed, and what is written is thrown away.
    Collect(&'m mut Vec<Reference>),
    /// They are replaced.
    Mapped(&'m Map),
}

/// The context of writing: the version, and what becomes of the numbers of tables.
#[derive(Debug)]
pub struct Encoder<'m> {
    version: Version,
    release: Option<Release>,
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
                Numbers::Pinned => Ok(id.0),
                #[allow(unused_variables)]
                Numbers::Collect(list) => {
                    $(list.push(Reference::$reference(id));)?
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
        Encoder { version, release, types, numbers }
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
