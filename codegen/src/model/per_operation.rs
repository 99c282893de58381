//! What operations of a dialect have: layouts of properties, signatures, default values, each for some releases.

use super::{Docs, Releases};
use crate::ast;

/// What the operations of a dialect have; the name is the dialect's.
#[derive(Clone, Debug)]
pub struct PerOperation<T> {
    /// Name and documentation.
    pub docs: Docs,
    /// The dialect by index in [`super::Model::dialects`], where it has releases of its own.
    pub dialect: Option<usize>,
    /// First and last release that these are of, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// In the order of the operations, those of one from the oldest on.
    pub entries: Vec<ByRelease<T>>,
    /// What operations do, in the order of the operations.
    pub summaries: Vec<(String, String)>,
}

/// What an operation has in some releases.
#[derive(Clone, Debug)]
pub struct ByRelease<T> {
    /// The operation, without the dialect.
    pub operation: String,
    /// First and last release that has it, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// It is that of files with a version record of the dialect of at least this number; 0 for all.
    pub record: u64,
    /// What it has.
    pub value: T,
}

/// Brings the entries into the order of the operations, each up to the next of its operation. They count the releases of `axis`,
/// which may be those of a dialect.
pub(super) fn lower<W, T>(
    item: &ast::PerOperation<W>,
    docs: Docs,
    dialect: Option<usize>,
    axis: &Releases,
    value: impl Fn(&W) -> T,
) -> PerOperation<T> {
    let last = axis.names.len().saturating_sub(1);
    let bounds = docs.gate.releases;
    let range = (bounds.first(), bounds.until.unwrap_or(last));
    let entries = ranges(item, range, axis).into_iter().map(|(entry, range, record)| ByRelease {
        operation: entry.operation.value.clone(),
        range,
        record,
        value: value(&entry.value),
    });
    let entries = entries.collect();
    let summaries = item.summaries.iter();
    let summaries =
        summaries.map(|(name, text)| (name.value.clone(), text.value.trim().to_owned()));
    let mut summaries: Vec<_> = summaries.collect();
    summaries.sort();
    PerOperation { docs, dialect, range, entries, summaries }
}

/// An entry with its first and last release, and its record.
type Ranged<'i, T> = (&'i ast::ByRelease<T>, (usize, usize), u64);

/// The entries of an item in the order of the operations, each up to the next of its operation.
fn ranges<'i, T>(
    item: &'i ast::PerOperation<T>,
    range: (usize, usize),
    axis: &Releases,
) -> Vec<Ranged<'i, T>> {
    let since = |entry: &ast::ByRelease<T>| match &entry.release {
        Some(release) => axis.names.iter().position(|name| *name == release.value),
        None => None,
    };
    let mut sorted: Vec<&ast::ByRelease<T>> = item.entries.iter().collect();
    // The sort is stable: the entries of an operation stay in their order.
    sorted.sort_by_key(|entry| &entry.operation.value);
    let mut found = Vec::new();
    for (at, entry) in sorted.iter().enumerate().filter(|(_, entry)| !entry.gone) {
        let record = entry.record.as_ref().map_or(0, |record| record.value);
        // What records tell apart ends with the next entry of the same record.
        let next = sorted[at + 1..]
            .iter()
            .take_while(|next| next.operation.value == entry.operation.value)
            .find(|next| next.gone || next.record.as_ref().map_or(0, |next| next.value) == record);
        let mut until = match next {
            Some(next) => since(next).unwrap_or(range.0).saturating_sub(1),
            None => range.1,
        };
        let since = since(entry).unwrap_or(range.0);
        // Of a release that nobody has described it is not known whether the change came with it.
        while until > since && axis.undescribed.contains(&until) {
            until -= 1;
        }
        found.push((*entry, (since, until), record));
    }
    found
}
