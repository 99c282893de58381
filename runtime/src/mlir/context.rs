//! What generated code is given: the contexts of reading and writing, and the hand-written codecs.

use super::data::{Data, Entry};
pub(super) use super::encoder::Encoder;
#[cfg(any(test, feature = "samples"))]
pub(super) use super::example_tables::example;
use super::generated::{DialectReleases, Release, TypeId, Version, covers_properties};
use super::tables::{DialectData, Strings, lookup};
use crate::error::{Error, Result};

/// What reading needs besides bytes.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    version: Version,
    release: Option<Release>,
    dialects: DialectReleases,
    /// None while the tables themselves are read.
    types: Option<TypeTable<'a>>,
}

/// The type table, for numbers whose width is that of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeTable<'a> {
    pub(super) entries: &'a [Entry],
    pub(super) dialects: &'a [DialectData],
    pub(super) strings: &'a Strings,
    pub(super) data: Data<'a>,
}

impl<'a> Context<'a> {
    /// A context without tables.
    pub(super) fn new(version: Version, release: Option<Release>) -> Self {
        Context { version, release, dialects: DialectReleases::default(), types: None }
    }

    pub(super) fn with_types<'b>(self, types: TypeTable<'b>) -> Context<'b> {
        let Context { version, release, dialects, .. } = self;
        Context { version, release, dialects, types: Some(types) }
    }

    /// The type table, where there is one.
    pub(super) fn types(&self) -> Option<TypeTable<'a>> {
        self.types
    }

    pub(super) fn with_dialects(self, dialects: DialectReleases) -> Self {
        Context { dialects, ..self }
    }

    /// The version of the file.
    #[inline(always)]
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The release whose codes and layouts the file has; none when it is not known.
    #[inline(always)]
    #[must_use]
    pub fn release(&self) -> Option<Release> {
        self.release
    }

    /// The releases of dialects that readers heed, where they are known.
    #[inline(always)]
    #[must_use]
    pub fn dialects(&self) -> DialectReleases {
        self.dialects.for_reading()
    }

    /// Whether it is known of which release the entries of a dialect are.
    pub(super) fn knows(&self, dialect: &str) -> bool {
        match DialectReleases::title(dialect) {
            Some(_) => self.dialects.get(dialect).is_some(),
            None => self.release.is_some(),
        }
    }

    /// Whether the release is newer than those that the schema describes in full.
    pub(super) fn is_unbounded(&self) -> bool {
        self.release.is_some_and(|release| {
            let described = |known: &&Release| known.is_out() && covers_properties(**known);
            Release::ALL.iter().filter(described).all(|known| *known < release)
        })
    }

    /// The width in bits of a number of the given type: an integer, a float or `index`.
    ///
    /// # Errors
    /// An index past the table, or a type that is no number.
    pub fn width(&self, id: TypeId) -> Result<u64> {
        let Some(types) = self.types else {
            return Err(Error::invalid("there is no type table"));
        };
        types.width(id, self)
    }
}

/// Bytes of the longest entry of a type of numbers.
const MAX_NUMBER_TYPE: u32 = 32;

impl<'a> TypeTable<'a> {
    fn dialect_name(&self, dialect: u32) -> Option<&'a [u8]> {
        let dialect = self.dialects.get(dialect as usize)?;
        Some(self.strings.bytes(dialect.name, self.data))
    }

    /// The index of the dialect `builtin`.
    pub(super) fn builtin(&self) -> Option<u32> {
        let name = Some(super::BUILTIN.as_bytes());
        (0..self.dialects.len() as u32).find(|&dialect| self.dialect_name(dialect) == name)
    }

    fn width(&self, id: TypeId, cx: &Context<'_>) -> Result<u64> {
        let entry = lookup(TypeId::TABLE, self.entries, id.0)?;
        let not_a_number = || Error::invalid(format!("type {} is not a number", id.0));
        // No number's type is longer: what is may have any number of parts, and would be read for each
        // number that claims to be of it.
        if entry.len > MAX_NUMBER_TYPE {
            return Err(not_a_number());
        }
        let dialect = self.dialect_name(entry.dialect()).ok_or_else(not_a_number)?;
        let plain = Context::new(cx.version, cx.release).with_dialects(cx.dialects);
        let ty = super::entry::ty(dialect, entry, self.data, &plain)?;
        super::entry::width(&ty).ok_or_else(not_a_number)
    }
}

/// Codecs that the schema names and does not describe.
pub(super) mod codec {
    pub(in crate::mlir) use super::super::numbers::{
        ApFloat, ApInt, Double, read_ap_float, read_ap_int, read_double, view, write_ap_float,
        write_ap_int, write_double,
    };
    #[cfg(any(test, feature = "samples"))]
    pub(in crate::mlir) use super::super::numbers::{
        sample_ap_float, sample_ap_int, sample_double,
    };
}
