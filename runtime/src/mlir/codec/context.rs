//! What reading needs besides bytes.

use crate::clocks::DialectClocks as _;
use crate::mlir::generated::{DialectReleases, Release, Version, covers_properties};
use crate::mlir::release::infer::ReleaseSet;
use crate::mlir::tables::data::{Data, Entry};
use crate::mlir::tables::names::{DialectData, Strings};
use crate::mlir::tables::settlements::{Settlements, Standing};
use std::fmt;

/// What reading needs besides bytes.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    version: Version,
    release: Option<Release>,
    /// The releases of dialects that are known.
    known: DialectReleases,
    /// Those that the release may be, where it is not known.
    inferred: ReleaseSet,
    /// Those of the dialects' releases that readers heed.
    dialects: DialectReleases,
    /// None while the tables themselves are read.
    types: Option<&'a dyn HasTypes>,
}

// Every list of records keeps one.
const _: () = assert!(size_of::<Context<'_>>() <= 40);

/// A file or a module.
pub(in crate::mlir) trait HasTypes: fmt::Debug + Send + Sync {
    /// Its type table.
    fn type_table(&self) -> TypeTable<'_>;
}

/// The releases that an entry is of, where the file does not tell them and its bytes do.
#[derive(Clone, Copy, Debug)]
pub(in crate::mlir) struct Settled {
    pub(in crate::mlir) release: Option<Release>,
    pub(in crate::mlir) dialects: DialectReleases,
}

/// The type table, for numbers whose width is that of a type.
#[derive(Clone, Copy, Debug)]
pub(in crate::mlir) struct TypeTable<'a> {
    pub(in crate::mlir) entries: &'a [Entry],
    pub(in crate::mlir) dialects: &'a [DialectData],
    pub(in crate::mlir) strings: &'a Strings,
    pub(in crate::mlir) data: Data<'a>,
    pub(in crate::mlir) settlements: &'a Settlements,
}

impl<'a> Context<'a> {
    /// A context without tables.
    pub(in crate::mlir) fn new(version: Version, release: Option<Release>) -> Self {
        let (dialects, inferred) = (DialectReleases::default(), ReleaseSet::default());
        Context { version, release, known: dialects, inferred, dialects, types: None }
    }

    /// The same without tables.
    pub(in crate::mlir) fn without_types(&self) -> Context<'static> {
        let Context { version, release, known, inferred, dialects, .. } = *self;
        Context { version, release, known, inferred, dialects, types: None }
    }

    pub(in crate::mlir) fn with_types(self, types: &dyn HasTypes) -> Context<'_> {
        let Context { version, release, known, inferred, dialects, .. } = self;
        Context { version, release, known, inferred, dialects, types: Some(types) }
    }

    /// The type table, where there is one.
    pub(in crate::mlir) fn types(&self) -> Option<&'a dyn HasTypes> {
        self.types
    }

    /// What decides how entries are read.
    pub(in crate::mlir) fn standing(&self) -> Standing {
        let Context { version, release, known, inferred, .. } = *self;
        Standing { version, release, known, inferred }
    }

    pub(in crate::mlir) fn with_dialects(self, dialects: DialectReleases) -> Self {
        Context { known: dialects, dialects: dialects.for_reading(), ..self }
    }

    pub(in crate::mlir) fn with_inferred(self, inferred: ReleaseSet) -> Self {
        Context { inferred, ..self }
    }

    /// Those that the release may be, where it is not known.
    pub(in crate::mlir) fn inferred(&self) -> ReleaseSet {
        self.inferred
    }

    /// With what was settled of an entry.
    pub(in crate::mlir) fn under(self, settled: Option<Settled>) -> Self {
        match settled {
            Some(Settled { release, dialects }) => {
                Context { release, ..self.with_dialects(dialects) }
            }
            None => self,
        }
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
        self.dialects
    }

    /// Whether it is known of which release the entries of a dialect are.
    pub(in crate::mlir) fn knows(&self, dialect: &str) -> bool {
        match DialectReleases::title(dialect) {
            Some(_) => self.known.get(dialect).is_some(),
            None => self.release.is_some(),
        }
    }

    /// Whether the release is newer than those that the schema describes in full.
    pub(in crate::mlir) fn is_unbounded(&self) -> bool {
        self.release.is_some_and(|release| {
            let described = |known: &&Release| known.is_out() && covers_properties(**known);
            Release::ALL.iter().filter(described).all(|known| *known < release)
        })
    }
}

impl<'a> TypeTable<'a> {
    pub(in crate::mlir) fn dialect_name(&self, dialect: u32) -> Option<&'a [u8]> {
        let dialect = self.dialects.get(dialect as usize)?;
        Some(self.strings.bytes(dialect.name, self.data))
    }

    /// The index of the dialect `builtin`.
    pub(in crate::mlir) fn builtin(&self) -> Option<u32> {
        let name = Some(crate::mlir::BUILTIN.as_bytes());
        (0..self.dialects.len() as u32).find(|&dialect| self.dialect_name(dialect) == name)
    }
}
