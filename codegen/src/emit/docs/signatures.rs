//! The signatures of the operations of a dialect, and their changes with each release.

use super::cx::{Cx, Sheet};
use super::markdown::{code, sentence};
use super::page::Table;
use super::span::{axis, gate, rows, span};
use crate::model::{Properties, Releases, Signature, SignatureGroup, spelled};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The notation of signatures, if the schema has some.
pub(super) fn notation(sheet: &mut Sheet<'_, '_>) {
    if sheet.cx.model.signatures.is_empty() {
        return;
    }
    let mut table = Table::new(["Written", "Operands, results, regions or successors"]);
    table.row([code("name"), "One.".to_owned()]);
    table.row([code("name?"), "One or none.".to_owned()]);
    table.row([code("name*"), "Any number.".to_owned()]);
    table.row([code("name**"), "Any number of groups of any number.".to_owned()]);
    table.row([code("_"), "One without a name.".to_owned()]);
    sheet.table("", table);
}

/// The operations of a dialect, with their summaries and signatures.
pub(super) fn operations(sheet: &mut Sheet<'_, '_>, dialect: &str) {
    let rows = rows(sheet, "Operations", &sheet.cx.model.signatures, dialect);
    if rows.is_empty() {
        return;
    }
    let columns =
        ["Operation", "Releases", "Operands", "Results", "Regions", "Successors", "Traits"];
    let mut table = Table::new(columns);
    for (item, one) in rows {
        let Signature { operands, results, regions, successors, traits } = &one.value;
        let summary = item.summaries.binary_search_by(|(name, _)| name.cmp(&one.operation));
        let mut name = code(&format!("{dialect}.{}", one.operation));
        if let Ok(at) = summary {
            let _ = write!(name, ": {}", sentence(&item.summaries[at].1));
        }
        let mut releases = span(sheet.cx, item.dialect, one.range);
        if one.record > 0 {
            let _ = write!(releases, ", with a version record of {} or more", one.record);
        }
        let traits: Vec<&str> = traits.iter().map(|known| known.word()).collect();
        let gate = gate(item, one);
        table.part(
            &format!("{dialect}.{}", one.operation),
            &gate,
            [
                name,
                releases,
                groups(operands),
                groups(results),
                groups(regions),
                groups(successors),
                traits.join(", "),
            ],
        );
    }
    sheet.table("", table);
}

fn groups(groups: &[SignatureGroup]) -> String {
    let names: Vec<String> = groups.iter().map(|group| code(&group.to_string())).collect();
    names.join(", ")
}

/// The spelled properties and signature of each operation in a release.
type State = BTreeMap<String, (Option<String>, Option<String>)>;

/// The changes of each release: operations added and removed, and operations whose parts changed.
pub(super) fn changes(sheet: &mut Sheet<'_, '_>, dialect: &str, items: &[&Properties]) {
    let mut axes: Vec<Option<usize>> = Vec::new();
    for item in items {
        if !axes.contains(&item.dialect) {
            axes.push(item.dialect);
        }
    }
    let several = axes.len() > 1;
    for of in axes {
        let Some(releases) = axis(sheet.cx, of) else { continue };
        let of_axis = items.iter().filter(|item| item.dialect == of);
        let Some(first) = of_axis.map(|item| item.range.0).min() else { continue };
        let rows = since(sheet.cx, dialect, items, of, releases, first);
        if rows.is_empty() {
            continue;
        }
        let title = match several {
            true => format!("Changes by {}", releases.title),
            false => "Changes".to_owned(),
        };
        sheet.heading(&title);
        let mut table = Table::new([releases.title.as_str(), "What changed"]);
        for (release, text) in rows {
            table.row([release, text]);
        }
        sheet.table("", table);
    }
}

/// The changes of each release after the first.
fn since(
    cx: &Cx<'_>,
    dialect: &str,
    items: &[&Properties],
    of: Option<usize>,
    releases: &Releases,
    first: usize,
) -> Vec<(String, String)> {
    let described = (first..releases.names.len()).filter(|at| !releases.undescribed.contains(at));
    let mut before: Option<State> = None;
    let mut rows = Vec::new();
    for release in described {
        let state = state(cx, dialect, items, of, release);
        if let Some(before) = before.replace(state.clone()) {
            let name = &releases.names[release];
            rows.extend(differences(&before, &state).into_iter().map(|text| (name.clone(), text)));
        }
    }
    rows
}

fn state(
    cx: &Cx<'_>,
    dialect: &str,
    items: &[&Properties],
    of: Option<usize>,
    release: usize,
) -> State {
    let has =
        |(since, until): (usize, usize), record| record == 0 && (since..=until).contains(&release);
    let mut state = State::new();
    for item in items.iter().filter(|item| item.dialect == of) {
        for layout in item.entries.iter().filter(|one| has(one.range, one.record)) {
            let one = state.entry(layout.operation.clone()).or_default();
            one.0 = Some(spelled(&layout.value));
        }
    }
    let signatures = cx.model.signatures.iter();
    let signatures = signatures.filter(|item| item.docs.name == dialect && item.dialect == of);
    for one in signatures.flat_map(|item| &item.entries) {
        if has(one.range, one.record) {
            state.entry(one.operation.clone()).or_default().1 = Some(one.value.to_string());
        }
    }
    state
}

/// The differences of two releases, each in words.
fn differences(before: &State, after: &State) -> Vec<String> {
    let names = |a: &State, b: &State| {
        let names = a.keys().filter(|name| !b.contains_key(*name)).map(|name| code(name));
        names.collect::<Vec<_>>().join(", ")
    };
    let mut found = Vec::new();
    for (what, list) in [("New", names(after, before)), ("Gone", names(before, after))] {
        if !list.is_empty() {
            found.push(format!("{what}: {list}."));
        }
    }
    for (name, (layout, signature)) in after {
        let Some((old_layout, old_signature)) = before.get(name) else { continue };
        if let (Some(old), Some(new)) = (old_layout, layout)
            && old != new
        {
            found.push(format!(
                "Properties of {}: {}, before {}.",
                code(name),
                or_none(new),
                or_none(old)
            ));
        }
        if let (Some(old), Some(new)) = (old_signature, signature)
            && old != new
        {
            found.push(format!("{}: {}, before {}.", code(name), code(new), code(old)));
        }
    }
    found
}

/// A layout as code; the word `none` for an empty one.
fn or_none(layout: &str) -> String {
    if layout.is_empty() { "none".to_owned() } else { code(layout) }
}
