//! A fact about an operation by release, in the form of the schema.

use super::fact::Fact;
use crate::ast::ByRelease;
use crate::emit::yaml::quoted;

/// What an operation has, oldest first.
#[derive(Clone, PartialEq)]
pub(super) struct Ranges<T> {
    entries: Vec<Entry<T>>,
}

impl<T> Default for Ranges<T> {
    fn default() -> Self {
        Ranges { entries: Vec::new() }
    }
}

/// What it has from a release on.
#[derive(Clone, PartialEq)]
struct Entry<T> {
    /// The release by its place among the names.
    release: usize,
    /// It is that of files with a version record of at least this number; 0 for all.
    record: u64,
    /// None: the operation is unknown from there on.
    value: Option<T>,
}

impl<T: Fact> Ranges<T> {
    /// The entries of an operation in the schema. An entry without a release begins with `first`.
    pub(super) fn of(entries: &[&ByRelease<T::Written>], first: usize, names: &[String]) -> Self {
        let entry = |entry: &&ByRelease<T::Written>| {
            let named = entry.release.as_ref();
            let named =
                named.and_then(|release| names.iter().position(|name| *name == release.value));
            Entry {
                release: named.unwrap_or(first),
                record: entry.record.as_ref().map_or(0, |record| record.value),
                value: (!entry.gone).then(|| T::read(&entry.value)),
            }
        };
        Ranges { entries: entries.iter().map(entry).collect() }
    }

    /// The fact in a release; none if the operation is unknown.
    pub(super) fn at(&self, release: usize) -> Option<&T> {
        let plain = self.entries.iter().filter(|entry| entry.record == 0);
        plain.take_while(|entry| entry.release <= release).last()?.value.as_ref()
    }

    /// Whether something begins with a release.
    pub(super) fn names(&self, release: usize) -> bool {
        self.entries.iter().any(|entry| entry.release == release)
    }

    /// Whether files with a version record have something of their own in a release or before.
    pub(super) fn by_record(&self, release: usize) -> bool {
        self.entries.iter().any(|entry| entry.record > 0 && entry.release <= release)
    }

    /// Changes the fact in one release; `following` is the next known release.
    pub(super) fn set(&mut self, release: usize, value: Option<&T>, following: Option<usize>) {
        let after = following.map(|following| (following, self.at(following).cloned()));
        self.put(release, value.cloned());
        if let Some((following, value)) = after {
            self.put(following, value);
        }
        self.shorten();
    }

    /// Makes the fact unknown from a release on, up to the following one.
    pub(super) fn leave_open(&mut self, release: usize, following: Option<usize>) {
        self.set(release, None, following);
        if self.entries.is_empty() {
            // The fact was unknown before, too; the entry marks the place.
            self.put(release, None);
        }
    }

    /// The fact applies from one release up to another, and is unknown before and after.
    pub(super) fn within(first: usize, end: Option<usize>, value: &T) -> Self {
        let begins = Entry { release: first, record: 0, value: Some(value.clone()) };
        let ends = end.map(|release| Entry { release, record: 0, value: None });
        Ranges { entries: std::iter::once(begins).chain(ends).collect() }
    }

    fn put(&mut self, release: usize, value: Option<T>) {
        self.entries.retain(|entry| entry.record > 0 || entry.release != release);
        let place = self.entries.iter().position(|entry| entry.release >= release);
        let place = place.unwrap_or(self.entries.len());
        self.entries.insert(place, Entry { release, record: 0, value });
    }

    /// Removes entries that change nothing.
    fn shorten(&mut self) {
        let mut before: Option<T> = None;
        self.entries.retain(|entry| {
            let same = entry.record == 0 && entry.value == before;
            if entry.record == 0 {
                before.clone_from(&entry.value);
            }
            !same
        });
    }

    /// The value after the name of the operation; none for an unknown operation.
    pub(super) fn text(&self, first: usize, names: &[String]) -> Option<String> {
        let value = |entry: &Entry<T>| match &entry.value {
            Some(value) => quoted(&value.spelled()),
            None => "none".to_owned(),
        };
        match self.entries.as_slice() {
            [] => None,
            // A text that is not a mapping is the fact itself.
            [only] if only.release == first && only.record == 0 && only.value.is_some() => {
                Some(value(only))
            }
            entries => {
                let entries: Vec<String> = entries
                    .iter()
                    .map(|entry| {
                        let mut key = names[entry.release].clone();
                        if entry.record > 0 {
                            key += &format!(" record {}", entry.record);
                        }
                        format!("{}: {}", quoted(&key), value(entry))
                    })
                    .collect();
                Some(format!("{{{}}}", entries.join(", ")))
            }
        }
    }
}
