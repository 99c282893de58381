//! What each version added, changed and dropped.

use super::cx::{Cx, Sheet, within};
use super::fields::Owner;
use super::inventory::{Entry, Kind, inventory};
use super::markdown::{code, codes, sentence};
use super::page::Page;
use super::properties;
use super::target::Target;
use crate::model::{Field, FieldKind, Releases};
use std::collections::BTreeSet;

pub(super) fn page(cx: &Cx<'_>) -> Page {
    let mut sheet = Sheet::new(cx, "changes.md", "Changes");
    sheet.para(
        "What each version added, changed and dropped. The parts of a new item are described with \
         the item.",
    );
    let entries = inventory(cx);
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
    if let Some(clock) = &sheet.cx.model.releases {
        releases(&mut sheet, &entries, None, clock);
    }
    for (index, _, clock) in sheet.cx.model.clocks() {
        releases(&mut sheet, &entries, Some(index), clock);
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

/// Which operations of dialects are new in a release of the producer, and which are gone. Those of a dialect with
/// releases of its own stand on its page.
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
        let mut said = Vec::new();
        for (word, a, b) in [("new", &new, &old), ("gone", &old, &new)] {
            let names: Vec<&str> = a.difference(b).copied().collect();
            if !names.is_empty() {
                said.push(format!("{word} {}", codes(names)));
            }
        }
        if !said.is_empty() {
            let link = format!("[{}](/{})", code(name), properties::path(name));
            lines.push(format!("{link}: {}.", said.join("; ")));
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
            // The first version has everything that older ones would have had: names are enough.
            let names = of_kind.map(|entry| sheet.link(entry.target)).collect::<Vec<_>>();
            sheet.para(format!("{}: {}.", title(sheet.cx, kind), names.join(", ")));
            continue;
        }
        sheet.para(format!("New {}:", kind.words(sheet.cx).1));
        let lines: Vec<String> = of_kind.map(|entry| line(sheet, entry)).collect();
        sheet.list(lines);
    }
}

/// An item, or a part behind its item, with what it is.
fn line(sheet: &Sheet<'_, '_>, entry: &Entry<'_>) -> String {
    let mut name = sheet.link(entry.target);
    if entry.kind.is_part() {
        name = format!("{} of {name}", code(&entry.docs.name));
    }
    if let Some(feature) = entry.gate.feature {
        name.push_str(&format!(" (feature {})", code(&sheet.cx.model.features[feature].name)));
    }
    format!("{name}: {}", sentence(&entry.docs.summary))
}

/// What a file of a version cannot hold.
fn refused(sheet: &mut Sheet<'_, '_>, entries: &[Entry<'_>], version: usize) {
    let has_item = |entry: &Entry<'_>| !entry.kind.is_part() || entry.item.has(version);
    let absent = entries.iter().filter(|entry| !entry.gate.has(version) && has_item(entry));
    let absent: Vec<&Entry<'_>> = absent.collect();
    let lines: Vec<String> = kinds(&absent)
        .into_iter()
        .map(|kind| {
            let of_kind = absent.iter().filter(|entry| entry.kind == kind);
            let names = of_kind.map(|entry| match kind.is_part() {
                true => format!("{} of {}", code(&entry.docs.name), sheet.link(entry.target)),
                false => sheet.link(entry.target),
            });
            format!("{}: {}.", title(sheet.cx, kind), names.collect::<Vec<_>>().join(", "))
        })
        .collect();
    if !lines.is_empty() {
        sheet.para(
            "Files of this version cannot hold the following; a writer refuses what does not have its default:",
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

/// Flags that older forms of an item lack, and other ways of telling that a field is present.
fn changed(sheet: &mut Sheet<'_, '_>, version: usize) {
    let model = sheet.cx.model;
    let mut lines = Vec::new();
    for (index, op) in model.ops.iter().enumerate() {
        if op.flags == Some(version) && op.docs.gate.since < version {
            let name = sheet.link(Target::Op(index));
            lines.push(format!("{name} has flags on the wire."));
        }
        lines.extend(ways(sheet, Target::Op(index), &op.attributes, op.flags, version));
    }
    for (union, item) in model.unions.iter().enumerate() {
        for (index, variant) in item.variants.iter().enumerate() {
            let target = Target::Variant(union, index);
            lines.extend(ways(sheet, target, &variant.fields, None, version));
        }
    }
    for (index, record) in model.records.iter().enumerate() {
        lines.extend(ways(sheet, Target::Record(index), &record.fields, None, version));
    }
    for (index, section) in model.sections.iter().enumerate() {
        lines.extend(ways(sheet, Target::Section(index), &section.fields, None, version));
    }
    if !lines.is_empty() {
        sheet.para("Changed:");
        sheet.list(lines);
    }
}

/// Fields whose presence is told in another way than in the version before.
fn ways(
    sheet: &Sheet<'_, '_>,
    target: Target,
    fields: &[Field],
    flags: Option<usize>,
    version: usize,
) -> Vec<String> {
    let docs = sheet.cx.docs(target);
    let mut owner = Owner::new(docs, fields);
    owner.flags = flags.map(|since| crate::model::Gate { since, ..Default::default() });
    let mut lines = Vec::new();
    for field in fields.iter().filter(|f| matches!(f.kind, FieldKind::Optional(..))) {
        let gate = within(&docs.gate, &field.docs.gate);
        if !gate.has(version) || !gate.has(version - 1) {
            continue;
        }
        let [before, now] = [version - 1, version].map(|v| sheet.presence_in(&owner, field, v));
        if before != now {
            let name = code(&field.docs.name);
            let item = sheet.link(target);
            lines.push(format!("{name} of {item} is present {now}, no longer {before}."));
        }
    }
    lines
}
