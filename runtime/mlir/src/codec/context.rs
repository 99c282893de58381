//! The context for reading entries.

use crate::dialect::Producer;
use crate::generated::{DialectReleases, Release, TypeId, Version, covers_properties};
use crate::release::infer::ReleaseSet;
use crate::tables::data::Data;
use crate::tables::entry_table::EntryTable;
use crate::tables::names::{DialectData, Strings};
use crate::tables::release_cache::{DecodeKey, ReleaseCache};
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::error::Result;
use std::fmt;

/// The context for reading: the format version, the releases and the type table.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    version: Version,
    release: Option<Release>,
    /// The known releases of dialects.
    known: DialectReleases,
    /// The possible releases, if the release is not known.
    inferred: ReleaseSet,
    /// The releases of dialects that affect reading.
    dialects: DialectReleases,
    /// `None` while the tables themselves are read.
    types: Option<&'a dyn HasTypes>,
}

// Every list of records contains one.
const _: () = assert!(size_of::<Context<'_>>() <= 40);

/// A file or a module, as the owner of a type table.
pub(crate) trait HasTypes: fmt::Debug + Send + Sync {
    /// The type table.
    fn type_table(&self) -> TypeTable<'_>;

    /// The name of the producer.
    fn producer(&self) -> &[u8];

    /// The width of the numbers of a type, if its dialect is in the registry; `Some(Ok(None))` for a type that is not numeric.
    fn registered_width(&self, id: TypeId, cx: &Context<'_>) -> Option<Result<Option<u64>>>;
}

/// The releases of an entry, if its bytes determine them and the file does not state them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryReleases {
    pub(crate) release: Option<Release>,
    pub(crate) dialects: DialectReleases,
}

/// The type table, for numbers whose width is that of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeTable<'a> {
    pub(crate) entries: &'a EntryTable,
    pub(crate) dialects: &'a [DialectData],
    pub(crate) strings: &'a Strings,
    pub(crate) data: Data<'a>,
    pub(crate) release_cache: &'a ReleaseCache,
}

impl<'a> Context<'a> {
    /// A context without tables.
    pub(crate) fn new(version: Version, release: Option<Release>) -> Self {
        let (dialects, inferred) = (DialectReleases::default(), ReleaseSet::default());
        Context { version, release, known: dialects, inferred, dialects, types: None }
    }

    /// The same context without tables.
    pub(crate) fn without_types(&self) -> Context<'static> {
        let Context { version, release, known, inferred, dialects, .. } = *self;
        Context { version, release, known, inferred, dialects, types: None }
    }

    pub(crate) fn with_types(self, types: &dyn HasTypes) -> Context<'_> {
        let Context { version, release, known, inferred, dialects, .. } = self;
        Context { version, release, known, inferred, dialects, types: Some(types) }
    }

    /// The producer of the file.
    #[must_use]
    pub fn producer(&self) -> Producer<'a> {
        Producer::new(self.types.map_or(&[], HasTypes::producer), self.release)
    }

    /// The type table, if there is one.
    pub(crate) fn types(&self) -> Option<&'a dyn HasTypes> {
        self.types
    }

    /// The conditions that determine how entries are read.
    pub(crate) fn decode_key(&self) -> DecodeKey {
        let Context { version, release, known, inferred, .. } = *self;
        DecodeKey { version, release, known, inferred }
    }

    pub(crate) fn with_dialects(self, dialects: DialectReleases) -> Self {
        Context { known: dialects, dialects: dialects.for_reading(), ..self }
    }

    pub(crate) fn with_inferred(self, inferred: ReleaseSet) -> Self {
        Context { inferred, ..self }
    }

    /// The possible releases, if the release is not known.
    pub(crate) fn inferred(&self) -> ReleaseSet {
        self.inferred
    }

    /// The same context with the releases of an entry.
    pub(crate) fn under(self, releases: Option<EntryReleases>) -> Self {
        match releases {
            Some(EntryReleases { release, dialects }) => {
                Context { release, ..self.with_dialects(dialects) }
            }
            None => self,
        }
    }

    /// The format version of the file.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The release that determines the codes and layouts of the file; `None` if it is not known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn release(&self) -> Option<Release> {
        self.release
    }

    /// The known releases of dialects that affect reading.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn dialects(&self) -> DialectReleases {
        self.dialects
    }

    /// Whether the release for the entries of a dialect is known.
    pub(crate) fn knows(&self, dialect: &str) -> bool {
        match DialectReleases::title(dialect) {
            Some(_) => self.known.get(dialect).is_some(),
            None => self.release.is_some(),
        }
    }

    /// Whether the release is newer than all that the schema describes in full.
    pub(crate) fn is_unbounded(&self) -> bool {
        self.release.is_some_and(|release| {
            let described = |known: &&Release| known.is_out() && covers_properties(**known);
            Release::ALL.iter().filter(described).all(|known| *known < release)
        })
    }
}

impl<'a> TypeTable<'a> {
    pub(crate) fn dialect_name(&self, dialect: u32) -> Option<&'a [u8]> {
        let dialect = self.dialects.get(dialect as usize)?;
        Some(self.strings.bytes(dialect.name, self.data))
    }

    /// The index of the dialect `builtin`.
    pub(crate) fn builtin(&self) -> Option<u32> {
        let name = Some(crate::BUILTIN.as_bytes());
        (0..self.dialects.len() as u32).find(|&dialect| self.dialect_name(dialect) == name)
    }
}
