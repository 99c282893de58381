//! The context for reading entries.

use crate::generated::{Feature, Features, StringId, TypeId, Version, view};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::values::empty_string;
use bytespec_core::wire::{Cursor, OffsetTable};

/// The context for reading: the version, the features and the tables.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub(crate) version: Version,
    pub(crate) features: Features,
    /// `None` while the tables themselves are located.
    pub(crate) tables: Option<&'a ReadTables<'a>>,
}

/// Tables that entries of other tables are checked against.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReadTables<'a> {
    pub(crate) strings: OffsetTable<'a, u32>,
    pub(crate) types: OffsetTable<'a, u32>,
}

impl<'a> Context<'a> {
    /// The version of the file.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// Whether the file has a feature in its header.
    #[must_use]
    pub fn has_feature(&self, feature: Feature) -> bool {
        self.features.contains(feature)
    }

    /// Refuses a reference to an empty or missing string. `offset` is the place of the reference.
    ///
    /// # Errors
    /// An empty string, and an index past the table.
    pub fn check_nonempty(&self, id: StringId, offset: usize) -> Result<()> {
        let Some(tables) = self.tables else { return Ok(()) };
        let text = tables
            .strings
            .entry(StringId::TABLE, id.0 as usize)
            .map_err(|error| error.or_at(offset))?;
        if text.is_empty() {
            return Err(empty_string().or_at(offset));
        }
        Ok(())
    }

    /// Reads a type of the type table.
    ///
    /// # Errors
    /// An index past the table, and an entry that is not a type of this version.
    pub fn ty(&self, id: TypeId) -> Result<view::Type<'a>> {
        let types = self.tables.map(|tables| tables.types).unwrap_or_default();
        let mut cursor = types.entry(TypeId::TABLE, id.0 as usize)?;
        view::Type::read(&mut cursor, self)
    }

    /// Reads a type that should be numeric. An entry with more bytes than any numeric type is not read to its end, because it
    /// is read again for every number with this type.
    pub(crate) fn number_type(&self, id: TypeId) -> Result<view::Type<'a>> {
        let types = self.tables.map(|tables| tables.types).unwrap_or_default();
        let entry = types.entry(TypeId::TABLE, id.0 as usize)?;
        if entry.remaining() <= MAX_NUMBER_TYPE {
            return self.ty(id);
        }
        let start = entry.position();
        let mut cursor = Cursor::over(entry.input(), start, start + MAX_NUMBER_TYPE)?;
        view::Type::read(&mut cursor, self).map_err(|_| {
            let (table, number, expected) = ("type", id.0, "a number".into());
            Error::at(start, ErrorKind::WrongEntry { table, number, expected })
        })
    }
}

/// The error for a function signature that is a type with this name instead of a function type.
#[cold]
pub(crate) fn no_function(name: &str) -> Error {
    Error::new(ErrorKind::Kind {
        item: "the signature".to_owned(),
        found: format!("a {name} type"),
        expected: "a function type".into(),
    })
}

/// The maximum size of a numeric type, in bytes.
const MAX_NUMBER_TYPE: usize = 16;
