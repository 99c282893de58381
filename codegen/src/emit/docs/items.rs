//! Pages of items of one kind: unions, enums, records, codecs, constraints and tables.

use super::cx::{Cx, OPERATIONS, Sheet, within};
use super::fields::Owner;
use super::markdown::{code, codes, sentence};
use super::numbers::hexadecimal;
use super::page::{Page, Table};
use super::target::{Target, leaf};
use super::text;
use crate::ast::Literal;
use crate::model::{Docs, Reserved, Union, Variant};

/// The page of a union: a table of its variants, then each of them.
pub(super) fn union(cx: &Cx<'_>, index: usize) -> Page {
    let item = &cx.model.unions[index];
    let target = Target::Union(index);
    let mut sheet = Sheet::about_item(cx, target, &format!("Union {}", item.docs.name));
    sheet.about(&item.docs);
    let unknown = match item.opaque {
        true => "an unknown tag is carried as bytes",
        false => "an unknown tag is an error",
    };
    let tag = format!("Tag {}", sheet.wire(&item.tag));
    let entries = item.entries.as_ref().map(|entries| {
        let table = sheet.link(Target::Table(entries.table));
        format!("entries of the table {table} in the dialect {}", code(&entries.dialect))
    });
    let text_of = item.text_of.as_ref().map(|dialect| {
        format!(
            "text of the dialect {} in every file: only the library has the bytes",
            code(dialect)
        )
    });
    let entries = entries.or(text_of).unwrap_or_default();
    sheet.facts([tag, unknown.to_owned(), entries, cx.versions(&item.docs.gate)]);
    sheet.ending(target);
    sheet.heading("All variants");
    sheet.table("", variants(&sheet, index, item));
    sheet.para(reserved(&item.reserved));
    for (at, variant) in item.variants.iter().enumerate() {
        self::variant(&mut sheet, item, variant, Target::Variant(index, at));
    }
    sheet.finish()
}

fn variants(sheet: &Sheet<'_, '_>, index: usize, item: &Union) -> Table {
    let mut heads = vec!["Tag".to_owned(), "Hex".to_owned(), "Name".to_owned()];
    heads.push("Spelled".to_owned());
    heads.extend(item.traits.iter().cloned());
    heads.extend(["Versions".to_owned(), "Summary".to_owned()]);
    let mut table = Table::with_heads(heads);
    for (at, variant) in item.variants.iter().enumerate() {
        let mut row = vec![variant.tag.to_string(), format!("0x{:02x}", variant.tag)];
        row.push(sheet.link(Target::Variant(index, at)));
        row.push(label(&variant.docs));
        for name in &item.traits {
            let stated = variant.traits.iter().find(|(stated, _)| stated == name);
            row.push(stated.map(|(_, value)| literal(value)).unwrap_or_default());
        }
        row.push(sheet.cx.versions(&variant.docs.gate));
        row.push(variant.docs.summary.clone());
        table.row_of(&variant.docs.gate, row);
    }
    table
}

/// The reserved numbers in words; empty if there are none.
fn reserved(list: &[Reserved]) -> String {
    let numbers = list.iter().map(|Reserved { number, was }| match was.as_str() {
        "" => number.to_string(),
        was => format!("{number} (it was {was})"),
    });
    match numbers.collect::<Vec<_>>().join(", ") {
        numbers if numbers.is_empty() => numbers,
        numbers => format!("Reserved: {numbers}."),
    }
}

/// The label in listings, if it differs from the name.
pub(super) fn label(docs: &Docs) -> String {
    if docs.label == docs.name { String::new() } else { code(&docs.label) }
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Int(value) => value.to_string(),
        Literal::Bool(value) => value.to_string(),
        Literal::Text(text) => text.clone(),
        Literal::EmptyList => "[]".to_owned(),
    }
}

