//! The releases that an item refers to, ranges of them in words, and the entries of operations in them.

use super::cx::{Cx, Sheet};
use crate::model::{Bounds, ByRelease, Gate, PerOperation, Releases};

/// The axis of releases of a dialect, or of the producer if there is no dialect.
pub(super) fn axis<'m>(cx: &Cx<'m>, dialect: Option<usize>) -> Option<&'m Releases> {
    match dialect {
        Some(dialect) => cx.model.dialects.get(dialect)?.releases.as_ref(),
        None => cx.model.releases.as_ref(),
    }
}

/// A range of releases in words; only the first and the last one if there are more than two.
pub(super) fn span(cx: &Cx<'_>, dialect: Option<usize>, (since, until): (usize, usize)) -> String {
    let names = axis(cx, dialect).map_or(&[][..], |axis| axis.names.as_slice());
    match names.get(since..=until).unwrap_or_default() {
        [first, _, .., last] => format!("{first} to {last}"),
        few => few.join(", "),
    }
}

/// The entries of a dialect's operations, sorted by operation. Writes the heading and the descriptions of the items before.
pub(super) fn rows<'m, T>(
    sheet: &mut Sheet<'_, '_>,
    title: &str,
    items: &'m [PerOperation<T>],
    dialect: &str,
) -> Vec<(&'m PerOperation<T>, &'m ByRelease<T>)> {
    let items = items.iter().filter(|item| item.docs.name == dialect);
    for (at, item) in items.clone().enumerate() {
        if at == 0 {
            sheet.heading(title);
        }
        sheet.about(&item.docs);
        sheet.source(&item.docs.source);
    }
    in_order(items)
}

/// The entries of items, sorted by operation; those of one operation keep their order.
pub(super) fn in_order<'m, T>(
    items: impl Iterator<Item = &'m PerOperation<T>>,
) -> Vec<(&'m PerOperation<T>, &'m ByRelease<T>)> {
    let rows = items.flat_map(|item| item.entries.iter().map(move |one| (item, one)));
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(_, one)| &one.operation);
    rows
}

/// The releases that an entry of an operation covers.
pub(super) fn gate<T>(item: &PerOperation<T>, one: &ByRelease<T>) -> Gate {
    let releases =
        Bounds { dialect: item.dialect, since: Some(one.range.0), until: Some(one.range.1) };
    Gate { releases, ..Gate::default() }
}
