//! The sections of a file, and the records of which they consist.

use super::cx::{Cx, Sheet};
use super::fields::Owner;
use super::items::record;
use super::markdown::{code, hex};
use super::page::{Page, Table};
use super::target::Target;
use crate::model::{Field, Section, SectionHeader, Wire};

pub(super) fn page(cx: &Cx<'_>) -> Option<Page> {
    if cx.model.sections.is_empty() {
        return None;
    }
    let mut sheet = Sheet::new(cx, "sections.md", "Sections");
    sheet.para(
        "The parts of a file after its header. Positions inside a section are counted from the \
         start of its payload.",
    );
    sheet.table("", table(&sheet));
    sheet.heading("Section headers");
    header(&mut sheet);
    sheet.file_errors();
    for (index, section) in cx.model.sections.iter().enumerate() {
        self::section(&mut sheet, section, Target::Section(index));
    }
    for index in (0..cx.model.records.len()).filter(|record| cx.is_with_sections(*record)) {
        let target = Target::Record(index);
        sheet.item(target);
        record(&mut sheet, target);
    }
    Some(sheet.finish())
}

/// A table of all sections.
pub(super) fn table(sheet: &Sheet<'_, '_>) -> Table {
    let mut table = Table::new(["Id", "Section", "Required", "Alignment", "Versions", "Summary"]);
    let sections = &sheet.cx.model.sections;
    let mut order: Vec<usize> = (0..sections.len()).collect();
    order.sort_by_key(|index| sections[*index].id);
    for index in order {
        let section = &sections[index];
        table.row_of(
            &section.docs.gate,
            [
                section.id.to_string(),
                sheet.link(Target::Section(index)),
                if section.required { "yes".to_owned() } else { "no".to_owned() },
                alignment(section),
                sheet.cx.versions(&section.docs.gate),
                section.docs.summary.clone(),
            ],
        );
    }
    table
}

fn alignment(section: &Section) -> String {
    match section.align {
        Some(align) => format!("multiple of {align}"),
        None if section.align_forbidden => "none allowed".to_owned(),
        None => "not needed".to_owned(),
    }
}

/// The parts of a section header, in wire order.
pub(super) fn header(sheet: &mut Sheet<'_, '_>) {
    let Some(header) = sheet.cx.model.section_header else { return };
    let SectionHeader { id_bits, aligned_bit, .. } = header;
    let aligned = aligned_bit.map(|bit| format!("if bit {bit} of the first byte"));
    let bits = match id_bits {
        1 => "Bit 0 is".to_owned(),
        bits => format!("Bits 0 to {} are", bits - 1),
    };
    let id = match id_bits {
        1 => "0 id".to_owned(),
        bits => format!("0 to {} id", bits - 1),
    };
    let mark = aligned_bit.map(|bit| format!("{id}, {bit} aligned"));
    sheet.section_header(aligned.as_deref(), mark.as_ref().unwrap_or(&id));
    let pad = code(&hex(&[sheet.cx.model.pad]));
    let mut table = Table::new(["Part", "Type", "Present", "Meaning"]);
    let mut row = |cells: [&str; 4]| table.row(cells.map(str::to_owned));
    let first = match aligned_bit {
        Some(bit) => format!("{bits} the id; bit {bit} says that an alignment follows."),
        None => format!("{bits} the id."),
    };
    row(["first byte", "`u8`", "", &first]);
    row(["length", "`varint`", "", "Bytes of the payload."]);
    let filler = format!(
        "Bytes {pad} up to a position in the file that is a multiple of the alignment; not counted \
         in the length."
    );
    if let Some(aligned) = &aligned {
        row(["alignment", "`varint`", aligned, "In bytes, a power of two."]);
        row(["filler", "bytes", aligned, &filler]);
    }
    row(["payload", "bytes", "", "The fields of the section."]);
    sheet.table("", table);
    let ends = sheet.cx.model.sections.iter().enumerate().filter(|(_, section)| section.end);
    let ends: Vec<String> = ends.map(|(at, _)| sheet.link(Target::Section(at))).collect();
    if !ends.is_empty() {
        sheet.para(format!(
            "The section {} is its first byte alone and ends the file.",
            ends.join(", ")
        ));
    }
    rules(sheet, header);
}