fn variant(sheet: &mut Sheet<'_, '_>, union: &Union, variant: &Variant, target: Target) {
    sheet.item(target);
    let mut facts = vec![format!("Tag {}", sheet.number(&union.tag, variant.tag))];
    facts.push(sheet.cx.versions(&variant.docs.gate));
    if !label(&variant.docs).is_empty() {
        facts.push(format!("spelled {}", label(&variant.docs)));
    }
    facts.extend(match variant.nesting {
        0 => None,
        1.. => Some("opens a block".to_owned()),
        _ => Some("closes a block".to_owned()),
    });
    let called = variant.called.iter();
    facts
        .extend(called.map(|(release, name)| format!("defined as {} since {release}", code(name))));
    facts.extend(variant.traits.iter().map(|(name, value)| format!("{name} {}", literal(value))));
    sheet.facts(facts);
    sheet.about(&variant.docs);
    if variant.fields.is_empty() {
        sheet.para("Nothing follows the tag.");
    }
    let owner = Owner::new(&variant.docs, &variant.fields);
    sheet.variant_diagram(target, (&union.tag, variant.tag), &owner);
    sheet.fields("Fields after the tag", &owner);
    if !variant.text.is_empty() {
        let read = variant.reads_as.as_ref();
        let read = read.map_or(String::new(), |name| format!(", read as {}", code(name)));
        sheet.para(format!("Text: {}{read}", code(&text::spell(&variant.text))));
    }
    sheet.ending(target);
}

/// A page with a table of the items, followed by what `item` writes for each of them.
pub(super) fn chapter(
    cx: &Cx<'_>,
    title: &str,
    intro: &str,
    targets: &[Target],
    mut item: impl FnMut(&mut Sheet<'_, '_>, Target),
) -> Option<Page> {
    let path = cx.page(*targets.first()?);
    let mut sheet = Sheet::new(cx, &path, title);
    sheet.para(intro);
    let mut table = Table::new(["Name", "Versions", "Summary"]);
    for target in targets {
        let docs = cx.docs(*target);
        let cells = [sheet.link(*target), cx.versions(&docs.gate), docs.summary.clone()];
        table.row_of(&docs.gate, cells);
    }
    sheet.table("", table);
    // An item that is described on another page is only listed here.
    for target in targets.iter().filter(|target| cx.page(**target) == path) {
        sheet.item(*target);
        item(&mut sheet, *target);
    }
    Some(sheet.finish())
}

pub(super) fn enums(cx: &Cx<'_>) -> Option<Page> {
    let targets: Vec<Target> = (0..cx.model.enums.len()).map(Target::Enum).collect();
    let intro = match cx.model.enums.iter().any(|item| item.open) {
        false => "Named numbers. A number without a name is an error.",
        true => {
            "Named numbers. A number without a name is an error, or is kept where that is said."
        }
    };
    chapter(cx, "Enumerations", intro, &targets, |sheet, target| {
        let Target::Enum(index) = target else { return };
        let item = &cx.model.enums[index];
        sheet.facts([sheet.wire(&item.wire), cx.versions(&item.docs.gate)]);
        sheet.about(&item.docs);
        let mut table = Table::new(["Number", "Hex", "Name", "Spelled", "Versions", "Meaning"]);
        // Readers look at a file in hexadecimal; up to nine both notations are the same.
        let has_hex = item.members.iter().any(|member| member.value.unsigned_abs() > 9);
        for member in &item.members {
            let docs = &member.docs;
            let meaning = [sentence(&docs.summary), sentence(&docs.doc), sentence(&docs.source)];
            let gate = within(&item.docs.gate, &docs.gate);
            let row = table.part(
                &docs.name,
                &gate,
                [
                    member.value.to_string(),
                    if has_hex { hexadecimal(member.value) } else { String::new() },
                    code(&docs.name),
                    label(docs),
                    cx.narrowed(&item.docs.gate, &docs.gate),
                    meaning.join(" "),
                ],
            );
            row.number = Some(member.value);
        }
        sheet.table("", table);
        if item.open {
            sheet.para("Any other number is kept, and written back as it is.");
        }
        sheet.para(reserved(&item.reserved));
        sheet.ending(target);
    })
}

pub(super) fn records(cx: &Cx<'_>) -> Option<Page> {
    let mut targets: Vec<Target> = (0..cx.model.records.len()).map(Target::Record).collect();
    // The path of the page is that of the first record.
    targets.sort_by_key(|target| matches!(target, Target::Record(r) if cx.is_with_sections(*r)));
    if targets.first().is_some_and(|first| cx.page(*first) != "records.md") {
        return None;
    }
    let intro = "Fields in wire order, one after the other, without a tag.";
    chapter(cx, "Records", intro, &targets, record)
}

