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

/// First and last release, inclusive, by index in [`Releases::names`]; none where there is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The dialect whose releases these are, by index in [`super::Model::dialects`]; none for those of the
    /// format's producer.
    pub dialect: Option<usize>,
    /// First release.
    pub since: Option<usize>,
    /// Last release.
    pub until: Option<usize>,
}

impl Bounds {
    /// The releases of both.
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

    /// The first release inside.
    pub fn first(self) -> usize {
        let Some(since) = self.since else { return 0 };
        since
    }

    /// Whether every release is inside.
    pub fn is_open(self) -> bool {
        self.since.is_none() && self.until.is_none()
    }
}

/// A dialect.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// Name and documentation.
    pub docs: Docs,
    /// Releases of its own, where it has some.
    pub releases: Option<Releases>,
}

/// Releases of the producer, or of a dialect: a second axis besides the versions.
#[derive(Clone, Debug)]
pub struct Releases {
    /// What a release is called, in front of its name.
    pub title: String,
    /// One line.
    pub summary: String,
    /// Longer text, Markdown; may be empty.
    pub doc: String,
    /// Where the fact is from; may be empty.
    pub source: String,
    /// What stands in front of the name of a release where a file names its producer; may be empty.
    pub producer: String,
    /// The number of varints in a file's record of the dialect's release, where there is one.
    pub record: Option<usize>,
    /// Readers take what any release has.
    pub writers_only: bool,
    /// The format version that files have from a release on, by indices, oldest first.
    pub formats: Vec<(usize, VersionIndex)>,
    /// The first release, by index, whose readers know a variant of another dialect.
    pub others: Vec<(String, usize)>,
    /// The names, oldest first.
    pub names: Vec<String>,
    /// Those, by index, whose layouts of properties are known only as far as their neighbours agree.
    pub undescribed: Vec<usize>,
    /// Those, by index, that are described before they are out.
    pub unreleased: Vec<usize>,
}

impl Gate {
    /// Whether version `version` has the item, its feature aside.
    pub fn has(&self, version: VersionIndex) -> bool {
        version >= self.since && self.until.is_none_or(|until| version <= until)
    }

    /// What has both.
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

    /// Whether this says nothing: every version has the item.
    pub fn is_open(&self) -> bool {
        *self == Gate::default()
    }
}
