//! Releases: axes that the version of a format does not determine, read from tables.
//!
//! A producer has releases, and a dialect may have releases of its own. The schema of a format contains their names and the facts
//! about them. The generator makes a table of [`Axis`]s from it, and an enum for each axis. The functions in this module read these
//! tables, for all formats.

use crate::error::{Error, ErrorKind, GateAxis, Result};

/// The releases that a dialect has of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis<V: 'static> {
    /// The dialect, spelled as in the file.
    pub dialect: &'static str,
    /// The title of the releases, such as `StableHLO version`, which messages put before a name.
    pub title: &'static str,
    /// The names, oldest first: numbers with full stops between them.
    pub names: &'static [&'static str],
    /// The format versions of files, each from a release on, which is given by its position, oldest first. Empty where a release
    /// does not determine the format version.
    pub formats: &'static [(usize, V)],
    /// Variants of other dialects, each with the position of the first release whose readers know it.
    pub others: &'static [(&'static str, usize)],
    /// The text before the release in a producer name; empty where producer names do not contain the release.
    pub producer: &'static str,
    /// The number of varints in a file's record of the release; none where there is no such record.
    pub record: Option<usize>,
    /// Only writers check the release. A reader accepts every release.
    pub writers_only: bool,
}

/// The releases of the dialects of a format: one for each axis, where it is known.
///
/// Positions of releases count from the oldest, which is 0.
pub trait DialectAxes: Copy + Default {
    /// The versions of the format.
    type Version: Copy + 'static;

    /// The axes, in the order of their dialects' names.
    const AXES: &'static [Axis<Self::Version>];

    /// The position of the release on an axis; none where it is not known. `axis` is an index into [`DialectAxes::AXES`].
    fn position(&self, axis: usize) -> Option<usize>;

    /// Sets the release on an axis by its position. If there is no such release, the release is unknown afterwards. `axis` is an
    /// index into [`DialectAxes::AXES`].
    fn set_position(&mut self, axis: usize, release: Option<usize>);

    /// The axis of a dialect, and its index; none for a dialect that has no releases of its own.
    #[must_use]
    fn axis(dialect: &str) -> Option<(usize, &'static Axis<Self::Version>)> {
        Self::AXES.iter().enumerate().find(|(_, axis)| axis.dialect == dialect)
    }

    /// The dialects that have releases of their own.
    fn dialects() -> impl Iterator<Item = &'static str> {
        Self::AXES.iter().map(|axis| axis.dialect)
    }

    /// The releases that a producer name contains.
    #[must_use]
    fn from_producer(producer: &str) -> Self {
        let mut releases = Self::default();
        for axis in Self::AXES.iter().filter(|axis| !axis.producer.is_empty()) {
            if let Some(release) = of_dialect(axis.producer, axis.names, producer) {
                releases.select(axis.dialect, release);
            }
        }
        releases
    }

    /// Takes over the releases that `other` knows.
    fn override_by(&mut self, other: &Self) {
        for axis in 0..Self::AXES.len() {
            if let Some(release) = other.position(axis) {
                self.set_position(axis, Some(release));
            }
        }
    }

    /// The newest release on each axis.
    #[must_use]
    fn latest() -> Self {
        let mut releases = Self::default();
        for (index, axis) in Self::AXES.iter().enumerate() {
            releases.set_position(index, axis.names.len().checked_sub(1));
        }
        releases
    }

    /// The name of a dialect's release, where it is known.
    #[must_use]
    fn get(&self, dialect: &str) -> Option<&'static str> {
        let (index, axis) = Self::axis(dialect)?;
        axis.names.get(self.position(index)?).copied()
    }

    /// The position of a dialect's release, where it is known.
    #[must_use]
    fn index(&self, dialect: &str) -> Option<usize> {
        self.position(Self::axis(dialect)?.0)
    }

    /// Sets the release of a dialect by its numbers, most significant first: the newest release that is not newer than these
    /// numbers. The release is unknown afterwards if the numbers are older than all releases, or newer than all in more than the
    /// last number. Returns whether the release is known.
    fn set(&mut self, dialect: &str, found: &[u64]) -> bool {
        let Some((index, axis)) = Self::axis(dialect) else { return false };
        self.set_position(index, at(axis.names, found));
        self.position(index).is_some()
    }

    /// Sets the release of a dialect by its name.
    ///
    /// # Errors
    /// A release that [`DialectAxes::set`] does not know: [`ErrorKind::Release`].
    fn set_named(&mut self, dialect: &str, release: &str) -> Result<()> {
        if parse(release).is_some_and(|numbers| self.set(dialect, &numbers)) {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Release {
            dialect: dialect.to_owned(),
            title: Self::title(dialect).unwrap_or("release").to_owned(),
            found: release.to_owned(),
            known: Self::names(dialect),
        }))
    }

    /// Sets the release of a dialect by its position. Returns whether there is such a release.
    fn select(&mut self, dialect: &str, release: usize) -> bool {
        let Some((index, _)) = Self::axis(dialect) else { return false };
        self.set_position(index, Some(release));
        self.position(index).is_some()
    }

    /// Makes the release of a dialect unknown.
    fn clear(&mut self, dialect: &str) {
        if let Some((index, _)) = Self::axis(dialect) {
            self.set_position(index, None);
        }
    }

    /// The title of the releases of a dialect, which messages put before a name; none for a dialect without releases of its own.
    #[must_use]
    fn title(dialect: &str) -> Option<&'static str> {
        Self::axis(dialect).map(|(_, axis)| axis.title)
    }

    /// The names of a dialect's releases, oldest first.
    #[must_use]
    fn names(dialect: &str) -> &'static [&'static str] {
        Self::axis(dialect).map_or(&[], |(_, axis)| axis.names)
    }

    /// The format version that files of a dialect's release have, by the position of the release; none where the release does
    /// not determine it.
    #[must_use]
    fn format(dialect: &str, release: usize) -> Option<Self::Version> {
        let (_, axis) = Self::axis(dialect)?;
        let since = axis.formats.iter().rfind(|(since, _)| *since <= release);
        since.map(|(_, version)| *version)
    }

    /// The position of the first release of a dialect whose readers know a variant of another dialect; none where this is not
    /// known.
    #[must_use]
    fn knows_other(dialect: &str, variant: &str) -> Option<usize> {
        let (_, axis) = Self::axis(dialect)?;
        axis.others.iter().find(|(other, _)| *other == variant).map(|(_, since)| *since)
    }

    /// The text before a dialect's release in a producer name.
    #[must_use]
    fn producer_prefix(dialect: &str) -> Option<&'static str> {
        let (_, axis) = Self::axis(dialect)?;
        Some(axis.producer).filter(|prefix| !prefix.is_empty())
    }

    /// The number of varints in a file's record of a dialect's release.
    #[must_use]
    fn record_len(dialect: &str) -> Option<usize> {
        Self::axis(dialect)?.1.record
    }

    /// Whether readers check the releases of a dialect.
    #[must_use]
    fn binds_readers(dialect: &str) -> bool {
        Self::axis(dialect).is_some_and(|(_, axis)| !axis.writers_only)
    }

    /// The same without the releases that only writers check.
    #[must_use]
    fn for_reading(mut self) -> Self {
        for (index, axis) in Self::AXES.iter().enumerate() {
            if axis.writers_only {
                self.set_position(index, None);
            }
        }
        self
    }
}

