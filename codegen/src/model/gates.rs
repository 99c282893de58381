//! Versions and releases that have an item.

use super::{Docs, VersionIndex};

/// The versions (and the feature) that have an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gate {
    /// First version.
    pub since: VersionIndex,
    /// Last version, inclusive.
    pub until: Option<VersionIndex>,
    /// Index of the feature in [`super::Model::features`].
    pub feature: Option<usize>,
    /// The releases that have it.
    pub releases: Bounds,
}

/// First and last release, inclusive, by index in [`Releases::names`]; none if there is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The dialect with these releases, by index in [`super::Model::dialects`]; none for the releases of the format's producer.
    pub dialect: Option<usize>,
    /// First release.
    pub since: Option<usize>,
    /// Last release.
    pub until: Option<usize>,
}

impl Bounds {
    /// The intersection of both ranges.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            dialect: self.dialect.or(other.dialect),
            since: self.since.max(other.since),
            until: match (self.until, other.until) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }

    /// The first release in the range.
    pub fn first(self) -> usize {
        let Some(since) = self.since else { return 0 };
        since
    }

    /// Whether every release is in the range.
    pub fn is_open(self) -> bool {
        self.since.is_none() && self.until.is_none()
    }
}

/// A dialect.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// Name and documentation.
    pub docs: Docs,
    /// Its own releases, if it has any.
    pub releases: Option<Releases>,
}

/// Releases of the producer, or of a dialect: a second axis besides the versions.
#[derive(Clone, Debug)]
pub struct Releases {
    /// The word before the name of a release.
    pub title: String,
    /// One line.
    pub summary: String,
    /// Longer text, Markdown; may be empty.
    pub doc: String,
    /// The source of the information; may be empty.
    pub source: String,
    /// The text before a release in the name of a producer; may be empty.
    pub producer: String,
    /// The number of varints in a file's record of the dialect's release, if there is one.
    pub record: Option<usize>,
    /// Readers accept what any release has.
    pub writers_only: bool,
    /// The format version that files have from each release on, by indices, oldest first.
    pub formats: Vec<(usize, VersionIndex)>,
    /// The first release, by index, whose readers know a given variant of another dialect.
    pub others: Vec<(String, usize)>,
    /// The names, oldest first.
    pub names: Vec<String>,
    /// The indices of releases whose layouts of properties are known only if the neighbouring releases agree.
    pub undescribed: Vec<usize>,
    /// The indices of releases that are described before their publication.
    pub unreleased: Vec<usize>,
}

impl Gate {
    /// Whether version `version` has the item. The feature is ignored.
    pub fn has(&self, version: VersionIndex) -> bool {
        version >= self.since && self.until.is_none_or(|until| version <= until)
    }

    /// The intersection of both gates.
    #[must_use]
    pub fn and(&self, other: &Gate) -> Gate {
        Gate {
            since: self.since.max(other.since),
            until: match (self.until, other.until) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            feature: self.feature.or(other.feature),
            releases: self.releases.and(other.releases),
        }
    }

    /// Whether the gate is always open.
    pub fn is_open(&self) -> bool {
        *self == Gate::default()
    }
}