/// The rules on which sections a file may have.
fn rules(sheet: &mut Sheet<'_, '_>, header: SectionHeader) {
    let mut sections: Vec<_> = sheet.cx.model.sections.iter().enumerate().collect();
    sections.sort_by_key(|(_, section)| section.place);
    let placed = sections.iter().filter(|(_, section)| section.place.is_some());
    let order: Vec<String> = placed.map(|(at, _)| sheet.link(Target::Section(*at))).collect();
    let mut rules = vec![match header.unknown_error {
        true => "An id that no section has is an error.",
        false => "A section whose id is not known is kept as it is.",
    }];
    rules.push(match header.again_error {
        true => "A section that comes a second time is an error.",
        false => "Where a section comes a second time, the last one counts.",
    });
    let is_gated =
        |section: &Section| section.docs.gate.since > 0 || section.docs.gate.until.is_some();
    if sheet.cx.model.sections.iter().any(is_gated) {
        rules.push(
            "Readers take a section in files of every version, also of those that do not define it.",
        );
    }
    if sheet.cx.model.filler_error {
        rules.push("Filler of other bytes is an error.");
    }
    let mut rules = rules.join(" ");
    if !order.is_empty() {
        let order = order.join(", ");
        rules.push_str(&format!(" These stand in this order, where they are there: {order}."));
    }
    sheet.para(rules);
}

fn section(sheet: &mut Sheet<'_, '_>, section: &Section, target: Target) {
    let cx = sheet.cx;
    sheet.item(target);
    let mut facts = vec![format!("Id {}", section.id), first_byte(cx, section)];
    facts.push(if section.required { "in every file" } else { "optional" }.to_owned());
    facts.extend(section.repeated.then(|| "any number of times".to_owned()));
    let sections = &cx.model.sections;
    let required = sections.iter().position(|other| Some(other.id) == section.requires);
    facts.extend(required.map(|at| format!("together with {}", sheet.link(Target::Section(at)))));
    let unaligned = cx.model.section_header.is_some_and(|header| header.aligned_bit.is_none());
    facts.push(match (section.align, section.align_forbidden || unaligned) {
        (Some(align), _) => format!("aligned to a multiple of {align} bytes"),
        (None, true) => "not aligned".to_owned(),
        (None, false) => "any alignment or none".to_owned(),
    });
    facts.push(cx.versions(&section.docs.gate));
    sheet.facts(facts);
    sheet.about(&section.docs);
    let owner = Owner::new(&section.docs, &section.fields);
    sheet.diagram(target, &owner);
    sheet.fields("Fields", &owner);
    if let Some(content) = section.content {
        let content = sheet.link(Target::Run(content));
        sheet.para(format!("Byte for byte it is the record {content}."));
    }
    let open_end = section.fields.last().and_then(Field::wire).is_some_and(Wire::takes_rest);
    let is_content = section.content.is_some() && section.fields.is_empty();
    if !section.end && !open_end && !is_content {
        sheet.para(match section.trailing_error {
            true => "Bytes after the last field are an error.",
            false => "Bytes after the last field are ignored.",
        });
    }
    sheet.ending(target);
}

/// The first byte of the section's header, with the alignment bit if the section needs alignment.
fn first_byte(cx: &Cx<'_>, section: &Section) -> String {
    let Some(header) = cx.model.section_header else { return String::new() };
    let aligned = section.id | header.aligned_bit.map_or(0, |bit| 1 << bit);
    let byte = |value: u8| code(&hex(&[value]));
    match (section.align, section.align_forbidden || header.aligned_bit.is_none()) {
        (Some(_), _) => format!("first byte {}", byte(aligned)),
        (None, true) => format!("first byte {}", byte(section.id)),
        (None, false) => format!("first byte {} or {}", byte(section.id), byte(aligned)),
    }
}
