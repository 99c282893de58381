//! The first page: an overview of the format, and where to read on.

use super::conventions::conventions;
use super::cx::{Cx, OPERATIONS, Sheet};
use super::fields::Owner;
use super::inventory::{Entry, count, inventory};
use super::markdown::{code, counted, hex, sentence};
use super::numbers;
use super::operations;
use super::page::{Block, Page, Table, WholeFile, slug};

use super::properties;
use super::sections;
use super::target::Target;

pub(super) fn page(cx: &Cx<'_>, others: &[Page]) -> Page {
    let model = cx.model;
    let title = &model.title;
    let mut sheet = Sheet::new(cx, "README.md", title);
    let newest = cx.version(model.versions.len().saturating_sub(1));
    sheet.facts([code(&model.docs.name), format!("up to version {newest}")]);
    sheet.about(&model.docs);
    sheet.source(&model.docs.source);
    let entries = inventory(cx);
    sheet.heading("Contents of this reference");
    contents(&mut sheet, others);
    sheet.heading("Versions of the format");
    versions(&mut sheet, &entries);
    releases(&mut sheet);
    sheet.heading("Layout of a file");
    file(&mut sheet);
    sheet.heading("Conventions on the wire");
    conventions(&mut sheet);
    sheet.heading("What there is");
    counts(&mut sheet, &entries);
    codecs(&mut sheet);
    sheet.finish()
}

/// Every page, with its content in a few words.
fn contents(sheet: &mut Sheet<'_, '_>, others: &[Page]) {
    let model = sheet.cx.model;
    let mut lines = Vec::new();
    let mut add = |path: &str, title: &str, what: String| {
        if others.iter().any(|page| page.path == path) {
            lines.push(format!("{}: {what}", sheet.link_page(path, title)));
        }
    };
    let count = |count: usize, one: &str, many: &str| sentence(&counted(count, one, many));
    add(
        "sections.md",
        "Sections",
        count(model.sections.len(), "part of a file", "parts of a file"),
    );
    add(
        "run_only.md",
        "Records that are run only",
        count(
            model.run_records.len() + model.run_unions.len(),
            "record or union",
            "records and unions",
        ),
    );
    for (index, union) in model.unions.iter().enumerate() {
        let path = sheet.cx.page(Target::Union(index));
        let variants = count(union.variants.len(), "variant", "variants");
        let what = format!("{} {variants}", sentence(&union.docs.summary));
        add(&path, &format!("Union {}", code(&union.docs.name)), what);
    }
    let ops = count(model.ops.len(), "operation", "operations");
    add(OPERATIONS, "Operations", format!("{ops} How they stand on the wire, and all opcodes."));
    add(
        operations::VERSIONS,
        "Operations by version",
        "Which version has which operation.".to_owned(),
    );
    for (index, group) in model.groups.iter().enumerate() {
        let ops = model.ops.iter().filter(|op| op.group == Some(index)).count();
        let ops = count(ops, "operation", "operations");
        let path = sheet.cx.page(Target::Group(index));
        let title = format!("Operations: {}", operations::title(sheet.cx, index));
        add(&path, &title, format!("{} {ops}", sentence(&group.docs.summary)));
    }
    add("operations/ungrouped.md", "Operations without a group", "The others.".to_owned());
    add(
        "enums.md",
        "Enumerations",
        count(model.enums.len(), "set of named numbers", "sets of named numbers"),
    );
    add(
        "records.md",
        "Records",
        count(model.records.len(), "sequence of fields", "sequences of fields"),
    );
    add("codecs.md", "Hand-written codecs", count(model.codecs.len(), "codec", "codecs"));
    add(
        "constraints.md",
        "Constraints",
        count(model.constraints.len(), "set of types", "sets of types"),
    );
    add("tables.md", "Tables", count(model.tables.len(), "index space", "index spaces"));
    let dialects = properties::dialects(sheet.cx);
    let all = dialects.iter().map(|(_, items)| properties::operations(items)).sum();
    add(
        properties::INDEX,
        "Properties of operations",
        format!(
            "{} How they are written, and all dialects.",
            count(all, "operation", "operations")
        ),
    );
    for (dialect, items) in dialects {
        let operations = count(properties::operations(&items), "operation", "operations");
        add(&properties::path(dialect), &format!("Properties: {}", code(dialect)), operations);
    }
    add(numbers::PAGE, "Numbers", "Which number stands for what, and which are free.".to_owned());
    add("changes.md", "Changes", "What each version added, changed and dropped.".to_owned());
    sheet.list(lines);
}

