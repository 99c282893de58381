//! What each version added, changed and removed.

use super::cx::{Cx, Sheet};
use super::fields::Owner;
use super::inventory::{Entry, Kind, inventory};
use super::markdown::{code, codes, sentence};
use super::page::{Page, Table};
use super::properties;
use super::target::Target;
use crate::model::{Field, Gate, Releases};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn page(cx: &Cx<'_>) -> Page {
    let mut sheet = Sheet::new(cx, "changes.md", "Changes");
    sheet.para(
        "What each version added, changed and dropped. The parts of a new item are described with \
         the item.",
    );
    let entries = inventory(cx);
    table(&mut sheet, &entries);
    for (index, version) in cx.model.versions.iter().enumerate() {
        sheet.item(Target::Version(index));
        sheet.about(&version.docs);
        sheet.source(&version.docs.source);
        for feature in cx.model.features.iter().filter(|f| index > 0 && f.gate.since == index) {
            let summary = sentence(&feature.summary);
            sheet.para(format!("New feature {}: {summary}", code(&feature.name)));
        }
        added(&mut sheet, &entries, index);
        if index > 0 {
            changed(&mut sheet, index);
        }
        removed(&mut sheet, &entries, index);
        refused(&mut sheet, &entries, index);
    }
    if let Some(axis) = &sheet.cx.model.releases {
        releases(&mut sheet, &entries, None, axis);
    }
    for (index, _, axis) in sheet.cx.model.axes() {
        releases(&mut sheet, &entries, Some(index), axis);
    }
    sheet.finish()
}

