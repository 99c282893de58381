//! Layouts: bytes that are described step by step.

use super::cells::plain;
use super::cx::{Cx, Sheet, within};
use super::diagram::{Cell, EACH, Width};
use super::items::chapter;
use super::markdown::code;
use super::page::{Page, Table};
use super::target::Target;
use crate::ast::{Expression, Repeat};
use crate::model::{Described, DescribedStep, Kind, StepType, Wire};

pub(super) fn page(cx: &Cx<'_>) -> Option<Page> {
    let targets: Vec<Target> = (0..cx.model.described.len()).map(Target::Layout).collect();
    let intro = "Bytes, step by step, where the fields of a record do not say all: sizes and counts that stand \
                 elsewhere, and entries of which a name says what they are. `Item.field` is that field of the item \
                 around, `Item.field[N]` what it was the N-th time in any section, from zero; `index` is the \
                 position of the element at hand.";
    chapter(cx, "Layouts", intro, &targets, |sheet, target| {
        let Target::Layout(index) = target else { return };
        layout(sheet, target, &cx.model.described[index]);
        sheet.ending(target);
    })
}

fn layout(sheet: &mut Sheet<'_, '_>, target: Target, item: &Described) {
    sheet.facts([sheet.cx.versions(&item.docs.gate)]);
    sheet.about(&item.docs);
    if let Some(record) = item.record {
        let record = sheet.link(Target::Record(record));
        sheet.para(format!("First come the fields of the record {record}."));
    }
    let record = item.record.map(|record| Wire::Item(Kind::Record, record));
    let record = record.map(|wire| sheet.shaped("fields", &wire, Cell::default()));
    let mut cells: Vec<Cell> = record.into_iter().flatten().collect();
    let mut table = Table::new([
        "Step", "Type", "Elements", "Bytes", "Present", "Holds", "Versions", "Meaning",
    ]);
    for step in &item.steps {
        let said = |expression: &Option<Expression>| {
            expression.as_ref().map(|found| code(&found.to_string())).unwrap_or_default()
        };
        let mut holds: Vec<String> = step.is.iter().map(|is| code(&is.to_string())).collect();
        holds.extend(
            step.value.iter().map(|value| format!("{}, no bytes", code(&value.to_string()))),
        );
        let entries = step.table.map(|table| sheet.link(Target::Table(table)));
        holds.extend(entries.map(|table| format!("an entry of {table}")));
        let gate = within(&item.docs.gate, &step.docs.gate);
        cells.extend(step_cells(sheet, step));
        table.part(
            &step.docs.name,
            &gate,
            [
                code(&step.docs.name),
                ty(sheet, &step.ty),
                elements(step),
                said(&step.size),
                said(&step.when),
                holds.join(", "),
                sheet.cx.narrowed(&item.docs.gate, &step.docs.gate),
                format!("{}.", step.docs.summary.trim_end_matches('.')),
            ],
        );
    }
    sheet.push_diagram(target, cells);
    sheet.table("", table);
}

/// The parts of a diagram that a step is.
fn step_cells(sheet: &Sheet<'_, '_>, step: &DescribedStep) -> Vec<Cell> {
    // What is computed has no bytes.
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
            let ty = plain(&ty(sheet, of));
            let link = match of {
                StepType::Described(index) => sheet.address(Target::Layout(*index)),
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

fn elements(step: &DescribedStep) -> String {
    let number = match &step.repeat {
        None => return String::new(),
        Some(Repeat::Count(count)) => code(&count.to_string()),
        Some(Repeat::End) => "to the end".to_owned(),
        Some(Repeat::Until(a, b)) => format!("until {}", code(&format!("{a} = {b}"))),
    };
    if step.reversed { format!("{number}, the last first") } else { number }
}

fn ty(sheet: &Sheet<'_, '_>, of: &StepType) -> String {
    match of {
        StepType::Wire(wire) => sheet.wire(wire),
        StepType::List(inner) => format!("list of {}", ty(sheet, inner)),
        StepType::Rest(inner) => format!("{} to the end", ty(sheet, inner)),
        StepType::Described(index) => sheet.link(Target::Layout(*index)),
        StepType::AllBut(left) => format!("all bytes but the last {left}"),
        StepType::UpTo(marker) => format!("bytes up to {}", code(&format!("{marker:02x}"))),
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
        StepType::Filler(align, of_file) => {
            let from = if *of_file { ", counted from the start of the file" } else { "" };
            format!("filler to a multiple of {}{from}", code(&align.to_string()))
        }
    }
}
