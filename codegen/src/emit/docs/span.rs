//! The releases that an item counts, ranges of them in words, and what operations have in them.

use super::cx::{Cx, Sheet};
use crate::model::{Bounds, ByRelease, Gate, PerOperation, Releases};

/// The releases that an item of a dialect counts, or of none.
pub(super) fn axis<'m>(cx: &Cx<'m>, dialect: Option<usize>) -> Option<&'m Releases> {
    match dialect {
        Some(dialect) => cx.model.dialects.get(dialect)?.releases.as_ref(),
        None => cx.model.releases.as_ref(),
    }
}

/// Releases, of which there may be many: the first and the last of those that follow each other.
pub(super) fn span(cx: &Cx<'_>, dialect: Option<usize>, (since, until): (usize, usize)) -> String {
    let names = axis(cx, dialect).map_or(&[][..], |axis| axis.names.as_slice());
    match names.get(since..=until).unwrap_or_default() {
        [first, _, .., last] => format!("{first} to {last}"),
        few => few.join(", "),
    }
}

/// What the operations of a dialect have, in the order of the operations, behind what is said of it.
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

/// The entries of items in the order of the operations, the releases of one in theirs.
pub(super) fn in_order<'m, T>(
    items: impl Iterator<Item = &'m PerOperation<T>>,
) -> Vec<(&'m PerOperation<T>, &'m ByRelease<T>)> {
    let rows = items.flat_map(|item| item.entries.iter().map(move |one| (item, one)));
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(_, one)| &one.operation);
    rows
}

/// The releases in which an operation has something.
pub(super) fn gate<T>(item: &PerOperation<T>, one: &ByRelease<T>) -> Gate {
    let releases =
        Bounds { dialect: item.dialect, since: Some(one.range.0), until: Some(one.range.1) };
    Gate { releases, ..Gate::default() }
}
