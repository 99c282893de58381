//! The common checks of `properties`, `signatures` and `defaults`: an operation has one entry for a release.

use std::collections::{HashMap, HashSet};

use super::Cx;
use crate::ast::{ByRelease, EVERY_OPERATION, PerOperation, Span};
use crate::diagnostics::Diagnostics;

/// The terms of findings.
pub(super) struct Words {
    /// The rule.
    pub(super) rule: &'static str,
    /// The data of a dialect.
    pub(super) item: &'static str,
    /// The data of an operation, in the plural.
    pub(super) one: &'static str,
    /// Whether all operations of a dialect can share an entry.
    pub(super) shared: bool,
}

/// Checks the releases of all items of a kind.
pub(super) fn check<T>(
    cx: &Cx<'_>,
    items: &[PerOperation<T>],
    words: &Words,
    out: &mut Diagnostics,
) {
    let mut seen = HashMap::new();
    for item in items {
        check_ranges(cx, item, words, out);
        for entry in &item.entries {
            once(cx, item, entry, words, &mut seen, out);
            let operation = &entry.operation;
            if operation.value == EVERY_OPERATION && !words.shared {
                out.found(words.rule, format!("{} cannot be shared by all operations", words.one))
                    .at(operation.span, "expected the name of an operation");
            }
        }
        check_summaries(item, words, out);
    }
}

/// A summary is one line about an existing operation.
fn check_summaries<T>(item: &PerOperation<T>, words: &Words, out: &mut Diagnostics) {
    let dialect = &item.common.name.value;
    let known: HashSet<&str> =
        item.entries.iter().map(|entry| entry.operation.value.as_str()).collect();
    for (operation, summary) in &item.summaries {
        let name = format!("`{dialect}.{}`", operation.value);
        if !known.contains(operation.value.as_str()) {
            out.found(words.rule, format!("there are no {} of {name}", words.one))
                .at(operation.span, "nothing to summarize");
        }
        if let Some(fault) = super::missing_documentation::fault(&summary.value) {
            out.found(words.rule, format!("the summary of {name} {fault}"))
                .at(summary.span, "expected one line without a full stop");
        }
    }
}

/// Each entry of an operation is valid up to the next one, within the range of the item.
fn check_ranges<T>(cx: &Cx<'_>, item: &PerOperation<T>, words: &Words, out: &mut Diagnostics) {
    let (Words { rule, item: of, .. }, name) = (words, &item.common.name);
    if item.common.since_release.is_none() && !item.common.broken {
        out.found(rule, format!("the {of} of `{}` have no range", name.value))
            .at(name.span, "needs `since_release`");
    }
    check_end(cx, item, words, out);
    let gate = cx.release_gate(&item.common);
    for (at, entry) in item.entries.iter().enumerate() {
        let Some(release) = &entry.release else { continue };
        super::releases::known(cx, &item.common, release, out);
        let Some(position) = cx.release(&item.common, release) else { continue };
        let before =
            item.entries[..at].last().filter(|other| other.operation.span == entry.operation.span);
        let before = before.and_then(|other| {
            let release = other.release.as_ref()?;
            Some((release, (cx.release(&item.common, release)?, record(other))))
        });
        if !gate.has(position) {
            out.found(rule, format!("release {} is outside the range", release.value))
                .at(release.span, "not between `since_release` and `until_release`");
        } else if let Some((first, _)) =
            before.filter(|(_, before)| *before >= (position, record(entry)))
        {
            out.found(rule, format!("release {} is out of order", release.value))
                .at(release.span, "releases are listed oldest first")
                .at(first.span, "the previous release");
        }
    }
}

/// The data of operations extends to the newest release, or `ended` states that it does not.
fn check_end<T>(cx: &Cx<'_>, item: &PerOperation<T>, words: &Words, out: &mut Diagnostics) {
    let (Words { rule, item: of, .. }, name) = (words, &item.common.name.value);
    let Some(until) = &item.common.until_release else {
        if item.ended {
            out.found(rule, format!("the {of} of `{name}` end without a release"))
                .at(item.common.name.span, "`ended` needs `until_release`");
        }
        return;
    };
    let Some(last) = cx.release(&item.common, until) else { return };
    let releases = cx.releases(&item.common);
    let Some(newest) = releases.last() else { return };
    let is_newest = last + 1 == releases.len();
    if is_newest == item.ended {
        let message = match item.ended {
            true => format!("the {of} of `{name}` end with the newest release"),
            false => format!("the {of} of `{name}` end before release {newest}"),
        };
        let help = match item.ended {
            true => "remove `ended`".to_owned(),
            false => {
                "remove `until_release` if they apply to newer releases, or write `ended: true`"
                    .to_owned()
            }
        };
        out.found(rule, message)
            .at(until.span, format!("the newest release is {newest}"))
            .help(help);
    }
}

/// The least version record that a file must have.
fn record<T>(entry: &ByRelease<T>) -> u64 {
    entry.record.as_ref().map_or(0, |record| record.value)
}

/// The items with entries for an operation, by dialect and operation, each with its position.
type Seen<'a, T> = HashMap<(&'a str, &'a str), Vec<(&'a PerOperation<T>, Span)>>;

/// Only one item has an entry for an operation in a release.
fn once<'a, T>(
    cx: &Cx<'a>,
    item: &'a PerOperation<T>,
    entry: &'a ByRelease<T>,
    words: &Words,
    seen: &mut Seen<'a, T>,
    out: &mut Diagnostics,
) {
    let Words { rule, one, .. } = words;
    let (dialect, operation) = (&item.common.name.value, &entry.operation);
    let others = seen.entry((dialect, &operation.value)).or_default();
    if others.last().is_some_and(|(_, span)| *span == operation.span) {
        return;
    }
    let axis = |item: &'a PerOperation<T>| {
        let dialect = item.common.dialect.as_ref().filter(|_| cx.has_own_releases(&item.common));
        dialect.map(|dialect| dialect.value.as_str())
    };
    let gate = cx.release_gate(&item.common);
    let twice = others.iter().find(|(other, _)| {
        let of_other = cx.release_gate(&other.common);
        axis(other) == axis(item) && gate.from <= of_other.to && of_other.from <= gate.to
    });
    if let Some((_, first)) = twice {
        out.found(rule, format!("`{dialect}.{}` has {one} in two items", operation.value))
            .at(operation.span, "second item, with some of the same releases")
            .at(*first, "first item");
    }
    others.push((item, operation.span));
}
