//! One operation: its parts in wire order, and their meaning.

use super::cells::{plain, width};
use super::cx::{Cx, Sheet, within};
use super::diagram::{Cell, EACH, Width};
use super::fields::Owner;
use super::items::label;
use super::markdown::{code, codes, hex, sentence};
use super::page::Table;
use super::target::Target;
use super::wire::encode;
use crate::model::{Arity, Docs, Gate, Op, OpPart, OperandLayout, Operations, Port, Wire};
use crate::operation_text;

/// Where the encoding of regions is described.
const REGIONS: &str = "operations/README.md#regions-and-values";

pub(super) fn op(sheet: &mut Sheet<'_, '_>, index: usize) {
    let target = Target::Op(index);
    let op = &sheet.cx.model.ops[index];
    sheet.item(target);
    let mut facts = vec![opcode(op), sheet.cx.versions(&op.docs.gate)];
    if !label(&op.docs).is_empty() {
        facts.push(format!("spelled {}", label(&op.docs)));
    }
    if op.terminator {
        facts.push("ends a block".to_owned());
    }
    if op.pure {
        facts.push("pure".to_owned());
    }
    if op.section_form {
        facts.push("never an instruction of a body".to_owned());
    }
    sheet.facts(facts);
    sheet.about(&op.docs);
    if let Some(operations) = &sheet.cx.model.operations {
        let Rows { table, cells, .. } = Rows::new(sheet, op, operations).rows();
        sheet.push_diagram(target, cells);
        sheet.table("On the wire", table);
    }
    ports(sheet, "Results", &op.docs, &op.results);
    sheet.fields("Attributes", &owner(op));
    ports(sheet, "Operands", &op.docs, &op.operands);
    regions(sheet, op);
    if !op.text.is_empty() {
        sheet.para(format!("Text: {}", code(&operation_text::spell(&op.text))));
    }
    if !op.same_type.is_empty() {
        let names = codes(op.same_type.iter().map(String::as_str));
        sheet.para(format!("Same type: {names}."));
    }
    sheet.ending(target);
}

fn opcode(op: &Op) -> String {
    format!("Opcode 0x{:02x} ({})", op.opcode, op.opcode)
}

/// The attributes, with the flags that state which of them are present.
fn owner(op: &Op) -> Owner<'_> {
    let mut owner = Owner::new(&op.docs, &op.attributes);
    owner.flags = op.flags.map(|since| Gate { since, ..Gate::default() });
    owner
}

fn ports(sheet: &mut Sheet<'_, '_>, title: &str, item: &Docs, ports: &[Port]) {
    let mut table = Table::new(["Name", "Type", "Number", "Versions", "Meaning"]);
    for port in ports {
        let number = match (port.arity, port.bit) {
            (Arity::One, _) => String::new(),
            (Arity::Optional, Some(bit)) => format!("one if bit {bit} of {}", code("flags")),
            (Arity::Optional, None) => "one or none".to_owned(),
            (Arity::Variadic, _) => "any number".to_owned(),
        };
        let mut meaning = meaning(&port.docs);
        if !port.named.is_empty() {
            meaning.push_str(&format!(" Text calls it {}.", code(&port.named)));
        }
        let ty = match sheet.cx.constraint(&port.constraint) {
            Some(target) => sheet.link_as(target, &code(&port.constraint)),
            None if port.constraint.is_empty() => String::new(),
            None => code(&port.constraint),
        };
        table.part(
            &port.docs.name,
            &within(&item.gate, &port.docs.gate),
            [
                code(&port.docs.name),
                ty,
                number,
                sheet.cx.narrowed(&item.gate, &port.docs.gate),
                meaning,
            ],
        );
    }
    sheet.table(title, table);
}

fn regions(sheet: &mut Sheet<'_, '_>, op: &Op) {
    let mut table = Table::new(["Name", "Versions", "Meaning"]);
    for region in &op.regions {
        let versions = sheet.cx.narrowed(&op.docs.gate, &region.docs.gate);
        let mut meaning = meaning(&region.docs);
        if region.may_be_empty {
            meaning.push_str(" It may have no block.");
        }
        if !region.arguments.is_empty() {
            let names = codes(region.arguments.iter().map(String::as_str));
            meaning.push_str(&format!(" Text calls its arguments {names}."));
        }
        if !region.implied.is_empty() {
            let implied = code(&region.implied);
            meaning.push_str(&format!(" Text leaves {implied} at its end out, without operands."));
        }
        let gate = within(&op.docs.gate, &region.docs.gate);
        table.part(&region.docs.name, &gate, [code(&region.docs.name), versions, meaning]);
    }
    sheet.table("Regions", table);
}