/// What began and ended with each release of the producer or of a dialect.
fn releases(
    sheet: &mut Sheet<'_, '_>,
    entries: &[Entry<'_>],
    dialect: Option<usize>,
    releases: &Releases,
) {
    for (index, name) in releases.names.iter().enumerate() {
        let began = entries.iter().filter(|entry| entry.began(dialect) == Some(index));
        let began: Vec<String> = began.map(|entry| line(sheet, entry)).collect();
        let ended = entries.iter().filter(|entry| entry.ended(dialect) == Some(index));
        let ended: Vec<String> = ended.map(|entry| line(sheet, entry)).collect();
        let operations = operations(sheet.cx, dialect, releases, index);
        let nothing = began.is_empty() && ended.is_empty() && operations.is_empty();
        match dialect.and_then(|dialect| sheet.cx.model.dialects.get(dialect)) {
            None => sheet.release(&format!("{} {name}", releases.title)),
            // Most releases of a dialect change operations only, which have a page of their own.
            Some(_) if nothing => continue,
            Some(dialect) => {
                sheet.release(&format!("{}: {} {name}", dialect.docs.name, releases.title));
            }
        }
        if nothing {
            sheet.para("Nothing changed.");
        }
        for (words, lines) in [("New:", began), ("No longer there:", ended)] {
            if !lines.is_empty() {
                sheet.para(words);
                sheet.list(lines);
            }
        }
        if dialect.is_none() && releases.undescribed.contains(&index) {
            sheet.para(
                "Of operations of dialects nothing is known here but what is the same in the releases before and \
                 after.",
            );
        }
        if !operations.is_empty() {
            sheet.para("Operations of dialects:");
            sheet.list(operations);
        }
    }
}

/// The operations of dialects that a release of the producer adds and removes. The operations of a dialect with releases of its
/// own are on that dialect's page.
fn operations(
    cx: &Cx<'_>,
    dialect: Option<usize>,
    releases: &Releases,
    release: usize,
) -> Vec<String> {
    let described = |at: &usize| !releases.undescribed.contains(at);
    let before = (0..release).rev().find(described);
    let (None, Some(before), true) = (dialect, before, described(&release)) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for (name, items) in properties::dialects(cx) {
        let has = |at: usize| -> BTreeSet<&str> {
            let items = items.iter().filter(|item| item.dialect.is_none());
            let entries = items.flat_map(|item| &item.entries);
            let entries = entries.filter(|entry| (entry.range.0..=entry.range.1).contains(&at));
            entries.map(|entry| entry.operation.as_str()).collect()
        };
        let [old, new] = [has(before), has(release)];
        let mut parts = Vec::new();
        for (word, a, b) in [("new", &new, &old), ("gone", &old, &new)] {
            let names: Vec<&str> = a.difference(b).copied().collect();
            if !names.is_empty() {
                parts.push(format!("{word} {}", codes(names)));
            }
        }
        if !parts.is_empty() {
            let link = format!("[{}](/{})", code(name), properties::path(name));
            lines.push(format!("{link}: {}.", parts.join("; ")));
        }
    }
    lines
}

fn kinds(entries: &[&Entry<'_>]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = entries.iter().map(|entry| entry.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

fn title(cx: &Cx<'_>, kind: Kind) -> String {
    let (_, many) = kind.words(cx);
    let mut chars = many.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn added(sheet: &mut Sheet<'_, '_>, entries: &[Entry<'_>], version: usize) {
    let new: Vec<&Entry<'_>> =
        entries.iter().filter(|entry| entry.added() == Some(version)).collect();
    for kind in kinds(&new) {
        let of_kind = new.iter().filter(|entry| entry.kind == kind);
        if version == 0 {
            // Everything is new in the first version, so the names are enough.
            let names = of_kind.map(|entry| subject(sheet, entry)).collect::<Vec<_>>();
            sheet.para(format!("{}: {}.", title(sheet.cx, kind), names.join(", ")));
            continue;
        }
        sheet.para(format!("New {}:", kind.words(sheet.cx).1));
        let lines: Vec<String> = of_kind.map(|entry| line(sheet, entry)).collect();
        sheet.list(lines);
    }
}

/// The item that an entry is or belongs to.
fn subject(sheet: &Sheet<'_, '_>, entry: &Entry<'_>) -> String {
    let link = sheet.link(entry.target);
    match entry.variant {
        Some(variant) => format!("{} of {link}", code(variant)),
        None => link,
    }
}

/// An item with its summary; the name of a part is followed by that of its item.
fn line(sheet: &Sheet<'_, '_>, entry: &Entry<'_>) -> String {
    let mut name = subject(sheet, entry);
    if entry.kind.is_part() {
        name = format!("{} of {name}", code(&entry.docs.name));
    }
    if let Some(feature) = entry.gate.feature {
        name.push_str(&format!(" (feature {})", code(&sheet.cx.model.features[feature].name)));
    }
    format!("{name}: {}", sentence(&entry.docs.summary))
}

/// The items and fields that a file of a version cannot contain.
fn refused(sheet: &mut Sheet<'_, '_>, entries: &[Entry<'_>], version: usize) {
    let has_item = |entry: &Entry<'_>| !entry.kind.is_part() || entry.item.has(version);
    let absent = entries.iter().filter(|entry| !entry.gate.has(version) && has_item(entry));
    let absent: Vec<&Entry<'_>> = absent.collect();
    let lines: Vec<String> = kinds(&absent)
        .into_iter()
        .map(|kind| {
            let of_kind = absent.iter().filter(|entry| entry.kind == kind);
            let names = of_kind.map(|entry| match kind.is_part() {
                true => format!("{} of {}", code(&entry.docs.name), subject(sheet, entry)),
                false => subject(sheet, entry),
            });
            format!("{}: {}.", title(sheet.cx, kind), names.collect::<Vec<_>>().join(", "))
        })
        .collect();
    if !lines.is_empty() {
        sheet.para(
            "Files of this version cannot hold the following. A writer refuses these items, and \
             these fields where the value is not the default:",
        );
        sheet.list(lines);
    }
}

fn removed(sheet: &mut Sheet<'_, '_>, entries: &[Entry<'_>], version: usize) {
    let versions = sheet.cx.model.versions.len();
    let gone: Vec<String> = entries
        .iter()
        .filter(|entry| entry.removed(versions) == Some(version))
        .map(|entry| line(sheet, entry))
        .collect();
    if !gone.is_empty() {
        sheet.para("No longer there:");
        sheet.list(gone);
    }
}

/// Items with fields. The number is the first version with flags, for an item whose flags are not a field.
fn owners<'m>(cx: &Cx<'m>) -> Vec<(Target, &'m [Field], Option<usize>)> {
    let model = cx.model;
    let mut owners: Vec<(Target, &[Field], Option<usize>)> = Vec::new();
    for (index, op) in model.ops.iter().enumerate() {
        owners.push((Target::Op(index), &op.attributes, op.flags));
    }
    for (union, item) in model.unions.iter().enumerate() {
        for (index, variant) in item.variants.iter().enumerate() {
            owners.push((Target::Variant(union, index), &variant.fields, None));
        }
    }
    for (index, record) in model.records.iter().enumerate() {
        owners.push((Target::Record(index), &record.fields, None));
    }
    for (index, section) in model.sections.iter().enumerate() {
        owners.push((Target::Section(index), &section.fields, None));
    }
    owners
}

/// Flags that older versions of an item lack, and fields whose presence is encoded differently than before.
fn changed(sheet: &mut Sheet<'_, '_>, version: usize) {
    let mut lines = Vec::new();
    for (target, fields, flags) in owners(sheet.cx) {
        if flags == Some(version) && sheet.cx.docs(target).gate.since < version {
            lines.push(format!("{} has flags on the wire.", sheet.link(target)));
        }
        lines.extend(ways(sheet, target, fields, flags, version));
    }
    if !lines.is_empty() {
        sheet.para("Changed:");
        sheet.list(lines);
    }
}

/// Fields whose presence is encoded differently than in the version before.
fn ways(
    sheet: &Sheet<'_, '_>,
    target: Target,
    fields: &[Field],
    flags: Option<usize>,
    version: usize,
) -> Vec<String> {
    let owner = owner(sheet.cx, target, fields, flags);
    let mut lines = Vec::new();
    for field in fields {
        let ways = sheet.other_ways(&owner, field).into_iter();
        for way in ways.filter(|way| way.version == version) {
            let (name, item) = (code(&field.docs.name), sheet.link(target));
            lines.push(format!(
                "{name} of {item} is present {}, no longer {}.",
                way.now, way.before
            ));
        }
    }
    lines
}

fn owner<'m>(cx: &Cx<'m>, target: Target, fields: &'m [Field], flags: Option<usize>) -> Owner<'m> {
    let flags = flags.map(|since| Gate { since, ..Gate::default() });
    Owner { flags, ..Owner::new(cx.docs(target), fields) }
}

/// The table of everything that some versions or releases lack, or encode differently.
fn table(sheet: &mut Sheet<'_, '_>, entries: &[Entry<'_>]) {
    let cx = sheet.cx;
    let mut changed: BTreeMap<(Target, &str), Vec<usize>> = BTreeMap::new();
    for (target, fields, flags) in owners(cx) {
        let docs = cx.docs(target);
        if let Some(since) = flags.filter(|since| docs.gate.since < *since) {
            changed.entry((target, &docs.name)).or_default().push(since);
        }
        let owner = owner(cx, target, fields, flags);
        for field in fields {
            let ways = sheet.other_ways(&owner, field);
            if !ways.is_empty() {
                let versions = ways.iter().map(|way| way.version).collect();
                changed.insert((target, &field.docs.name), versions);
            }
        }
    }
    let mut table = Table::new(["Name", "What it is", "Versions", "Changed in", "Summary"]);
    for entry in entries {
        let own = !entry.kind.is_part() || entry.gate != entry.item;
        let changed = changed.remove(&(entry.target, &*entry.docs.name));
        if (!own || entry.gate == Gate::default()) && changed.is_none() {
            continue;
        }
        let mut name = sheet.link(entry.target);
        if entry.kind.is_part() {
            name = format!("{} of {name}", code(&entry.docs.name));
        }
        let (kind, _) = entry.kind.words(cx);
        let versions = cx.versions(&entry.gate);
        let others: Vec<&str> = changed.iter().flatten().map(|at| cx.version(*at)).collect();
        let summary = sentence(&entry.docs.summary);
        let row = table.part("", &entry.gate, [name, kind, versions, others.join(", "), summary]);
        row.changed.extend(changed.into_iter().flatten());
    }
    if !table.is_empty() {
        sheet.heading("What not all versions have");
        sheet.table("", table);
    }
}
