//! The chapters of operations.

use super::cx::{Cx, OPERATIONS, Sheet, UNGROUPED};
use super::inventory::inventory;
use super::markdown::code;
use super::op::op;
use super::page::{Page, Table};
use super::target::Target;
use crate::model::{OpPart, Operations, Wire};
use bytespec_plan::Kind;

/// The index, and a page for each group.
pub(super) fn pages(cx: &Cx<'_>) -> Vec<Page> {
    let model = cx.model;
    if model.ops.is_empty() {
        return Vec::new();
    }
    let mut pages = vec![index(cx)];
    pages.extend(versions(cx));
    for (at, group) in model.groups.iter().enumerate() {
        let target = Target::Group(at);
        let mut sheet = Sheet::about_item(cx, target, &format!("Operations: {}", title(cx, at)));
        sheet.facts([cx.versions(&group.docs.gate)]);
        sheet.about(&group.docs);
        chapter(&mut sheet, Some(at));
        sheet.source(&group.docs.source);
        pages.push(sheet.finish());
    }
    if model.ops.iter().any(|op| op.group.is_none()) {
        let mut sheet = Sheet::new(cx, UNGROUPED, "Operations without a group");
        chapter(&mut sheet, None);
        pages.push(sheet.finish());
    }
    pages
}

/// The path of the page that lists which version has which operation.
pub(super) const VERSIONS: &str = "operations/versions.md";

/// The page that lists which version has which operation; none if there is only one version.
fn versions(cx: &Cx<'_>) -> Option<Page> {
    let model = cx.model;
    if model.versions.len() < 2 {
        return None;
    }
    let mut sheet = Sheet::new(cx, VERSIONS, "Operations by version");
    sheet.para(
        "*new* is the first version with an operation, *changed* one in which it has other parts than in the \
         version before.",
    );
    let entries = inventory(cx);
    let mut heads = vec!["Opcode".to_owned(), "Operation".to_owned()];
    heads.extend(model.versions.iter().map(|version| version.docs.name.clone()));
    let mut table = Table::with_heads(heads);
    for (at, op) in model.ops.iter().enumerate() {
        let target = Target::Op(at);
        let parts = entries.iter().filter(|entry| entry.target == target && entry.kind.is_part());
        let parts: Vec<_> = parts.collect();
        let mut row = vec![hexadecimal(op.opcode), sheet.link(target)];
        row.extend((0..model.versions.len()).map(|version| {
            let changed = op.flags == Some(version)
                || parts.iter().any(|part| {
                    part.added() == Some(version)
                        || part.removed(model.versions.len()) == Some(version)
                });
            let text = match (op.docs.gate.has(version), op.docs.gate.since == version) {
                (false, _) => "-",
                (true, true) => "new",
                (true, false) if changed => "changed",
                (true, false) => "yes",
            };
            text.to_owned()
        }));
        table.row_of(&op.docs.gate, row);
    }
    sheet.table("", table);
    Some(sheet.finish())
}

/// The title of a group.
pub(super) fn title(cx: &Cx<'_>, group: usize) -> String {
    let group = &cx.model.groups[group];
    let title = if group.title.is_empty() { &group.docs.name } else { &group.title };
    title.clone()
}

fn chapter(sheet: &mut Sheet<'_, '_>, group: Option<usize>) {
    let ops = sheet.cx.model.ops.iter().enumerate();
    let ops: Vec<usize> = ops.filter(|(_, op)| op.group == group).map(|(at, _)| at).collect();
    let mut table = Table::new(["Opcode", "Operation", "Versions", "Summary"]);
    for &at in &ops {
        let docs = &sheet.cx.model.ops[at].docs;
        table.row_of(
            &docs.gate,
            [
                hexadecimal(sheet.cx.model.ops[at].opcode),
                sheet.link(Target::Op(at)),
                sheet.cx.versions(&docs.gate),
                docs.summary.clone(),
            ],
        );
    }
    sheet.table("", table);
    for at in ops {
        op(sheet, at);
    }
}

fn hexadecimal(opcode: u64) -> String {
    code(&format!("0x{opcode:02x}"))
}

fn index(cx: &Cx<'_>) -> Page {
    let mut sheet = Sheet::new(cx, OPERATIONS, "Operations");
    if let Some(operations) = &cx.model.operations {
        sheet.heading("On the wire");
        layout(&mut sheet, operations);
        sheet.heading("Regions and values");
        regions(&mut sheet, operations);
        sheet.errors_of(&[Kind::Operations, Kind::Region, Kind::Block]);
    }
    sheet.heading("All operations");
    let mut table = Table::new(["Opcode", "Operation", "Group", "Versions", "Summary"]);
    for (at, op) in cx.model.ops.iter().enumerate() {
        let group = op.group.map(|group| sheet.link_as(Target::Group(group), &title(cx, group)));
        table.row_of(
            &op.docs.gate,
            [
                hexadecimal(op.opcode),
                sheet.link(Target::Op(at)),
                group.unwrap_or_default(),
                cx.versions(&op.docs.gate),
                op.docs.summary.clone(),
            ],
        );
    }
    sheet.table("", table);
    sheet.finish()
}

fn layout(sheet: &mut Sheet<'_, '_>, operations: &Operations) {
    sheet.para(
        "The parts of an operation in wire order. An operation has no length: a reader that does \
         not know the opcode cannot skip it. The page of each operation has its exact order.",
    );
    let opcode = sheet.wire(&operations.opcode);
    let types = sheet.wire(&Wire::Index(operations.types));
    let varint = code("varint");
    let mut table = Table::new(["Part", "Type", "Present", "Meaning"]);
    for part in &operations.layout {
        let cells = match part {
            OpPart::Opcode => ["opcode", &opcode, "always", "The number of the operation."],
            OpPart::ResultCount => [
                "result count",
                &varint,
                "where the operation's table has it",
                "Number of results. Some operations with a fixed number of results have it, too.",
            ],
            OpPart::ResultTypes => {
                ["result types", &types, "one for each result", "In the order of the results."]
            }
            OpPart::Flags => [
                "flags",
                &varint,
                "in operations with flag bits",
                "Bits that say which optional attributes and operands are there, and attributes \
                 that are one bit. A bit that is set and means nothing is an error.",
            ],
            OpPart::Attributes => [
                "attributes",
                "as listed",
                "unless absent by the flags",
                "In the order of the table, without tags or names.",
            ],
            OpPart::Operands => [
                "operands",
                &varint,
                "unless absent by the flags",
                "A value number each. Before them stands one count for all, or a count before each \
                 group of variable length, or none where every operand is single.",
            ],
            OpPart::Regions => [
                "regions",
                "see below",
                "in operations with regions",
                "The number of regions, then the regions.",
            ],
        };
        table.row(cells.map(str::to_owned));
    }
    sheet.table("", table);
}

fn regions(sheet: &mut Sheet<'_, '_>, operations: &Operations) {
    let types = sheet.wire(&Wire::Index(operations.types));
    sheet.list([
        "Region: `varint` number of blocks, then the blocks.".to_owned(),
        format!(
            "Block: `varint` number of arguments, a {types} for each, `varint` number of \
             operations, then the operations, the last of which ends the block."
        ),
    ]);
    sheet.para(
        "Values are numbered in the order in which they are defined: the parameters of the \
         function, then each result and each block argument as it comes. An operand is the number \
         of a value that is defined before it. The numbers of what a region defines are free again \
         at its end, and the results of an operation with regions are numbered after its regions, \
         with the numbers that its regions started from.",
    );
}
