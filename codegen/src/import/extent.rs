//! The releases that have an item, from `since_release` and `until_release`.

use super::Result;
use super::edit::Edits;
use super::releases::Axis;
use crate::ast::{Common, Span, Spanned};
use crate::emit::yaml::quoted;

/// The releases that have an item, by their places among the names of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// The first.
    since: usize,
    /// The last; none without an end.
    until: Option<usize>,
}

impl Extent {
    /// Those of an item that is inside of another.
    pub(super) fn of(axis: &Axis<'_>, common: &Common, outer: Option<Extent>) -> Self {
        let place = |bound: &Option<Spanned<String>>| {
            bound.as_ref().and_then(|bound| axis.position(&bound.value))
        };
        let since = place(&common.since_release).or(outer.map(|outer| outer.since));
        let until = place(&common.until_release).or(outer.and_then(|outer| outer.until));
        Extent { since: since.unwrap_or(0), until }
    }

    /// Those of a part of another item that is known in only one release.
    pub(super) fn only(axis: &Axis<'_>, release: usize, outer: Option<Extent>) -> Self {
        Extent { since: release, until: end(axis, release, outer) }
    }

    /// The same inside of an item that ends with it and states this.
    pub(super) fn inside(self, outer: Extent) -> Self {
        Extent { until: self.until.filter(|_| self.until != outer.until), ..self }
    }

    /// Whether it has all releases of another one.
    pub(super) fn covers(self, other: Extent) -> bool {
        let ends = match (self.until, other.until) {
            (None, _) => true,
            (Some(until), Some(other)) => other <= until,
            (Some(_), None) => false,
        };
        self.since <= other.since && ends
    }

    /// Whether a release is among them.
    pub(super) fn has(self, release: usize) -> bool {
        self.since <= release && self.until.is_none_or(|until| release <= until)
    }

    /// With one more release; none if known releases lie between.
    pub(super) fn with(
        self,
        axis: &Axis<'_>,
        release: usize,
        outer: Option<Extent>,
    ) -> Option<Self> {
        if self.has(release) {
            Some(self)
        } else if release < self.since {
            let near = axis.following(release).is_some_and(|next| self.since <= next);
            near.then_some(Extent { since: release, ..self })
        } else {
            let next = self.until.and_then(|until| axis.following(until));
            let until = end(axis, release, outer);
            (next == Some(release)).then_some(Extent { until, ..self })
        }
    }

    /// Without a release; none if others lie on both sides of it. If no release is left, there is no extent.
    pub(super) fn without(self, axis: &Axis<'_>, release: usize) -> Option<Option<Self>> {
        let before = axis.preceding(release).filter(|before| self.has(*before));
        let after = axis.following(release).filter(|after| self.has(*after));
        match (before, after) {
            (None, None) => Some(None),
            (None, Some(since)) => Some(Some(Extent { since, ..self })),
            (Some(until), None) => Some(Some(Extent { until: Some(until), ..self })),
            (Some(_), Some(_)) => None,
        }
    }

    /// These releases. Where the item itself does not state a bound, the bound of `old` stays.
    pub(super) fn with_stated_bounds(self, common: &Common, old: Extent) -> Self {
        let since = if common.since_release.is_some() { self.since } else { old.since };
        let until = if common.until_release.is_some() { self.until } else { old.until };
        Extent { since, until }
    }

    /// Changes the releases of an item to these. New keys follow `anchor`.
    pub(super) fn write(
        self,
        axis: &Axis<'_>,
        old: Extent,
        common: &Common,
        anchor: Span,
        edits: &mut Edits<'_>,
    ) -> Result<()> {
        let name = |release: usize| quoted(&axis.names[release]);
        let since = common.since_release.as_ref();
        if self.since != old.since {
            edits.set_key(anchor, "since_release", since, Some(&name(self.since)))?;
        }
        if self.until != old.until {
            let anchor = since.map_or(anchor, |since| since.span);
            let until = common.until_release.as_ref();
            edits.set_key(anchor, "until_release", until, self.until.map(name).as_deref())?;
        }
        Ok(())
    }

    /// The keys and their values.
    pub(super) fn keys(self, axis: &Axis<'_>) -> Vec<String> {
        let key = |key: &str, release: usize| format!("{key}: {}", quoted(&axis.names[release]));
        let since = std::iter::once(key("since_release", self.since));
        since.chain(self.until.map(|until| key("until_release", until))).collect()
    }
}

/// Whether an end must be stated: the enclosing item has the next release, or states its own end.
fn end(axis: &Axis<'_>, release: usize, outer: Option<Extent>) -> Option<usize> {
    let goes_on = axis.following(release).is_some_and(|next| outer.is_none_or(|o| o.has(next)));
    let states_end = outer.is_some_and(|outer| outer.until == Some(release));
    (goes_on || states_end).then_some(release)
}
