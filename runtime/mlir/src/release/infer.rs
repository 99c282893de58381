//! Finds the possible releases of a file whose producer does not state one.
//!
//! Builds between two releases state the next release, whatever layouts they have, and other programs state none. A layout of
//! another release rarely decodes all bytes of a blob, so the blobs of a whole file are evidence. This was measured on files of
//! known producers: all blobs of a build fit a release near it, and blobs whose layout changed in between fit no other.

use crate::generated::{Release, covers_properties};
use bytespec_core::properties::{Field, Range};
use std::collections::HashMap;

/// A set of releases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ReleaseSet(u64);

impl ReleaseSet {
    /// The releases with known layouts.
    fn described() -> Self {
        Release::ALL.iter().copied().filter(|release| covers_properties(*release)).collect()
    }

    fn has(self, release: Release) -> bool {
        self.0 >> release as usize & 1 == 1
    }

    fn or(self, other: Self) -> Self {
        ReleaseSet(self.0 | other.0)
    }

    fn without(self, other: Self) -> Self {
        ReleaseSet(self.0 & !other.0)
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Oldest first.
    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = Release> {
        Release::ALL.iter().copied().filter(move |release| self.has(*release))
    }
}

impl FromIterator<Release> for ReleaseSet {
    fn from_iter<T: IntoIterator<Item = Release>>(releases: T) -> Self {
        ReleaseSet(releases.into_iter().fold(0, |set, release| set | 1 << release as usize))
    }
}

/// The result of comparing the properties in a file with the layouts of LLVM's releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The possible releases of the file, oldest first: those whose layouts decode all bytes of the most blobs. If there are
    /// several, only those nearest to the release in the producer's name.
    pub releases: Vec<Release>,
    /// Number of different blobs that any release has a layout for. A blob counts once for each name of operations that refer
    /// to it.
    pub blobs: usize,
    /// The number of blobs that fit all of `releases`. Others stay bytes; builds between two releases have some.
    pub fitting: usize,
    /// The number of blobs that fit each release with known layouts.
    pub fits: Vec<(Release, usize)>,
    /// The number of blobs that fit only releases in `releases`.
    pub decisive: usize,
}

/// The possible releases of a file that does not state one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidates {
    pub(crate) releases: ReleaseSet,
    /// Whether their layouts fit all blobs, so that no blob has to be tried.
    pub(crate) whole: bool,
}

impl From<Option<&Inference>> for Candidates {
    fn from(found: Option<&Inference>) -> Self {
        let Some(found) = found else { return Candidates::default() };
        let releases = found.releases.iter().copied().collect();
        Candidates { releases, whole: found.fitting == found.blobs }
    }
}

/// The evidence of the blobs of a file: how many fit a set of releases and no others.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    seen: HashMap<ReleaseSet, usize>,
}

impl Evidence {
    /// Records which releases fit a blob with these layouts, in a file with this `record` as the version record of the dialect.
    /// A blob that no release has a layout for is ignored.
    pub(crate) fn see(
        &mut self,
        ranges: &[Range],
        record: u64,
        fits: impl Fn(&'static [Field]) -> bool,
    ) {
        let all = ReleaseSet::described();
        let (mut known, mut fitting) = (false, ReleaseSet::default());
        for range in ranges.iter().filter(|range| range.record <= record) {
            let releases = all.iter().filter(|release| range.has(Some(*release as usize)));
            let releases: ReleaseSet = releases.collect();
            if releases.is_empty() {
                continue;
            }
            known = true;
            // Ranges with a record replace those without.
            fitting = fitting.without(releases);
            if fits(range.value) {
                fitting = fitting.or(releases);
            }
        }
        if known {
            *self.seen.entry(fitting).or_default() += 1;
        }
    }

    /// The result for a file of this producer; `None` if no blob was recorded.
    pub(crate) fn inference(&self, producer: &str) -> Option<Inference> {
        (!self.seen.is_empty()).then(|| self.infer(producer))
    }

    #[cfg(any(test, feature = "samples"))]
    pub(crate) fn of(seen: impl Iterator<Item = (ReleaseSet, usize)>) -> Self {
        Evidence { seen: seen.collect() }
    }

    pub(crate) fn infer(&self, producer: &str) -> Inference {
        let of = |is: &dyn Fn(ReleaseSet) -> bool| -> usize {
            self.seen.iter().filter(|(fits, _)| is(**fits)).map(|(_, count)| count).sum()
        };
        let count = |release: Release| (release, of(&|fits| fits.has(release)));
        let fits: Vec<(Release, usize)> = ReleaseSet::described().iter().map(count).collect();
        let most = fits.iter().map(|(_, count)| *count).max().unwrap_or_default();
        let best = fits.iter().filter(|(_, count)| *count == most).map(|(release, _)| *release);
        let chosen = nearest(best.collect(), producer);
        Inference {
            releases: chosen.iter().collect(),
            blobs: self.seen.values().sum(),
            fitting: of(&|fits| chosen.without(fits).is_empty()),
            fits,
            decisive: of(&|fits| !fits.is_empty() && fits.without(chosen).is_empty()),
        }
    }
}

/// The releases that are nearest to the producer's name: the release that a build leads to, and the one before it.
pub(crate) fn nearest(releases: ReleaseSet, producer: &str) -> ReleaseSet {
    let Some(next) = Release::towards(producer) else { return releases };
    let distance = |release: Release| {
        let (release, next) = (release as usize, next as usize);
        if release > next { release - next } else { (next - release).saturating_sub(1) }
    };
    let Some(least) = releases.iter().map(distance).min() else { return releases };
    releases.iter().filter(|release| distance(*release) == least).collect()
}
