//! Records and unions that are run only.

use super::cells::plain;
use super::cx::{Cx, Sheet, within};
use super::diagram::{Cell, EACH, Width};
use super::fields::{Owner, shown_in};
use super::items::chapter;
use super::markdown::{code, hex, sentence};
use super::page::{Page, Table};
use super::target::Target;
use crate::ast::{Expression, Repeat};
use crate::model::{
    BytesEnd, Field, Filler, Gate, Kind, OfPart, RunField, RunRecord, RunStep, RunUnion, StepType,
    Wire,
};
use bytespec_plan::Base;

pub(super) fn page(cx: &Cx<'_>) -> Option<Page> {
    let records = (0..cx.model.run_records.len()).map(Target::Run);
    let unions = (0..cx.model.run_unions.len()).map(Target::RunUnion);
    let targets: Vec<Target> = records.chain(unions).collect();
    let intro = "Records that executors run; code is generated of them in the types of whole files. Sizes and counts may stand \
                 elsewhere, and names may say what entries are. `Item.field` is that field of the item \
                 around, `Item.field[N]` what it was the N-th time in any section, from zero; `index` is the \
                 position of the element at hand.";
    chapter(cx, "Records that are run only", intro, &targets, |sheet, target| {
        match target {
            Target::Run(index) => record(sheet, target, &cx.model.run_records[index]),
            Target::RunUnion(index) => union(sheet, &cx.model.run_unions[index]),
            _ => return,
        }
        sheet.ending(target);
    })
}

fn record(sheet: &mut Sheet<'_, '_>, target: Target, item: &RunRecord) {
    sheet.facts([sheet.cx.versions(&item.docs.gate)]);
    sheet.about(&item.docs);
    if let Some(record) = item.begins_with {
        let record = sheet.link(Target::Record(record));
        sheet.para(format!("First come the fields of the record {record}."));
    }
    let record = item.begins_with.map(|record| Wire::Item(Kind::Record, record));
    let record = record.map(|wire| sheet.shaped("fields", &wire, Cell::default()));
    let mut cells: Vec<Cell> = record.into_iter().flatten().collect();
    let table = fields(sheet, item, &mut cells);
    sheet.push_diagram(target, cells);
    sheet.table("", table);
}

fn union(sheet: &mut Sheet<'_, '_>, item: &RunUnion) {
    let unknown = match item.opaque {
        true => "an unknown tag is carried as bytes",
        false => "an unknown tag is an error",
    };
    let tag = match &item.tag {
        Some(tag) => format!("Tag {}", sheet.wire(tag)),
        None => "Told its tag by a field".to_owned(),
    };
    sheet.facts([tag, unknown.to_owned(), sheet.cx.versions(&item.docs.gate)]);
    sheet.about(&item.docs);
    for variant in &item.variants {
        let docs = &variant.record.docs;
        let versions = match sheet.cx.narrowed(&item.docs.gate, &docs.gate) {
            versions if versions.is_empty() => versions,
            versions => format!(", {versions}"),
        };
        let tags = variant.tags.iter().map(|(tag, last)| match (tag, last) {
            (0, last) if *last == u64::MAX.into() => "any other".to_owned(),
            (tag, last) if tag == last => tag.to_string(),
            (tag, last) => format!("{tag} to {last}"),
        });
        let tags: Vec<String> = tags.collect();
        let word = if tags.len() == 1 { "tag" } else { "tags" };
        sheet.para(format!("{}, {word} {}{versions}:", code(&docs.name), tags.join(", ")));
        sheet.about(docs);
        let tag = item
            .tag
            .as_ref()
            .filter(|_| !item.peeks_tag)
            .map(|tag| sheet.shaped("tag", tag, Cell::default()));
        let mut cells = tag.unwrap_or_default();
        let table = fields(sheet, &variant.record, &mut cells);
        sheet.push_named_diagram(&docs.name, cells);
        sheet.table("", table);
    }
}

