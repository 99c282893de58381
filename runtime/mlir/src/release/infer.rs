//! Of which releases a file may be whose producer does not say so.
//!
//! Builds between two releases name the next one, whatever layouts they have, and other programs none.
//! A layout that is not the writer's rarely makes sense of all bytes of a blob, so that the blobs of a
//! whole file tell. How well they do was counted on files of known producers: all blobs of a build fit a
//! release near it, and those that moved in between fit no other.

use crate::generated::{Release, covers_properties};
use bytespec_core::properties::{Field, Range};
use std::collections::HashMap;

/// Some releases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ReleaseSet(u64);

impl ReleaseSet {
    /// Those whose layouts are known.
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

/// What the properties in a file say of the release of LLVM that wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The releases that the file may be of, oldest first: their layouts make sense of all bytes of the
    /// most blobs. Of several those that are nearest to what the producer calls itself.
    pub releases: Vec<Release>,
    /// Number of different blobs, each for a name of operations that refer to it, that any release knows.
    pub blobs: usize,
    /// How many of them fit each of `releases`. Those that do not, as builds between two releases have
    /// some, stay bytes.
    pub fitting: usize,
    /// How many of them fit a release, for each whose layouts are known.
    pub fits: Vec<(Release, usize)>,
    /// How many of them fit no release but these.
    pub decisive: usize,
}

/// The releases that a file may be of that does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidates {
    pub(crate) releases: ReleaseSet,
    /// Their layouts fit all blobs, so that none has to be tried.
    pub(crate) whole: bool,
}

impl From<Option<&Inference>> for Candidates {
    fn from(found: Option<&Inference>) -> Self {
        let Some(found) = found else { return Candidates::default() };
        let releases = found.releases.iter().copied().collect();
        Candidates { releases, whole: found.fitting == found.blobs }
    }
}

/// What was seen of the blobs of a file: how many fit some releases and no others.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    seen: HashMap<ReleaseSet, usize>,
}

impl Evidence {
    /// Takes note of a blob that has these layouts in a file whose version record of the dialect is
    /// `record`, and of which releases they fit. One that no release knows says nothing.
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
            // What files with a record have takes the place of what others have.
            fitting = fitting.without(releases);
            if fits(range.value) {
                fitting = fitting.or(releases);
            }
        }
        if known {
            *self.seen.entry(fitting).or_default() += 1;
        }
    }

    /// What it all says of a file by this producer; none where nothing was seen.
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

/// Those that are nearest to what a producer calls itself: the release that a build leads to, and the
/// one before, from which it comes.
pub(crate) fn nearest(releases: ReleaseSet, producer: &str) -> ReleaseSet {
    let Some(next) = Release::towards(producer) else { return releases };
    let distance = |release: Release| {
        let (release, next) = (release as usize, next as usize);
        if release > next { release - next } else { (next - release).saturating_sub(1) }
    };
    let Some(least) = releases.iter().map(distance).min() else { return releases };
    releases.iter().filter(|release| distance(*release) == least).collect()
}
