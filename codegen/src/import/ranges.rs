//! The layouts of an operation by release, as the schema has them.

use crate::ast;
use crate::emit::yaml::quoted;
use crate::model::{self, Property, spelled};

/// The layouts of an operation, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges {
    entries: Vec<Entry>,
}

/// A layout, from a release on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// The release by its place among the names.
    release: usize,
    /// It is that of files with a version record of at least this number; 0 for all.
    record: u64,
    /// None: the operation is not known from there on.
    layout: Option<Vec<Property>>,
}

impl Ranges {
    /// What the schema says of an operation. A layout without a release begins with `first`.
    pub(super) fn of(layouts: &[&ast::Layout], first: usize, names: &[String]) -> Self {
        let entry = |layout: &&ast::Layout| {
            let named = layout.release.as_ref();
            let named =
                named.and_then(|release| names.iter().position(|name| *name == release.value));
            Entry {
                release: named.unwrap_or(first),
                record: layout.record.as_ref().map_or(0, |record| record.value),
                layout: (!layout.gone).then(|| model::fields(layout)),
            }
        };
        Ranges { entries: layouts.iter().map(entry).collect() }
    }

    /// The layout in a release; none where the operation is not known.
    pub(super) fn at(&self, release: usize) -> Option<&[Property]> {
        let plain = self.entries.iter().filter(|entry| entry.record == 0);
        plain.take_while(|entry| entry.release <= release).last()?.layout.as_deref()
    }

    /// Whether something begins with a release.
    pub(super) fn names(&self, release: usize) -> bool {
        self.entries.iter().any(|entry| entry.release == release)
    }

    /// Whether files with a version record have a layout of their own in a release or before.
    pub(super) fn by_record(&self, release: usize) -> bool {
        self.entries.iter().any(|entry| entry.record > 0 && entry.release <= release)
    }

    /// Changes what one release has: `following` is the one after it of which something is known.
    pub(super) fn set(
        &mut self,
        release: usize,
        layout: Option<&[Property]>,
        following: Option<usize>,
    ) {
        let after = following.map(|following| (following, self.at(following).map(<[_]>::to_vec)));
        self.put(release, layout.map(<[_]>::to_vec));
        if let Some((following, layout)) = after {
            self.put(following, layout);
        }
        self.shorten();
    }

    /// Says that the operation's layout is not known from a release on, up to the following one.
    pub(super) fn leave_open(&mut self, release: usize, following: Option<usize>) {
        self.set(release, None, following);
        if self.entries.is_empty() {
            // Nothing was known before either; the entry marks the place.
            self.put(release, None);
        }
    }

    /// The operation has this layout from one release up to another, and none before and after.
    pub(super) fn within(first: usize, end: Option<usize>, layout: &[Property]) -> Self {
        let begins = Entry { release: first, record: 0, layout: Some(layout.to_vec()) };
        let ends = end.map(|release| Entry { release, record: 0, layout: None });
        Ranges { entries: std::iter::once(begins).chain(ends).collect() }
    }

    fn put(&mut self, release: usize, layout: Option<Vec<Property>>) {
        self.entries.retain(|entry| entry.record > 0 || entry.release != release);
        let place = self.entries.iter().position(|entry| entry.release >= release);
        let place = place.unwrap_or(self.entries.len());
        self.entries.insert(place, Entry { release, record: 0, layout });
    }

    /// Leaves out what says nothing new.
    fn shorten(&mut self) {
        let mut before: Option<Vec<Property>> = None;
        self.entries.retain(|entry| {
            let same = entry.record == 0 && entry.layout == before;
            if entry.record == 0 {
                before.clone_from(&entry.layout);
            }
            !same
        });
    }

    /// What stands behind the name of the operation; none where nothing is known of it.
    pub(super) fn text(&self, first: usize, names: &[String]) -> Option<String> {
        let layout = |entry: &Entry| match &entry.layout {
            Some(layout) => quoted(&spelled(layout)),
            None => "none".to_owned(),
        };
        match self.entries.as_slice() {
            [] => None,
            // A text that is no mapping is a layout.
            [only] if only.release == first && only.record == 0 && only.layout.is_some() => {
                Some(layout(only))
            }
            entries => {
                let entries: Vec<String> = entries
                    .iter()
                    .map(|entry| {
                        let mut key = names[entry.release].clone();
                        if entry.record > 0 {
                            key += &format!(" record {}", entry.record);
                        }
                        format!("{}: {}", quoted(&key), layout(entry))
                    })
                    .collect();
                Some(format!("{{{}}}", entries.join(", ")))
            }
        }
    }
}
