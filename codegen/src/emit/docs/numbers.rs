//! Everything with a number, by number: sections, opcodes, tags and members of enumerations.

use super::cx::{Cx, Sheet, within};
use super::markdown::code;
use super::page::{Page, Table};
use super::target::Target;
use crate::model::{Gate, Reserved};

/// The path of the page.
pub(super) const PAGE: &str = "numbers.md";

/// Something with a number.
struct Numbered {
    number: i128,
    name: String,
    gate: Gate,
}

/// The page; none if nothing has a number.
pub(super) fn page(cx: &Cx<'_>) -> Option<Page> {
    let model = cx.model;
    let mut sheet = Sheet::new(cx, PAGE, "Numbers");
    sheet.para(
        "Which number stands for what. A number without a name is free, or reserved where that is \
         said. Readers refuse both, except where a union keeps unknown tags.",
    );
    let sections = model.sections.iter().enumerate().map(|(at, section)| Numbered {
        number: i128::from(section.id),
        name: sheet.link(Target::Section(at)),
        gate: section.docs.gate.clone(),
    });
    let sections = sections.collect();
    space(&mut sheet, "Numbers of sections", sections, &[]);
    let ops = model.ops.iter().enumerate().map(|(at, op)| Numbered {
        number: op.opcode.into(),
        name: sheet.link(Target::Op(at)),
        gate: op.docs.gate.clone(),
    });
    let ops = ops.collect();
    space(&mut sheet, "Opcodes", ops, &[]);
    for (union, item) in model.unions.iter().enumerate() {
        let variants = item.variants.iter().enumerate().map(|(at, variant)| Numbered {
            number: variant.tag.into(),
            name: sheet.link(Target::Variant(union, at)),
            gate: within(&item.docs.gate, &variant.docs.gate),
        });
        let variants = variants.collect();
        space(&mut sheet, &format!("Tags of {}", item.docs.name), variants, &item.reserved);
    }
    for (at, item) in model.enums.iter().enumerate() {
        let members = item.members.iter().map(|member| Numbered {
            number: member.value,
            name: sheet.link_as(Target::Enum(at), &code(&member.docs.name)),
            gate: within(&item.docs.gate, &member.docs.gate),
        });
        let members = members.collect();
        space(&mut sheet, &format!("Members of {}", item.docs.name), members, &item.reserved);
    }
    let page = sheet.finish();
    (page.blocks.len() > 1).then_some(page)
}

/// The numbers of one kind, with the free ranges between them.
fn space(sheet: &mut Sheet<'_, '_>, title: &str, mut named: Vec<Numbered>, reserved: &[Reserved]) {
    if named.is_empty() {
        return;
    }
    sheet.heading(title);
    named.extend(reserved.iter().map(|Reserved { number, was }| Numbered {
        number: *number,
        name: match was.as_str() {
            "" => "reserved".to_owned(),
            was => format!("reserved, it was {was}"),
        },
        gate: Gate::default(),
    }));
    named.sort_by_key(|item| (item.number, item.gate.since));
    let mut table = Table::new(["Number", "Hex", "Name", "Versions"]);
    let mut next = named.first().map_or(0, |item| item.number.min(0));
    for item in named {
        if item.number > next {
            free(&mut table, next, item.number - 1);
        }
        next = item.number.saturating_add(1);
        let versions = sheet.cx.versions(&item.gate);
        let hex = hexadecimal(item.number);
        table.row_of(&item.gate, [item.number.to_string(), hex, item.name, versions]);
    }
    sheet.table("", table);
}

/// A number in hexadecimal, with at least two digits.
pub(super) fn hexadecimal(number: i128) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}0x{:02x}", number.unsigned_abs())
}

/// Adds a row for a range of free numbers.
fn free(table: &mut Table, first: i128, last: i128) {
    let (of_first, of_last) = (hexadecimal(first), hexadecimal(last));
    let [number, hex] = match first == last {
        true => [first.to_string(), of_first],
        false => [format!("{first} to {last}"), format!("{of_first} to {of_last}")],
    };
    table.row([number, hex, "free".to_owned(), String::new()]);
}
