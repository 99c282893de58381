//! The releases that an item counts, and ranges of them in words.

use super::cx::Cx;
use crate::model::Releases;

/// The releases that an item of a dialect counts, or of none.
pub(super) fn clock<'m>(cx: &Cx<'m>, dialect: Option<usize>) -> Option<&'m Releases> {
    match dialect {
        Some(dialect) => cx.model.dialects.get(dialect)?.releases.as_ref(),
        None => cx.model.releases.as_ref(),
    }
}

/// Releases, of which there may be many: the first and the last of those that follow each other.
pub(super) fn span(cx: &Cx<'_>, dialect: Option<usize>, (since, until): (usize, usize)) -> String {
    let names = clock(cx, dialect).map_or(&[][..], |clock| clock.names.as_slice());
    match names.get(since..=until).unwrap_or_default() {
        [first, _, .., last] => format!("{first} to {last}"),
        few => few.join(", "),
    }
}
