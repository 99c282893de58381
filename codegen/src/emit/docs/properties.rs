//! The layouts of the properties of operations: a page for each dialect.

use super::cx::{Cx, Sheet};
use super::markdown::{code, counted, sentence};
use super::page::Table;
use super::span::{axis, gate, in_order, span};
use super::target::Target;
use super::{Page, defaults, signatures};
use crate::ast::EVERY_OPERATION;
use crate::model::{Layout, Properties, Property, PropertyKind, Releases, spelled};
use bytespec_plan::Kind;
use std::collections::BTreeMap;

pub(super) const INDEX: &str = "properties/README.md";

/// A dialect and its items, each of which describes some releases.
pub(super) type Dialect<'m> = (&'m str, Vec<&'m Properties>);

/// The dialects with layouts, sorted by name.
pub(super) fn dialects<'m>(cx: &Cx<'m>) -> Vec<Dialect<'m>> {
    let mut dialects: BTreeMap<&str, Vec<&Properties>> = BTreeMap::new();
    for item in &cx.model.properties {
        dialects.entry(&item.docs.name).or_default().push(item);
    }
    dialects.into_iter().collect()
}

/// The path of the page of a dialect.
pub(super) fn path(dialect: &str) -> String {
    format!("properties/{dialect}.md")
}

/// The number of known operations of a dialect, in all releases together.
pub(super) fn operations(items: &[&Properties]) -> usize {
    let names = layouts(items).map(|layout| layout.operation.as_str());
    let mut names: Vec<&str> = names.filter(|name| *name != EVERY_OPERATION).collect();
    names.sort_unstable();
    names.dedup();
    names.len()
}

/// The index, and a page for each dialect.
pub(super) fn pages(cx: &Cx<'_>) -> Vec<Page> {
    let dialects = dialects(cx);
    if dialects.is_empty() {
        return Vec::new();
    }
    let mut pages = vec![index(cx, &dialects)];
    pages.extend(dialects.iter().map(|dialect| page(cx, dialect)));
    pages
}

fn layouts<'m>(items: &[&'m Properties]) -> impl Iterator<Item = &'m Layout> {
    items.iter().flat_map(|item| &item.entries)
}

fn index(cx: &Cx<'_>, dialects: &[Dialect<'_>]) -> Page {
    let mut sheet = Sheet::new(cx, INDEX, "Properties of operations");
    sheet.para(
        "The properties of an operation follow each other without names or tags. The file does not \
         say their layout: that depends on the release that wrote the file, and changes between \
         releases of one format version. An operation that is not listed for a release is unknown \
         in it, unless the dialect has a layout for any other operation. An operation with an \
         empty layout has no properties.",
    );
    sheet.heading("Notation");
    notation(&mut sheet);
    signatures::notation(&mut sheet);
    sheet.errors_of(&[Kind::Properties]);
    sheet.heading("All dialects");
    let mut table = Table::new(["Dialect", "Releases", "Operations", "Summary"]);
    for (dialect, items) in dialects {
        let mut releases: Vec<String> = Vec::new();
        for item in items {
            let text = span(cx, item.dialect, item.range);
            if !releases.contains(&text) {
                releases.push(text);
            }
        }
        let summaries: Vec<String> =
            items.iter().map(|item| sentence(&item.docs.summary)).collect();
        table.row([
            sheet.link_page(&path(dialect), &code(dialect)),
            releases.join(", "),
            operations(items).to_string(),
            summaries.join(" "),
        ]);
    }
    sheet.table("", table);
    sheet.finish()
}

