//! Whether a schema has the wire shapes that were released.

use super::text::{ABSENT, Axis, Lock, RULE, Shape, bare};
use crate::ast::Span;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::syntax::{FileId, SourceMap};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// The result of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// Changes of released shapes, with their places in the schema and in the lock.
    pub found: Diagnostics,
    /// Versions that are not frozen yet, each with its axis.
    pub fresh: Vec<String>,
}

/// Compares the [`shapes`](super::shapes()) of a schema with a lock that was read from a file of `sources`.
pub fn compare(
    (file, lock): (FileId, &Lock),
    (schema, now): (&Path, &Lock),
    sources: &mut SourceMap,
) -> Comparison {
    let mut found = Diagnostics::new();
    for Axis { name, versions, line } in &lock.axes {
        for version in versions.iter().filter(|version| !now.versions(name).contains(version)) {
            let message = format!("the released {name} {version} is missing");
            let place = in_line(file, *line, 0.."axis ".len() + name.len(), sources);
            found.push(Diagnostic::new(RULE, message).at(place, "released versions"));
        }
    }
    let items: BTreeSet<&String> = lock.items.keys().chain(now.items.keys()).collect();
    for item in items {
        let Some(difference) = first(item, lock, now) else { continue };
        let in_schema = difference.is.and_then(|is| line_of(schema, &is.place, sources));
        let (place, of_schema, of_lock) = difference.labels(item, lock, file, sources);
        let mut diagnostic = Diagnostic::new(RULE, difference.message(item));
        if let Some(in_schema) = in_schema {
            diagnostic = diagnostic.at(in_schema, of_schema);
        }
        diagnostic = diagnostic.at(place, of_lock);
        if difference.was.is_none() {
            diagnostic = diagnostic.help("state the first version with `since`");
        }
        found.push(diagnostic);
    }
    let of_axis = |axis: &Axis| {
        let known = lock.versions(&axis.name);
        let fresh = axis.versions.iter().filter(|version| !known.contains(version));
        let named = fresh.map(|version| format!("{} {version}", axis.name));
        named.collect::<Vec<_>>()
    };
    Comparison { found, fresh: now.axes.iter().flat_map(of_axis).collect() }
}

/// Some bytes of a line of a lock.
fn in_line(file: FileId, line: usize, bytes: Range<usize>, sources: &mut SourceMap) -> Span {
    let start = sources.line(file, line).map_or(0, |line| line.start);
    sources.span(file, start + bytes.start..start + bytes.end)
}

/// A line of a schema by its file and number, such as `ops.yaml:12`, without its indentation.
fn line_of(schema: &Path, place: &str, sources: &mut SourceMap) -> Option<Span> {
    let (name, number) = place.rsplit_once(':')?;
    // A file that is read alone keeps its own name.
    let file = sources.file(&schema.join(name)).or_else(|| sources.file(schema))?;
    let line = sources.line(file, number.parse().ok()?)?;
    let text = &sources.text(file)[line.clone()];
    let indent = text.len() - text.trim_start_matches([' ', '-']).len();
    Some(sources.span(file, line.start + indent..line.end))
}

/// The first released point at which an item has changed.
struct Difference<'l> {
    point: Vec<(String, String)>,
    was: Option<&'l Shape>,
    is: Option<&'l Shape>,
}

impl Difference<'_> {
    fn message(&self, item: &str) -> String {
        let at: Vec<String> =
            self.point.iter().map(|(axis, version)| format!("{axis} {version}")).collect();
        let of = if at.is_empty() { String::new() } else { format!(" of {}", at.join(", ")) };
        match self.was {
            Some(_) => format!("`{item}`{of} is frozen"),
            None => format!("`{item}`{of} was not released"),
        }
    }

    /// The place in the lock, and the labels in the schema and in the lock.
    fn labels(
        &self,
        item: &str,
        lock: &Lock,
        file: FileId,
        sources: &mut SourceMap,
    ) -> (Span, String, &'static str) {
        let Some(was) = self.was else {
            let line = lock.axes.first().map_or(1, |axis| axis.line);
            let place = in_line(file, line, 0.."axis".len(), sources);
            return (place, "this is new".to_owned(), "these versions are frozen without it");
        };
        let number = was.place.parse().unwrap_or(1);
        let len = sources.line(file, number).map_or(0, |line| line.len());
        let head = len.saturating_sub(was.steps.len());
        let (from, old, new) = step(&was.steps, self.is.map_or("", |is| &is.steps));
        let (bytes, of_schema, of_lock) = match self.is {
            None => (0..item.len(), String::new(), "this was released, and is missing now"),
            Some(_) if new.is_empty() => {
                let bytes = head + from..head + from + old.len();
                let of_schema = "this lacks a part that was released".to_owned();
                (bytes, of_schema, "this was released, and is missing now")
            }
            Some(_) if old.is_empty() => {
                let end = (head + from).saturating_sub(1);
                (end..end + 1, format!("this is added: `{new}`"), "nothing more was released")
            }
            Some(_) => {
                let bytes = head + from..head + from + old.len();
                (bytes, format!("this is now `{new}`"), "this was released")
            }
        };
        (in_line(file, number, bytes, sources), of_schema, of_lock)
    }
}

fn first<'l>(item: &str, lock: &'l Lock, now: &'l Lock) -> Option<Difference<'l>> {
    // The points at which one of them changes. A known axis begins with its first version.
    let mut changes: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let shapes = [lock, now].into_iter().flat_map(|lock| lock.items.get(item)).flatten();
    for (axis, version) in shapes.flat_map(|shape| &shape.since) {
        let of_axis = changes.entry(axis).or_insert_with(|| BTreeSet::from([0]));
        of_axis.extend(lock.versions(axis).iter().position(|known| known == version));
    }
    let mut points: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (axis, versions) in changes {
        // A new axis has no released versions.
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

/// The first different step of two texts: its offset in the old one, and both steps; empty if there is none.
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