/// The fields of a record as a table; their cells are added to the diagram.
fn fields(sheet: &Sheet<'_, '_>, item: &RunRecord, cells: &mut Vec<Cell>) -> Table {
    let prefix = item.begins_with.and_then(|record| sheet.cx.model.records.get(record));
    let prefix = prefix.into_iter().flat_map(|record| &record.fields);
    let all: Vec<Field> = prefix.chain(item.plain()).cloned().collect();
    let owner = Owner::new(&item.docs, &all);
    let mut table = Table::new([
        "Field", "Type", "Elements", "Bytes", "Present", "Holds", "Versions", "Meaning",
    ]);
    for field in &item.fields {
        let gate = within(&item.docs.gate, &field.docs().gate);
        let row = match field {
            RunField::Plain(field, of) => {
                cells.extend(sheet.cells(&owner, field));
                plain_row(sheet, &owner, (field, of))
            }
            RunField::Step(step) => {
                cells.extend(step_cells(sheet, step));
                step_row(sheet, &item.docs.gate, step)
            }
        };
        table.part(&field.docs().name, &gate, row);
    }
    table
}

/// An expression that a field holds.
fn equals(by: &Expression) -> String {
    code(&by.to_string())
}

/// A condition that a field meets.
fn valid(test: &Expression) -> String {
    format!("valid if {}", code(&test.to_string()))
}

/// The row of a field of a kind that generated code supports too.
fn plain_row(
    sheet: &Sheet<'_, '_>,
    owner: &Owner<'_>,
    (field, of): (&Field, &OfPart),
) -> [String; 8] {
    let default = Some(sheet.default(field)).filter(|default| !default.is_empty());
    let default = default.map(|default| format!("{default} in versions without it"));
    let holds = default.into_iter().chain(of.equals.iter().map(equals));
    let holds: Vec<String> = holds.chain(of.valid.iter().map(valid)).collect();
    [
        code(&field.docs.name),
        sheet.field_type(field),
        String::new(),
        String::new(),
        sheet.presence(owner, field),
        holds.join(", "),
        sheet.cx.narrowed(owner.gate, &field.docs.gate),
        sheet.meaning(owner, field),
    ]
}

fn step_row(sheet: &Sheet<'_, '_>, gate: &Gate, step: &RunStep) -> [String; 8] {
    let shown = |expression: &Option<Expression>| {
        expression.as_ref().map(|found| code(&found.to_string())).unwrap_or_default()
    };
    let mut holds: Vec<String> = step.equals.iter().map(equals).collect();
    holds.extend(step.value.iter().map(|value| format!("{}, no bytes", code(&value.to_string()))));
    holds.extend(step.valid.iter().map(valid));
    let entries = step.table.map(|table| sheet.link(Target::Table(table)));
    holds.extend(entries.map(|table| format!("an entry of {table}")));
    [
        code(&step.docs.name),
        transformed(step, ty(sheet, &step.ty)),
        elements(step),
        shown(&step.size),
        shown(&step.when),
        holds.join(", "),
        sheet.cx.narrowed(gate, &step.docs.gate),
        match step.base {
            Base::Decimal => sentence(&step.docs.summary),
            base => format!("{} {}", sentence(&step.docs.summary), shown_in(base)),
        },
    ]
}

/// The cells of a step in the diagram.
fn step_cells(sheet: &Sheet<'_, '_>, step: &RunStep) -> Vec<Cell> {
    // A computed value has no bytes.
    if step.value.is_some() {
        return Vec::new();
    }
    let base = Cell {
        present: step.when.as_ref().map_or(String::new(), |when| format!("if {when}")),
        part: step.docs.name.clone(),
        ..Cell::default()
    };
    let mut cells = match &step.ty {
        StepType::Wire(wire) => sheet.shaped(&step.docs.name, wire, base),
        of => {
            let ty = plain(&transformed(step, ty(sheet, of)));
            let link = match of {
                StepType::Record(index, _) => sheet.address(Target::Run(*index)),
                StepType::Union(index) => sheet.address(Target::RunUnion(*index)),
                _ => String::new(),
            };
            vec![Cell { name: step.docs.name.clone(), ty, width: Width::ANY, link, ..base }]
        }
    };
    if let Some(last) = cells.last_mut() {
        let number = plain(&elements(step));
        match &step.repeat {
            Some(Repeat::Count(_)) => last.times = number,
            Some(_) => last.until = format!("{EACH}, {number}"),
            None => {}
        }
        last.bits = step.size.as_ref().map_or(String::new(), |size| format!("{size} bytes"));
    }
    cells
}