fn notation(sheet: &mut Sheet<'_, '_>) {
    let used: Vec<&PropertyKind> = sheet
        .cx
        .model
        .properties
        .iter()
        .flat_map(|item| &item.entries)
        .flat_map(|layout| layout.value.iter().map(|field| &field.kind))
        .collect();
    let uses = |is: fn(&PropertyKind) -> bool| used.iter().any(|kind| is(kind));
    let model = sheet.cx.model;
    let (attribute, string) =
        (table_link(sheet, model.attributes), table_link(sheet, model.strings));
    let mut table = Table::new(["Written", "On the wire"]);
    let mut row = |form: &str, words: String, used: bool| {
        if used {
            table.row([code(form), words]);
        }
    };
    row("name", format!("{attribute}."), uses(|kind| *kind == PropertyKind::Attribute));
    row(
        "name?",
        "A varint: 0 for none, otherwise 2n + 1 for the attribute with index n.".to_owned(),
        uses(|kind| *kind == PropertyKind::OptionalAttribute),
    );
    row("name: varint", "A varint.".to_owned(), uses(|kind| *kind == PropertyKind::Varint));
    row(
        "name: varint?",
        "One byte: 0 for none, or 1 and a varint.".to_owned(),
        uses(|kind| *kind == PropertyKind::OptionalVarint),
    );
    row("name: bool", "One byte, 0 or 1.".to_owned(), uses(|kind| *kind == PropertyKind::Bool));
    row("name: string", format!("{string}."), uses(|kind| *kind == PropertyKind::String));
    row("name[4]", segments(sheet), uses(|kind| matches!(kind, PropertyKind::Segments(_))));
    sheet.table("", table);
}

fn segments(sheet: &Sheet<'_, '_>) -> String {
    let mut text = "The sizes of 4 segments of the operands or results.".to_owned();
    if let Some(sizes) = &sheet.cx.model.segment_sizes {
        let version = |index: usize| sheet.cx.version(index);
        text.push_str(&format!(
            " From version {} on, an attribute as if it were {}; from version {} on, a sparse \
             array that stands after all other properties.",
            version(sizes.attribute),
            code("name"),
            version(sizes.sparse)
        ));
    }
    text
}

/// The type of a reference into a table, with a link to the table; an index if the table is not known.
fn table_link(sheet: &Sheet<'_, '_>, table: Option<usize>) -> String {
    let Some(table) = table else { return "A varint, an index".to_owned() };
    let text = code(&format!("ref<{}>", sheet.cx.model.tables[table].name));
    sheet.link_as(Target::Table(table), &text)
}

fn page(cx: &Cx<'_>, (dialect, items): &Dialect<'_>) -> Page {
    let mut sheet = Sheet::new(cx, &path(dialect), &format!("Properties: {dialect}"));
    sheet.facts([counted(operations(items), "operation", "operations")]);
    if let Some(found) = cx.model.dialects.iter().find(|found| found.docs.name == *dialect) {
        sheet.heading(&format!("The dialect {dialect}"));
        sheet.about(&found.docs);
        if let Some(releases) = &found.releases {
            about_releases(&mut sheet, releases);
        }
        sheet.source(&found.docs.source);
        sheet.heading("Layouts");
    }
    for item in items {
        sheet.about(&item.docs);
        sheet.para(range(cx, item));
        sheet.source(&item.docs.source);
    }
    let notation = sheet.link_page(INDEX, "notation");
    sheet.para(format!("Layouts are in wire order; see the {notation}."));
    let mut table = Table::new(["Operation", "Releases", "Layout"]);
    for (item, layout) in in_order(items.iter().copied()) {
        let name = match layout.operation.as_str() {
            EVERY_OPERATION => "any other".to_owned(),
            name => code(&format!("{dialect}.{name}")),
        };
        let mut releases = span(cx, item.dialect, layout.range);
        if layout.record > 0 {
            releases.push_str(&format!(", with a version record of {} or more", layout.record));
        }
        let part = match layout.operation.as_str() {
            EVERY_OPERATION => String::new(),
            name => format!("{dialect}.{name}"),
        };
        table.part(&part, &gate(item, layout), [name, releases, spell(&layout.value)]);
    }
    sheet.table("", table);
    signatures::operations(&mut sheet, dialect);
    defaults::values(&mut sheet, dialect);
    signatures::changes(&mut sheet, dialect, items);
    conversions(&mut sheet, dialect);
    sheet.finish()
}