fn meaning(docs: &Docs) -> String {
    let parts = [&docs.summary, &docs.doc].map(|part| sentence(part));
    let mut text = parts.join(" ").trim().to_owned();
    if !docs.source.is_empty() {
        text.push_str(&format!(" Source: {}", sentence(&docs.source)));
    }
    text
}

/// The rows of the wire table.
struct Rows<'s, 'c, 'm> {
    sheet: &'s Sheet<'c, 'm>,
    op: &'m Op,
    operations: &'m Operations,
    table: Table,
    /// The same parts as cells of the diagram.
    cells: Vec<Cell>,
}

impl<'s, 'c, 'm> Rows<'s, 'c, 'm> {
    fn new(sheet: &'s Sheet<'c, 'm>, op: &'m Op, operations: &'m Operations) -> Self {
        let table = Table::new(["Part", "Type", "Value", "Present", "Versions"]);
        Rows { sheet, op, operations, table, cells: Vec::new() }
    }

    fn rows(mut self) -> Self {
        for part in &self.operations.layout {
            match part {
                OpPart::Opcode => self.opcode(),
                OpPart::ResultCount => self.result_count(),
                OpPart::ResultTypes => self.result_types(),
                OpPart::Flags => self.flags(),
                OpPart::Attributes => self.attributes(),
                OpPart::Operands => self.operands(),
                OpPart::Regions => self.regions(),
            }
        }
        self
    }

    fn row(&mut self, part: &str, ty: String, value: String, present: String, gate: &Gate) {
        let versions = self.sheet.cx.narrowed(&self.op.docs.gate, gate);
        // The cells of attributes are made like those of other fields.
        if part != "attribute" {
            self.cells.push(self.cell(part, &ty, &value, &present, &versions));
        }
        let gate = within(&self.op.docs.gate, gate);
        self.table.row_of(&gate, [part.to_owned(), ty, value, present, versions]);
    }

    /// The cell of the diagram for a row.
    fn cell(&self, part: &str, ty: &str, value: &str, present: &str, versions: &str) -> Cell {
        let model = self.cx().model;
        let value = plain(value);
        let mut cell = Cell {
            name: part.to_owned(),
            ty: plain(ty),
            width: width(model, &Wire::VARINT, 0),
            present: plain(present),
            versions: plain(versions),
            ..Cell::default()
        };
        match part {
            "opcode" => {
                let bytes = encode(model.varint, &self.operations.opcode, self.op.opcode);
                cell.width = Width::of(&bytes);
                cell.bits = value;
            }
            "result type" => {
                cell.link = self.sheet.address(Target::Table(self.operations.types));
                (cell.name, cell.until) = match value.strip_suffix(", for each") {
                    Some(name) => (name.to_owned(), format!("{EACH}, one for each value")),
                    None => (value, String::new()),
                };
            }
            "operands" => {
                cell.part = value.trim_start_matches("each of ").to_owned();
                cell.times = format!("number of {}", cell.part);
                cell.name.clone_from(&cell.part);
            }
            "operand" | "region" => {
                if part == "region" {
                    (cell.width, cell.link) = (Width::ANY, format!("/{REGIONS}"));
                }
                cell.part.clone_from(&value);
                cell.name = value;
            }
            _ => cell.bits = value,
        }
        cell
    }

    /// Adds a part that every version of the operation has.
    fn plain(&mut self, part: &str, ty: String, value: String) {
        let gate = self.op.docs.gate.clone();
        self.row(part, ty, value, String::new(), &gate);
    }

    fn cx(&self) -> &'c Cx<'m> {
        self.sheet.cx
    }

    fn opcode(&mut self) {
        let wire = &self.operations.opcode;
        let bytes = encode(self.cx().model.varint, wire, self.op.opcode);
        self.plain("opcode", self.sheet.wire(wire), code(&hex(&bytes)));
    }

    fn result_count(&mut self) {
        if self.op.result_count {
            let value = self.number_of(&self.op.results);
            self.plain("result count", code("varint"), value);
        }
    }