/// The numbers of a release, which are separated by full stops; none where the text contains anything else.
#[must_use]
pub fn parse(release: &str) -> Option<Vec<u64>> {
    let digits = |number: &&str| number.bytes().all(|byte| byte.is_ascii_digit());
    let number = |number: &str| Some(number).filter(digits)?.parse().ok();
    release.split('.').map(number).collect()
}

/// The position in `names` of the release of a dialect in a producer name: the newest release that is not newer than the numbers
/// after `prefix`, which can be anywhere in the name.
#[must_use]
pub fn of_dialect(prefix: &str, names: &[&str], producer: &str) -> Option<usize> {
    let (_, text) = producer.split_once(prefix)?;
    at(names, &leading_numbers(text))
}

/// The numbers at the beginning of a text that have full stops between them.
fn leading_numbers(text: &str) -> Vec<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].split('.').map_while(|number| number.parse().ok()).collect()
}

/// The position of the newest of `names` that is not newer than `found`.
fn at(names: &[&str], found: &[u64]) -> Option<usize> {
    let numbers = |name: &str| parse(name).unwrap_or_default();
    let at = names.partition_point(|name| numbers(name).as_slice() <= found).checked_sub(1)?;
    let same = |name: &&str| {
        let newest = numbers(name);
        let most = newest.len().saturating_sub(1);
        found.len() >= most && newest[..most] == found[..most]
    };
    (at + 1 < names.len() || names.last().is_some_and(same)).then_some(at)
}

/// The position in `names` of the release in the last word of a producer name: `prefix`, the name of the release and a full
/// stop. The producer may be the finished release or a build of its development.
#[must_use]
pub fn towards(prefix: &str, names: &[&str], producer: &str) -> Option<usize> {
    let text = last_word(producer).strip_prefix(prefix)?;
    // Of 1 and 1.2 the longer one is meant by 1.2.3.
    names.iter().rposition(|name| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// The same for finished releases only, where nothing but digits and full stops follows the prefix.
#[must_use]
pub fn finished(prefix: &str, names: &[&str], producer: &str) -> Option<usize> {
    let text = last_word(producer).strip_prefix(prefix)?;
    let number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    text.bytes().all(number).then(|| towards(prefix, names, producer))?
}

fn last_word(producer: &str) -> &str {
    producer.rsplit(' ').next().unwrap_or(producer)
}

/// The error for an item that a release does not have. `needs` states which releases have it, `version` is the version of the
/// file where it matters, and `release` is the name of the release where it is known.
#[cold]
#[must_use]
pub fn refused(
    item: &str,
    needs: &str,
    version: Option<&str>,
    title: &str,
    release: Option<&str>,
) -> Error {
    let release = match release {
        Some(release) => format!("{title} {release}"),
        None => format!("an unknown {title}"),
    };
    // Generated words begin with the release where the gate asks for no version.
    let axis = if needs.starts_with("in ") { GateAxis::Release } else { GateAxis::Both };
    Error::new(ErrorKind::Gate {
        item: item.to_owned(),
        needs: needs.to_owned(),
        axis,
        version: match version {
            Some(version) => format!("{version} of {release}"),
            None => release,
        },
    })
}
