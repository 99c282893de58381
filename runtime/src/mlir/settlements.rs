//! Under which releases entries are read where only their bytes tell: found out once for each entry.

use super::context::{Context, Standing};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// It was not asked yet.
const UNKNOWN: u8 = 0;
/// The bytes tell no release.
const NONE: u8 = 1;
/// What stands for the first release of those that are asked about.
const FIRST: u8 = 2;

/// What was found out of the entries of a file.
#[derive(Debug, Default)]
pub(super) struct Settlements {
    /// What it was found out under: a module can become one of another version or of other releases.
    standing: OnceLock<Standing>,
    attributes: OnceLock<Box<[AtomicU8]>>,
    types: OnceLock<Box<[AtomicU8]>>,
}

impl Clone for Settlements {
    /// The copy finds it out again.
    fn clone(&self) -> Self {
        Settlements::default()
    }
}

impl Settlements {
    /// The attribute with a number, of `len`.
    pub(super) fn attribute(&self, number: u32, len: usize) -> Place<'_> {
        Place { kept: Some((self, &self.attributes)), number, len }
    }

    /// The type with a number, of `len`.
    pub(super) fn ty(&self, number: u32, len: usize) -> Place<'_> {
        Place { kept: Some((self, &self.types)), number, len }
    }
}

/// Where it stands what was found out of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'s> {
    /// All that was found out, and the table that the entry is of.
    kept: Option<(&'s Settlements, &'s OnceLock<Box<[AtomicU8]>>)>,
    number: u32,
    len: usize,
}

impl<'s> Place<'s> {
    /// That of an entry of which nothing is kept.
    pub(super) fn nowhere() -> Self {
        Place { kept: None, number: 0, len: 0 }
    }

    fn mark(self, cx: &Context<'_>) -> Option<&'s AtomicU8> {
        let (all, entries) = self.kept?;
        let standing = cx.standing();
        if *all.standing.get_or_init(|| standing) != standing {
            return None;
        }
        let marks = entries.get_or_init(|| (0..self.len).map(|_| UNKNOWN.into()).collect());
        marks.get(self.number as usize)
    }

    /// Which release an entry is of, counted in those that `find` looks through; what it finds is kept.
    pub(super) fn settle(
        self,
        cx: &Context<'_>,
        find: impl FnOnce() -> Option<usize>,
    ) -> Option<usize> {
        let Some(mark) = self.mark(cx) else { return find() };
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
}
