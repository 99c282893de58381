//! Layouts: bytes that are described step by step.

use super::Page;
use super::cx::{Cx, Sheet};
use super::items::chapter;
use super::markdown::{Table, code};
use super::target::Target;
use crate::ast::{Expression, Repeat};
use crate::model::{Described, DescribedStep, StepType};

pub(super) fn page(cx: &Cx<'_>) -> Option<Page> {
    let targets: Vec<Target> = (0..cx.model.described.len()).map(Target::Layout).collect();
    let intro = "Bytes, step by step, where the fields of a record do not say all: sizes and counts that stand \
                 elsewhere, and entries of which a name says what they are. `Item.field` is that field of the item \
                 around, `Item.field[N]` what it was the N-th time in any section, from zero; `index` is the \
                 position of the element at hand.";
    chapter(cx, "Layouts", intro, &targets, |sheet, target| {
        let Target::Layout(index) = target else { return };
        layout(sheet, &cx.model.described[index]);
        sheet.ending(target);
    })
}

fn layout(sheet: &mut Sheet<'_, '_>, item: &Described) {
    sheet.facts([sheet.cx.versions(&item.docs.gate)]);
    sheet.about(&item.docs);
    if let Some(record) = item.record {
        let record = sheet.link(Target::Record(record));
        sheet.para(format!("First come the fields of the record {record}."));
    }
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
        table.row([
            code(&step.docs.name),
            ty(sheet, &step.ty),
            elements(step),
            said(&step.size),
            said(&step.when),
            holds.join(", "),
            sheet.cx.narrowed(&item.docs.gate, &step.docs.gate),
            format!("{}.", step.docs.summary.trim_end_matches('.')),
        ]);
    }
    sheet.table("", &table);
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
