//! Versions of dialects.

use super::producer::Producer;
use crate::{ATTRIBUTE_DIALECTS, TYPE_DIALECTS};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::versions;
use bytespec_core::wire::{Cursor, Writer};
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

/// A version of a dialect. Versions are ordered by age.
pub trait Version: Copy + Ord + fmt::Display + 'static {
    /// The newest version.
    fn latest() -> Self;

    /// The version with a name.
    fn from_name(name: &str) -> Option<Self>;

    /// The names of the versions, oldest first, as errors list them.
    #[must_use]
    fn names() -> &'static [&'static str] {
        &[]
    }

    /// The version in a file, from the version record of the file.
    ///
    /// # Errors
    /// A damaged record, and an unknown version.
    fn read(record: Option<&[u8]>) -> Result<Self>;

    /// The record of the version; `None` if the dialect writes none.
    fn write(self) -> Option<Vec<u8>>;

    /// The prefix of the version in the name of the producer; `None` if the record states the version.
    #[must_use]
    fn producer() -> Option<&'static str> {
        None
    }

    /// The version in a file, from the version record and the producer of the file.
    ///
    /// # Errors
    /// Those of [`Version::read`], and a producer that does not state a known version.
    fn in_file(record: Option<&[u8]>, producer: &Producer<'_>) -> Result<Self> {
        let _ = producer;
        Self::read(record)
    }
}

/// The version of a dialect without versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unversioned;

impl fmt::Display for Unversioned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unversioned")
    }
}

impl Version for Unversioned {
    fn latest() -> Self {
        Unversioned
    }

    fn from_name(_: &str) -> Option<Self> {
        None
    }

    fn read(_: Option<&[u8]>) -> Result<Self> {
        Ok(Unversioned)
    }

    fn write(self) -> Option<Vec<u8>> {
        None
    }
}

/// The versions that a dialect declares: numbers separated by dots.
pub trait DeclaredVersions: 'static {
    /// The name of the dialect in errors.
    const DIALECT: &'static str;
    /// The names, oldest first. A dialect without versions declares one, which is not written to files.
    const VERSIONS: &'static [&'static str];
    /// The number of varints in the record of a version: the numbers of the name, padded with zeros. With zero there is no
    /// record.
    const RECORD: usize;
    /// The prefix of the version in the name of a file's producer; empty if the record states the version.
    const PRODUCER: &'static str = "";
}

/// A version that a dialect declares.
pub struct Numbered<D>(u32, PhantomData<fn() -> D>);

impl<D: DeclaredVersions> Numbered<D> {
    /// The version at an index of [`DeclaredVersions::VERSIONS`]; the newest one for an index past the end.
    #[must_use]
    pub fn at(index: u32) -> Self {
        Numbered(index.min(D::VERSIONS.len().saturating_sub(1) as u32), PhantomData)
    }

    /// The index in [`DeclaredVersions::VERSIONS`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn index(self) -> u32 {
        self.0
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        D::VERSIONS.get(self.0 as usize).copied().unwrap_or_default()
    }
}

impl<D> Clone for Numbered<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Numbered<D> {}

impl<D> PartialEq for Numbered<D> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<D> Eq for Numbered<D> {}

impl<D> PartialOrd for Numbered<D> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<D> Ord for Numbered<D> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<D: DeclaredVersions> fmt::Display for Numbered<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<D: DeclaredVersions> fmt::Debug for Numbered<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", D::DIALECT, self.name())
    }
}

/// The numbers of a version, as many as its record has.
fn numbers<D: DeclaredVersions>(name: &str) -> Vec<u64> {
    let mut numbers: Vec<u64> = name.split('.').map(|part| part.parse().unwrap_or(0)).collect();
    numbers.resize(D::RECORD, 0);
    numbers
}

impl<D: DeclaredVersions> Version for Numbered<D> {
    fn latest() -> Self {
        Numbered::at(u32::MAX)
    }

    fn from_name(name: &str) -> Option<Self> {
        let index = D::VERSIONS.iter().position(|version| *version == name)?;
        Some(Numbered::at(index as u32))
    }

    fn names() -> &'static [&'static str] {
        D::VERSIONS
    }

    /// A file without a record is older than the first version with a record: it has the oldest version. A version between two
    /// declared ones has the layouts of the older one.
    fn read(record: Option<&[u8]>) -> Result<Self> {
        let Some(record) = record.filter(|_| D::RECORD > 0) else { return Ok(Numbered::at(0)) };
        let mut cursor = Cursor::new(record);
        let found = (0..D::RECORD).map(|_| cursor.prefix()).collect::<Result<Vec<u64>>>();
        let Some(found) = found.ok().filter(|_| cursor.is_empty()) else {
            let bytes = record.escape_ascii().to_string();
            return Err(unknown_version::<Self>(D::DIALECT, bytes));
        };
        let known = D::VERSIONS.iter().map(|name| numbers::<D>(name));
        let before = known.take_while(|known| *known <= found).count();
        let newest = D::VERSIONS.last().is_some_and(|name| numbers::<D>(name) < found);
        if before == 0 || newest {
            let name: Vec<String> = found.iter().map(u64::to_string).collect();
            return Err(unknown_version::<Self>(D::DIALECT, name.join(".")));
        }
        Ok(Numbered::at(before as u32 - 1))
    }

    fn write(self) -> Option<Vec<u8>> {
        let mut writer = Writer::new();
        numbers::<D>(self.name()).iter().for_each(|number| writer.prefix(*number));
        (D::RECORD > 0).then(|| writer.into_bytes())
    }

    fn producer() -> Option<&'static str> {
        Some(D::PRODUCER).filter(|prefix| !prefix.is_empty())
    }

    /// If the producer states the version, a version between two declared ones has the layouts of the older one.
    fn in_file(record: Option<&[u8]>, producer: &Producer<'_>) -> Result<Self> {
        if Self::producer().is_none() {
            return Self::read(record);
        }
        match producer.version(D::PRODUCER, D::VERSIONS) {
            Some(index) => Ok(Numbered::at(index as u32)),
            None => {
                let found = producer.name().escape_ascii().to_string();
                Err(unknown_version::<Self>(D::DIALECT, found))
            }
        }
    }
}

/// The error for a version that a dialect does not have.
#[cold]
pub(super) fn unknown_version<V: Version>(dialect: &str, found: String) -> Error {
    Error::new(ErrorKind::Release {
        dialect: dialect.to_owned(),
        title: format!("version of the dialect {dialect}"),
        found,
        known: V::names(),
    })
}

/// Whether schemas of this crate describe the attributes or types of a dialect, which then cannot have another description.
/// Dialects check it at compile time.
#[must_use]
pub const fn is_described(dialect: &str) -> bool {
    is_among(ATTRIBUTE_DIALECTS, dialect) || is_among(TYPE_DIALECTS, dialect)
}

const fn is_among(names: &[&str], name: &str) -> bool {
    (versions::index_of(names, name) as usize) < names.len()
}

/// The error for an item that a version of a dialect does not have.
#[cold]
#[must_use]
pub fn gate_error<D: DeclaredVersions>(item: &str, needs: &str, version: Numbered<D>) -> Error {
    Error::new(ErrorKind::Gate {
        item: format!("{}.{item}", D::DIALECT),
        needs: needs.to_owned(),
        axis: bytespec_core::error::GateAxis::Dialect,
        version: version.name().to_owned(),
    })
}