    /// The number of values in words, by version if it varies.
    fn number_of(&self, ports: &[Port]) -> String {
        let gate = &self.op.docs.gate;
        let last = self.cx().model.versions.len().saturating_sub(1);
        let last = gate.until.unwrap_or(last);
        let fixed = |version: usize| {
            let fixed = ports.iter().filter(|port| port.arity == Arity::One);
            fixed.filter(|port| port.docs.gate.has(version)).count()
        };
        let mut runs: Vec<(usize, Gate)> = Vec::new();
        for version in gate.since..=last {
            match runs.last_mut() {
                Some((count, run)) if *count == fixed(version) => run.until = Some(version),
                _ => runs.push((
                    fixed(version),
                    Gate { since: version, until: Some(version), ..gate.clone() },
                )),
            }
        }
        if let Some((_, run)) = runs.last_mut() {
            run.until = gate.until;
        }
        let more: Vec<String> = ports
            .iter()
            .filter_map(|port| match port.arity {
                Arity::One => None,
                Arity::Optional => Some(format!("1 if {} is there", code(&port.docs.name))),
                Arity::Variadic => Some(format!("number of {}", code(&port.docs.name))),
            })
            .collect();
        let runs = runs.iter().map(|(count, run)| {
            let mut sum = more.clone();
            if *count > 0 || sum.is_empty() {
                sum.insert(0, count.to_string());
            }
            self.sheet.when(gate, run, sum.join(" + "))
        });
        runs.collect::<Vec<_>>().join(", ")
    }

    fn result_types(&mut self) {
        let ty = self.sheet.wire(&Wire::Index(self.operations.types));
        for port in &self.op.results {
            let each = if port.arity == Arity::Variadic { ", for each" } else { "" };
            let value = format!("type of {}{each}", code(&port.docs.name));
            self.row("result type", ty.clone(), value, String::new(), &port.docs.gate);
        }
    }

    fn flags(&mut self) {
        let Some(since) = self.op.flags else { return };
        let gate = within(&self.op.docs.gate, &Gate { since, ..Gate::default() });
        let operands = self.op.operands.iter();
        let others: Vec<(u32, &Docs)> =
            operands.filter_map(|port| Some((port.bit?, &port.docs))).collect();
        let mut bits = self.sheet.claimed(&owner(self.op), &gate, &others);
        bits = match bits.is_empty() {
            true => "0".to_owned(),
            false => format!("bits: {bits}"),
        };
        self.row("flags", code("varint"), bits, String::new(), &gate);
    }

    fn attributes(&mut self) {
        let owner = owner(self.op);
        for field in &self.op.attributes {
            // A unit has a bit of the flags and no bytes.
            if field.wire().is_some() {
                let ty = self.sheet.field_type(field);
                let present = self.sheet.presence(&owner, field);
                self.cells.extend(self.sheet.cells(&owner, field));
                self.row("attribute", ty, code(&field.docs.name), present, &field.docs.gate);
            }
        }
    }

    fn operands(&mut self) {
        let counted = self.op.operand_layout == OperandLayout::Counted;
        if counted {
            let value = self.number_of(&self.op.operands);
            self.plain("operand count", code("varint"), value);
        }
        for port in &self.op.operands {
            let (gate, name) = (&port.docs.gate, code(&port.docs.name));
            let one = code("varint");
            match port.arity {
                Arity::One => self.row("operand", one, name, String::new(), gate),
                Arity::Optional => {
                    let present = match port.bit {
                        Some(bit) => format!("if bit {bit} of {}", code("flags")),
                        None => "if the count says so".to_owned(),
                    };
                    self.row("operand", one, name, present, gate);
                }
                Arity::Variadic => {
                    if !counted {
                        let number = format!("number of {name}");
                        self.row("operand count", one.clone(), number, String::new(), gate);
                    }
                    self.row("operands", one, format!("each of {name}"), String::new(), gate);
                }
            }
        }
    }

    fn regions(&mut self) {
        if self.op.regions.is_empty() {
            return;
        }
        self.plain("region count", code("varint"), self.op.regions.len().to_string());
        for region in &self.op.regions {
            let ty = self.sheet.link_page(REGIONS, "region");
            let name = code(&region.docs.name);
            self.row("region", ty, name, String::new(), &region.docs.gate);
        }
    }
}
