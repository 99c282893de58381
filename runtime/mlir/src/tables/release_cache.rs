//! A cache for each entry: the release under which it is read, if only its bytes determine that, and the width of a type's
//! numbers.

use crate::dialect::Table;
use crate::generated::{DialectReleases, Release, Version};
use crate::release::infer::ReleaseSet;
use bytespec_core::error::Result;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// Not computed yet.
const UNKNOWN: u8 = 0;
/// The bytes do not determine a release.
const NONE: u8 = 1;
/// The mark of the first candidate release.
const FIRST: u8 = 2;

/// The conditions that determine how entries are read: the version, the release, the releases of dialects, and the possible
/// releases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DecodeKey {
    pub(crate) version: Version,
    pub(crate) release: Option<Release>,
    pub(crate) known: DialectReleases,
    pub(crate) inferred: ReleaseSet,
}

/// The cached results for the entries of a file.
#[derive(Debug, Default)]
pub(crate) struct ReleaseCache {
    /// The conditions of the cached results. They can change, because a module can be converted to another version or release.
    key: OnceLock<DecodeKey>,
    attributes: OnceLock<Box<[AtomicU8]>>,
    types: OnceLock<Box<[AtomicU8]>>,
    widths: OnceLock<Box<[AtomicU8]>>,
}

impl Clone for ReleaseCache {
    /// A clone starts with an empty cache.
    fn clone(&self) -> Self {
        ReleaseCache::default()
    }
}

impl ReleaseCache {
    /// The cache entry of an attribute or a type, in a table of `len`.
    pub(crate) fn entry(&self, table: Table, number: u32, len: usize) -> CacheEntry<'_> {
        let results = match table {
            Table::Attribute => &self.attributes,
            Table::Type => &self.types,
        };
        CacheEntry { results: Some((self, results)), number, len }
    }

    /// The cache entry of the width of a type's numbers, in a table of `len`.
    pub(crate) fn width(&self, number: u32, len: usize) -> CacheEntry<'_> {
        CacheEntry { results: Some((self, &self.widths)), number, len }
    }
}

/// The place of one cached result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheEntry<'s> {
    /// The cache, and the results for the entry's table.
    results: Option<(&'s ReleaseCache, &'s OnceLock<Box<[AtomicU8]>>)>,
    number: u32,
    len: usize,
}

impl<'s> CacheEntry<'s> {
    /// The cache entry for an entry that is not cached.
    pub(crate) fn none() -> Self {
        CacheEntry { results: None, number: 0, len: 0 }
    }

    fn mark(self, key: DecodeKey) -> Option<&'s AtomicU8> {
        let (all, entries) = self.results?;
        if *all.key.get_or_init(|| key) != key {
            return None;
        }
        let marks = entries.get_or_init(|| (0..self.len).map(|_| UNKNOWN.into()).collect());
        marks.get(self.number as usize)
    }

    /// The release of an entry, as an index into the candidates of `find`. Caches the result of `find`.
    pub(crate) fn release(
        self,
        key: DecodeKey,
        find: impl FnOnce() -> Option<usize>,
    ) -> Option<usize> {
        let Some(mark) = self.mark(key) else { return find() };
        match mark.load(Ordering::Relaxed) {
            UNKNOWN => {
                let found = find();
                let known = match found {
                    Some(index) => {
                        u8::try_from(index).ok().and_then(|index| index.checked_add(FIRST))
                    }
                    None => Some(NONE),
                };
                mark.store(known.unwrap_or(UNKNOWN), Ordering::Relaxed);
                found
            }
            NONE => None,
            known => Some(usize::from(known - FIRST)),
        }
    }

    /// The width in bits. Caches the result of `find`, except for very large widths.
    pub(crate) fn width(self, key: DecodeKey, find: impl FnOnce() -> Result<u64>) -> Result<u64> {
        let Some(mark) = self.mark(key) else { return find() };
        match mark.load(Ordering::Relaxed) {
            UNKNOWN => {
                let found = find()?;
                if let Some(known) = u8::try_from(found).ok().and_then(|width| width.checked_add(1))
                {
                    mark.store(known, Ordering::Relaxed);
                }
                Ok(found)
            }
            known => Ok(u64::from(known - 1)),
        }
    }
}