/// A type, and the transform of its bytes.
fn transformed(step: &RunStep, ty: String) -> String {
    match &step.transform {
        Some((by, Some(key))) => format!("{ty} in {}", code(&format!("{}({key})", by.word()))),
        Some((by, None)) => match by.host() {
            Some(name) => format!("{ty} in {}", code(&format!("host({name})"))),
            None => format!("{ty} in {}", code(by.word())),
        },
        None => ty,
    }
}

fn elements(step: &RunStep) -> String {
    let number = match &step.repeat {
        None => return String::new(),
        Some(Repeat::Count(count)) => code(&count.to_string()),
        Some(Repeat::Rest) => "to the end".to_owned(),
        Some(Repeat::While(a, b)) => format!("while {}", code(&format!("{a} < {b}"))),
        Some(Repeat::Last(test, _)) => format!("up to the first with {}", code(&test.to_string())),
    };
    if step.reversed { format!("{number}, the last first") } else { number }
}

fn ty(sheet: &Sheet<'_, '_>, of: &StepType) -> String {
    match of {
        StepType::Wire(wire) => sheet.wire(wire),
        StepType::List(inner) => format!("list of {}", ty(sheet, inner)),
        StepType::Rest(inner) => format!("{} to the end", ty(sheet, inner)),
        StepType::Record(index, arguments) => {
            let record = sheet.link(Target::Run(*index));
            let given: Vec<String> = arguments.iter().map(|of| code(&of.to_string())).collect();
            match given.as_slice() {
                [] => record,
                given => format!("{record} with {}", given.join(", ")),
            }
        }
        StepType::Union(index) => sheet.link(Target::RunUnion(*index)),
        StepType::Tagged { union, tag, .. } => {
            format!("{} by {}", sheet.link(Target::RunUnion(*union)), code(&tag.to_string()))
        }
        StepType::Bytes(end) => bytes("bytes", end),
        StepType::Text(encoding, end) => bytes(&format!("{} text", encoding.word()), end),
        StepType::Entry(table, dialect) => {
            let table = sheet.link(Target::Table(*table));
            format!("entry of {table} of the dialect {}", code(&dialect.to_string()))
        }
        StepType::Properties(dialect, operation, record) => {
            let [dialect, operation] = [dialect, operation].map(|of| code(&of.to_string()));
            let record = record.as_ref().map_or(String::new(), |record| {
                format!(", whose version record is {}", code(&record.to_string()))
            });
            format!("properties of the operation {operation} of {dialect}{record}")
        }
        StepType::Filler(Filler::Bytes(end)) => bytes("filler", end),
        StepType::Filler(Filler::Multiple(align, from)) => {
            let from = match from {
                Some(Expression::Number(0)) => ", counted from the start of the file".to_owned(),
                Some(from) => format!(", counted from offset {}", code(&from.to_string())),
                None => String::new(),
            };
            format!("filler to a multiple of {}{from}", code(&align.to_string()))
        }
    }
}

/// Bytes or text, and their end.
fn bytes(what: &str, end: &BytesEnd) -> String {
    match end {
        BytesEnd::Rest => what.to_owned(),
        BytesEnd::AllBut(left) => format!("{what}, all but the last {left} bytes"),
        BytesEnd::Count(count) => format!("{what} of {} bytes", code(&count.to_string())),
        BytesEnd::Stop(marker) => {
            format!("{what} up to {}", code(&hex(marker)))
        }
        BytesEnd::Padded(count, pad) => {
            let (count, pad) = (code(&count.to_string()), code(&format!("{pad:02x}")));
            format!("{what} of {count} bytes, filled with {pad}")
        }
        BytesEnd::Ended(count, marker) => {
            let (count, marker) = (code(&count.to_string()), code(&hex(marker)));
            format!("{what} up to {marker}, in {count} bytes")
        }
    }
}
