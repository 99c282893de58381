//! Whether a schema has the wire shapes that were released.

use super::text::{ABSENT, Axis, Lock, Shape, bare};
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics};
use bytespec_codegen::syntax::SourceMap;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What came of it.
pub(super) struct Comparison {
    pub(super) found: Diagnostics,
    /// The lock, with the places of findings.
    pub(super) sources: SourceMap,
    /// Versions that are not frozen yet.
    pub(super) fresh: Vec<String>,
}

/// Compares what a schema has with what was released.
pub(super) fn compare(file: &Path, text: &str, lock: &Lock, now: &Lock) -> Comparison {
    let mut sources = SourceMap::default();
    let id = sources.add(file, text);
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut found = Diagnostics::new();
    // A part of a line, by the line from one and bytes in it.
    let mut span = |line: usize, from: usize, len: usize| {
        let start = starts.get(line.saturating_sub(1)).copied().unwrap_or_default() + from;
        sources.span(id, start..start + len)
    };
    for Axis { name, versions, line } in &lock.axes {
        for version in versions.iter().filter(|version| !now.versions(name).contains(version)) {
            let at = span(*line, 0, "axis ".len() + name.len());
            found.push(
                Diagnostic::new("frozen", format!("{name} {version} was released, and is gone"))
                    .at(at, "released versions"),
            );
        }
    }
    let items: BTreeSet<&String> = lock.items.keys().chain(now.items.keys()).collect();
    for item in items {
        let Some(Difference { point, was, is }) = first(item, lock, now) else { continue };
        let at: Vec<String> =
            point.iter().map(|(axis, version)| format!("{axis} {version}")).collect();
        let of = if at.is_empty() { String::new() } else { format!(" of {}", at.join(", ")) };
        let place = |shape: &Shape| match shape.place.is_empty() {
            true => String::new(),
            false => format!(" ({})", shape.place),
        };
        let diagnostic = match (was, is) {
            (Some(was), is) => {
                let line: usize = was.place.parse().unwrap_or_default();
                let whole = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
                let head = whole.len() - was.steps.len();
                let (from, old, new) = step(&was.steps, is.map_or("", |is| &is.steps));
                let diagnostic = Diagnostic::new("frozen", format!("`{item}`{of} is frozen"));
                match is {
                    None => {
                        diagnostic.at(span(line, 0, item.len()), "this was released, and is gone")
                    }
                    Some(is) if new.is_empty() => diagnostic
                        .at(span(line, head + from, old.len()), "this was released, and is gone")
                        .help(format!("the schema has it no more{}", place(is))),
                    Some(is) if old.is_empty() => diagnostic
                        .at(
                            span(line, (head + from).saturating_sub(1), 1),
                            "nothing more was released",
                        )
                        .help(format!("the schema says `{new}` behind it{}", place(is))),
                    Some(is) => diagnostic
                        .at(span(line, head + from, old.len()), "this was released")
                        .help(format!("the schema says `{new}`{}", place(is))),
                }
            }
            (None, is) => {
                let axis = lock.axes.first().map_or(1, |axis| axis.line);
                let place = is.map(place).unwrap_or_default();
                Diagnostic::new("frozen", format!("`{item}`{of} was not released{place}"))
                    .at(span(axis, 0, "axis".len()), "these versions are frozen without it")
                    .help("say by `since` which version has it first")
            }
        };
        found.push(diagnostic);
    }
    let of_axis = |axis: &Axis| {
        let known = lock.versions(&axis.name);
        let fresh = axis.versions.iter().filter(|version| !known.contains(version));
        let named = fresh.map(|version| format!("{} {version}", axis.name));
        named.collect::<Vec<_>>()
    };
    let fresh = now.axes.iter().flat_map(of_axis).collect();
    Comparison { found, sources, fresh }
}

/// The first released point at which an item is not as it was.
struct Difference<'l> {
    point: Vec<(String, String)>,
    was: Option<&'l Shape>,
    is: Option<&'l Shape>,
}

fn first<'l>(item: &str, lock: &'l Lock, now: &'l Lock) -> Option<Difference<'l>> {
    // Where one of them changes; what both know of an axis begins with its first version.
    let mut changes: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let shapes = [lock, now].into_iter().flat_map(|lock| lock.items.get(item)).flatten();
    for (axis, version) in shapes.flat_map(|shape| &shape.since) {
        let of_axis = changes.entry(axis).or_insert_with(|| BTreeSet::from([0]));
        of_axis.extend(lock.versions(axis).iter().position(|known| known == version));
    }
    let mut points: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (axis, versions) in changes {
        // An axis that is new has nothing released.
        let released = lock.versions(axis);
        let versions: Vec<&String> = versions.iter().filter_map(|at| released.get(*at)).collect();
        if versions.is_empty() {
            continue;
        }
        let with = |point: &Vec<(String, String)>| {
            let all = versions.iter().map(|version| {
                let mut point = point.clone();
                point.push((axis.to_owned(), (*version).clone()));
                point
            });
            all.collect::<Vec<_>>()
        };
        points = points.iter().flat_map(with).collect();
    }
    points.into_iter().find_map(|point| {
        let (was, is) = (lock.at(item, &point), now.at(item, &point));
        let bare =
            |shape: Option<&Shape>| shape.map_or(ABSENT.to_owned(), |shape| bare(&shape.steps));
        (bare(was) != bare(is)).then_some(Difference { point, was, is })
    })
}

/// The first step of two texts that differs: where it stands in the old one, and both; empty where there is none.
fn step<'t>(old: &'t str, new: &'t str) -> (usize, &'t str, &'t str) {
    let mut from = 0;
    let (mut old, mut new) = (old.split("; "), new.split("; "));
    loop {
        match (old.next(), new.next()) {
            (Some(a), Some(b)) if a == b => from += a.len() + "; ".len(),
            (Some(a), b) => return (from, a, b.unwrap_or_default()),
            (None, b) => return (from.saturating_sub("; ".len()), "", b.unwrap_or_default()),
        }
    }
}