fn versions(sheet: &mut Sheet<'_, '_>, entries: &[Entry<'_>]) {
    let cx = sheet.cx;
    let mut table = Table::new(["Version", "Summary", "Added"]);
    for (index, version) in cx.model.versions.iter().enumerate() {
        let new = count(entries.iter().filter(|entry| entry.added() == Some(index)));
        let added = match index {
            0 => String::new(),
            _ => new.iter().map(|(kind, n)| kind.counted(*n, cx)).collect::<Vec<_>>().join(", "),
        };
        let link = sheet.link_as(Target::Version(index), &version.docs.name);
        table.row([link, version.docs.summary.clone(), added]);
    }
    sheet.table("", table);
    if let [first, .., last] = cx.model.versions.as_slice() {
        let (first, last) = (&first.docs.name, &last.docs.name);
        sheet.para(format!(
            "`{first}+` after an item means version {first} and later; `{first} to {last}` means \
             these two versions and all between."
        ));
    }
    if let Some(header) = cx.header() {
        let link = sheet.link(Target::Record(header));
        let magic = if cx.model.magic.is_empty() { "" } else { ", behind the magic number" };
        sheet.para(format!("A file tells its version in the record {link}{magic}."));
    }
    let mut table = Table::new(["Feature", "Versions", "Summary"]);
    for feature in &cx.model.features {
        let meaning = [sentence(&feature.summary), sentence(&feature.doc)].join(" ");
        table.row([code(&feature.name), cx.versions(&feature.gate), meaning]);
    }
    if !table.is_empty() {
        sheet.para(
            "An item with a feature after its versions is there only in files that announce it.",
        );
    }
    sheet.table("", table);
}

/// The releases of the producer, if the format has any.
fn releases(sheet: &mut Sheet<'_, '_>) {
    let Some(releases) = &sheet.cx.model.releases else { return };
    let title = &releases.title;
    sheet.heading(&format!("Every {title}"));
    sheet.para(sentence(&releases.summary));
    sheet.para(&releases.doc);
    let heading = |name: &String| format!("changes.md#{}", slug(&format!("{title} {name}")));
    let names = releases.names.iter().map(|name| sheet.link_page(&heading(name), name));
    let names = names.collect::<Vec<_>>().join(", ");
    sheet.para(format!("Oldest first: {names}."));
    let first = releases.names.first().map_or("", String::as_str);
    let last = releases.names.last().map_or("", String::as_str);
    sheet.para(format!(
        "The version of the format does not tell everything about a file. {} after an item means \
         this {title} and later; {} means these two and all between. A file tells its {title} in \
         the name of its producer: {}, the release, a full stop, and then digits and full stops \
         only. If the {title} is not known, readers take the items that some release added as \
         present, and those that some release removed as absent.",
        code(&format!("{title} {first}+")),
        code(&format!("{title} {first} to {last}")),
        code(&releases.producer),
    ));
    sheet.source(&releases.source);
}

fn file(sheet: &mut Sheet<'_, '_>) {
    let model = sheet.cx.model;
    let mut parts = Vec::new();
    if !model.magic.is_empty() {
        parts.push(format!("The magic number: bytes {}.", code(&hex(&model.magic))));
    }
    let header = sheet.cx.header();
    if let Some(header) = header {
        let record = &model.records[header];
        let link = sheet.link(Target::Record(header));
        parts.push(format!("The record {link}: {}", sentence(&record.docs.summary)));
    }
    if !model.sections.is_empty() {
        let link = sheet.link_page("sections.md", "sections");
        parts.push(format!("The {link}, each with a header of its own."));
    }
    sheet.list(parts);
    if let Some(header) = header {
        let record = &model.records[header];
        sheet.fields("Header", &Owner::new(&record.docs, &record.fields));
    }
    if model.section_header.is_some() {
        sheet.para("**Header of a section**");
        sections::header(sheet);
    }
    let table = sections::table(sheet);
    sheet.table("Sections", table);
    examples(sheet);
}

/// Whole files that the schema contains as examples.
fn examples(sheet: &mut Sheet<'_, '_>) {
    let model = sheet.cx.model;
    let sections = (0..model.sections.len()).map(|section| {
        let name = model.sections[section].docs.name.clone();
        (name, sheet.address(Target::Section(section)))
    });
    let sections: Vec<_> = sections.collect();
    for example in &model.docs.examples {
        let version = sheet.cx.version(example.version);
        sheet.heading(&format!("A file of version {version}"));
        let size = counted(example.bytes.len(), "byte", "bytes");
        let summary = sentence(&example.summary);
        let order = &example.value;
        sheet.para(format!("{summary} It has {size}, and these sections: {order}."));
        sheet.push(Block::File(WholeFile {
            what: format!("a file of version {version}"),
            bytes: example.bytes.clone(),
            sections: sections.clone(),
        }));
    }
}

/// The number of items of each kind in every version.
fn counts(sheet: &mut Sheet<'_, '_>, entries: &[Entry<'_>]) {
    let cx = sheet.cx;
    let mut heads = vec!["Number of".to_owned()];
    heads.extend(cx.model.versions.iter().map(|version| version.docs.name.clone()));
    let mut table = Table::with_heads(heads);
    let mut with_feature = false;
    for (kind, _) in count(entries.iter().filter(|entry| entry.kind.is_counted())) {
        let mut row = vec![kind.words(cx).1];
        for version in 0..cx.model.versions.len() {
            let has = || entries.iter().filter(|e| e.kind == kind && e.gate.has(version));
            let plain = has().filter(|entry| entry.gate.feature.is_none()).count();
            let more = has().count() - plain;
            with_feature |= more > 0;
            row.push(if more > 0 { format!("{plain} + {more}") } else { plain.to_string() });
        }
        table.row(row);
    }
    sheet.table("", table);
    if with_feature {
        sheet.para("What stands after a plus is there only with a feature.");
    }
}

fn codecs(sheet: &mut Sheet<'_, '_>) {
    let codecs = &sheet.cx.model.codecs;
    let lines: Vec<String> = codecs
        .iter()
        .enumerate()
        .map(|(index, codec)| {
            let link = sheet.link(Target::Codec(index));
            format!("{link}: {}", sentence(&codec.docs.summary))
        })
        .collect();
    let all = "The schema describes the whole format, without hand-written codecs.".to_owned();
    sheet.para(match lines.len() {
        0 => all,
        n => format!(
            "{} what the schema language cannot describe:",
            counted(n, "hand-written codec describes", "hand-written codecs describe")
        ),
    });
    sheet.list(lines);
}
