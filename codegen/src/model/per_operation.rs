//! Data of the operations of a dialect by release: layouts of properties, signatures, default values.

use super::{Docs, Releases};
use crate::ast;

/// Data of the operations of a dialect; the name is the dialect's.
#[derive(Clone, Debug)]
pub struct PerOperation<T> {
    /// Name and documentation.
    pub docs: Docs,
    /// The dialect, by index in [`super::Model::dialects`], if it has releases of its own.
    pub dialect: Option<usize>,
    /// The first and last release of the data, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// The entries, sorted by operation; those of one operation from the oldest on.
    pub entries: Vec<ByRelease<T>>,
    /// One-line summaries of operations, in the order of the operations.
    pub summaries: Vec<(String, String)>,
}

/// The data of an operation in some releases.
#[derive(Clone, Debug)]
pub struct ByRelease<T> {
    /// The operation, without the dialect.
    pub operation: String,
    /// The first and last release of the entry, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// It applies to files in which the version record of the dialect is at least this number; 0 for all files.
    pub record: u64,
    /// The data.
    pub value: T,
}

/// Sorts the entries by operation, and ends each at the next entry of its operation. The entries refer to the releases of `axis`,
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

/// The entries of an item, sorted by operation, each up to the next entry of its operation.
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
        // An entry for a version record ends with the next entry for the same record.
        let next = sorted[at + 1..]
            .iter()
            .take_while(|next| next.operation.value == entry.operation.value)
            .find(|next| next.gone || next.record.as_ref().map_or(0, |next| next.value) == record);
        let mut until = match next {
            Some(next) => since(next).unwrap_or(range.0).saturating_sub(1),
            None => range.1,
        };
        let since = since(entry).unwrap_or(range.0);
        // It is not known whether the change came with a release that is not described.
        while until > since && axis.undescribed.contains(&until) {
            until -= 1;
        }
        found.push((*entry, (since, until), record));
    }
    found
}
