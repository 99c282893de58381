//! What is found out once for each entry: under which releases it is read where only its bytes tell, and how wide the
//! numbers of a type are.

use crate::generated::{DialectReleases, Release, Version};
use crate::release::infer::ReleaseSet;
use bytespec_core::error::Result;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// It was not asked yet.
const UNKNOWN: u8 = 0;
/// The bytes tell no release.
const NONE: u8 = 1;
/// What stands for the first release of those that are asked about.
const FIRST: u8 = 2;

/// What decides how entries are read: the version, the release, those of dialects and those that it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DecodeKey {
    pub(crate) version: Version,
    pub(crate) release: Option<Release>,
    pub(crate) known: DialectReleases,
    pub(crate) inferred: ReleaseSet,
}

/// What was found out of the entries of a file.
#[derive(Debug, Default)]
pub(crate) struct ReleaseCache {
    /// What it was found out under: a module can become one of another version or of other releases.
    key: OnceLock<DecodeKey>,
    attributes: OnceLock<Box<[AtomicU8]>>,
    types: OnceLock<Box<[AtomicU8]>>,
    widths: OnceLock<Box<[AtomicU8]>>,
}

impl Clone for ReleaseCache {
    /// The copy finds it out again.
    fn clone(&self) -> Self {
        ReleaseCache::default()
    }
}

impl ReleaseCache {
    /// The attribute with a number, of `len`.
    pub(crate) fn attribute(&self, number: u32, len: usize) -> CacheEntry<'_> {
        CacheEntry { kept: Some((self, &self.attributes)), number, len }
    }

    /// The type with a number, of `len`.
    pub(crate) fn ty(&self, number: u32, len: usize) -> CacheEntry<'_> {
        CacheEntry { kept: Some((self, &self.types)), number, len }
    }

    /// The width of numbers of the type with a number, of `len`.
    pub(crate) fn width(&self, number: u32, len: usize) -> CacheEntry<'_> {
        CacheEntry { kept: Some((self, &self.widths)), number, len }
    }
}

/// Where it stands what was found out of an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheEntry<'s> {
    /// All that was found out, and the table that the entry is of.
    kept: Option<(&'s ReleaseCache, &'s OnceLock<Box<[AtomicU8]>>)>,
    number: u32,
    len: usize,
}

impl<'s> CacheEntry<'s> {
    /// That of an entry of which nothing is kept.
    pub(crate) fn none() -> Self {
        CacheEntry { kept: None, number: 0, len: 0 }
    }

    fn mark(self, key: DecodeKey) -> Option<&'s AtomicU8> {
        let (all, entries) = self.kept?;
        if *all.key.get_or_init(|| key) != key {
            return None;
        }
        let marks = entries.get_or_init(|| (0..self.len).map(|_| UNKNOWN.into()).collect());
        marks.get(self.number as usize)
    }

    /// Which release an entry is of, counted in those that `find` looks through; what it finds is kept.
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

    /// A width in bits; what `find` finds is kept, if it is not one of very wide numbers.
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