/// The releases that a dialect has of its own, and where a file states them.
fn about_releases(sheet: &mut Sheet<'_, '_>, releases: &Releases) {
    let title = &releases.title;
    let mut parts = vec![format!("Every {title}, oldest first: {}.", releases.names.join(", "))];
    parts.push("One between two of these counts as the older one.".to_owned());
    if !releases.producer.is_empty() {
        let producer = code(&releases.producer);
        parts.push(format!("A file tells it behind {producer} where it names its producer."));
    }
    if let Some(numbers) = releases.record {
        parts.push(format!(
            "A file may tell it in its record of the dialect's version, of {numbers} varints."
        ));
    }
    if releases.writers_only {
        parts.push("It binds writers: readers take what any has.".to_owned());
    }
    sheet.para(parts.join(" "));
    if !releases.formats.is_empty() {
        let mut table = Table::new(["From", "Format version"]);
        for (release, version) in &releases.formats {
            let name = releases.names.get(*release).cloned().unwrap_or_default();
            table.row([name, sheet.cx.version(*version).to_owned()]);
        }
        sheet.table("", table);
    }
    for (variant, release) in &releases.others {
        let name = releases.names.get(*release).map_or("", String::as_str);
        sheet.para(format!("Readers before {name} do not know {}.", code(variant)));
    }
}

/// The releases that an item describes, with a note on those that are hardly known.
fn range(cx: &Cx<'_>, item: &Properties) -> String {
    let Some(axis) = axis(cx, item.dialect) else { return String::new() };
    let mut text = format!("{}: {}.", axis.title, span(cx, item.dialect, item.range));
    let (since, until) = item.range;
    for release in axis.undescribed.iter().filter(|release| (since..=until).contains(release)) {
        let name = axis.names.get(*release).map_or("", String::as_str);
        text.push_str(&format!(
            " Of {name} nothing is known but what is the same in the releases before and after."
        ));
    }
    text
}

/// The operations that replace an operation in a later release.
fn conversions(sheet: &mut Sheet<'_, '_>, dialect: &str) {
    let model = sheet.cx.model;
    let items = model.conversions.iter().filter(|item| item.docs.name == dialect);
    for item in items {
        let releases = model.dialects.get(item.dialect).and_then(|found| found.releases.as_ref());
        let Some(releases) = releases else { continue };
        sheet.heading("Conversions");
        sheet.about(&item.docs);
        let mut table = Table::new(["Operation", "Becomes", "From", "Where"]);
        for step in &item.steps {
            let mut facts = Vec::new();
            let constants = step.adds.iter();
            facts.extend(constants.map(|(name, constant)| {
                let found = model.constants.iter().find(|item| item.docs.name == *constant);
                let what = found.map_or(constant.as_str(), |found| found.docs.summary.as_str());
                format!("{} is: {what}", code(name))
            }));
            facts.extend(step.drops.iter().map(|name| format!("{} is left out", code(name))));
            let count = |what: &str, number: Option<usize>| {
                number.map(|number| format!("the older one has {number} {what}"))
            };
            facts.extend(count("operands", step.operands));
            facts.extend(count("regions", step.regions));
            table.row([
                code(&step.from),
                code(&step.to),
                releases.names.get(step.release).cloned().unwrap_or_default(),
                facts.join("; "),
            ]);
        }
        sheet.table("", table);
        let mut table = Table::new(["Operation", "Before", "Could not have"]);
        for limit in &item.limits {
            let mut facts = Vec::new();
            facts.extend(
                limit
                    .property
                    .as_ref()
                    .map(|(name, variant)| format!("{} as {}", code(variant), code(name))),
            );
            facts.extend(limit.operands.as_ref().map(|ty| format!("operands of {}", code(ty))));
            facts.extend(limit.same.as_ref().map(|field| {
                format!(
                    "another {} in the type of a result than in that of its operand",
                    code(field)
                )
            }));
            let before = releases.names.get(limit.before).cloned().unwrap_or_default();
            table.row([code(&limit.operation), before, facts.join("; ")]);
        }
        if !item.limits.is_empty() {
            sheet.table("", table);
        }
        sheet.source(&item.docs.source);
    }
}

/// A layout as the schema spells it.
fn spell(fields: &[Property]) -> String {
    if fields.is_empty() {
        return String::new();
    }
    code(&spelled(fields))
}