/// The facts, fields and examples of a record.
pub(super) fn record(sheet: &mut Sheet<'_, '_>, target: Target) {
    let Target::Record(index) = target else { return };
    let item = &sheet.cx.model.records[index];
    sheet.facts([sheet.cx.versions(&item.docs.gate)]);
    sheet.about(&item.docs);
    let owner = Owner::new(&item.docs, &item.fields);
    sheet.diagram(target, &owner);
    sheet.fields("Fields", &owner);
    sheet.ending(target);
}

pub(super) fn codecs(cx: &Cx<'_>) -> Option<Page> {
    let targets: Vec<Target> = (0..cx.model.codecs.len()).map(Target::Codec).collect();
    let intro = "Encodings that the schema language cannot describe. Their code is written by \
     hand. In a type, the names in round brackets are earlier fields whose values the codec needs.";
    chapter(cx, "Hand-written codecs", intro, &targets, |sheet, target| {
        let Target::Codec(index) = target else { return };
        let item = &cx.model.codecs[index];
        let borrowed = if item.borrowed { ", borrowed from the input" } else { "" };
        let derived = if item.derived { ", which reads and writes itself" } else { "" };
        let value = format!("Value {}{borrowed}{derived}", code(&item.value));
        sheet.facts([value, cx.versions(&item.docs.gate)]);
        sheet.about(&item.docs);
        sheet.ending(target);
    })
}

pub(super) fn constraints(cx: &Cx<'_>) -> Option<Page> {
    let targets: Vec<Target> = (0..cx.model.constraints.len()).map(Target::Constraint).collect();
    let intro = "Sets of types that operands and results may have: a class of types, and the \
                 alternatives between the angle brackets. `any` is every type.";
    chapter(cx, "Constraints", intro, &targets, |sheet, target| {
        let Target::Constraint(index) = target else { return };
        let item = &cx.model.constraints[index];
        sheet.facts([code(&item.is), cx.versions(&item.docs.gate)]);
        sheet.about(&item.docs);
        let alternatives = item.is.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
        let types = alternatives.into_iter().flat_map(|types| types.split('|'));
        let types = types.filter_map(|label| Some(sheet.link(cx.type_label(label.trim())?)));
        let types = types.collect::<Vec<_>>().join(", ");
        if !types.is_empty() {
            sheet.para(format!("Types: {types}."));
        }
        sheet.ending(target);
    })
}

pub(super) fn tables(cx: &Cx<'_>) -> Option<Page> {
    let targets: Vec<Target> = (0..cx.model.tables.len()).map(Target::Table).collect();
    let intro = "Index spaces. `ref<T>` is an index into table `T`, counted from zero; \
                 `optional_ref<T>` is zero for nothing, and otherwise one more than the index.";
    chapter(cx, "Tables", intro, &targets, |sheet, target| {
        let Target::Table(index) = target else { return };
        let docs = &cx.model.tables[index];
        sheet.facts([codes([docs_ref(docs).as_str()]), cx.versions(&docs.gate)]);
        sheet.about(docs);
        for (at, section) in cx.model.sections.iter().enumerate() {
            for field in section.fields.iter().filter(|field| field.table == Some(index)) {
                let entry = match field.wire().and_then(leaf) {
                    Some(entry) => format!(", each a {}", sheet.link(entry)),
                    None => String::new(),
                };
                let holder = sheet.link(Target::Section(at));
                let name = code(&field.docs.name);
                sheet.para(format!("The entries are {name} of the section {holder}{entry}."));
            }
        }
        let dialects = cx.model.entries(index).into_iter();
        let dialects = dialects.map(|(dialect, union)| {
            format!("{} {}", code(dialect), sheet.link(Target::Union(union)))
        });
        let dialects = dialects.collect::<Vec<_>>().join(", ");
        if !dialects.is_empty() {
            sheet.para(format!(
                "What an entry is depends on its dialect. Described here: {dialects}."
            ));
        }
        if cx.model.operations.as_ref().is_some_and(|operations| operations.types == index) {
            let ops = sheet.link_page(OPERATIONS, "operations");
            sheet.para(format!("The result types and block arguments of {ops} index it."));
        }
        sheet.ending(target);
    })
}

fn docs_ref(docs: &Docs) -> String {
    format!("ref<{}>", docs.name)
}
