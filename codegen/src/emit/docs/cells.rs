//! The cells of diagrams: the bytes of a field.

use super::cx::{Sheet, within};
use super::diagram::{Cell, Diagram, EACH, Width};
use super::fields::Owner;
use super::markdown::hex;
use super::page::Block;
use super::target::{Target, leaf};
use super::wire::encode;
use crate::model::{
    Coding, Content, Extent, Field, FieldKind, Gate, Integer, Kind, Model, Sequence, Until,
    VarintKind, Wire,
};
use bytespec_plan::Digits;

/// A cell that is repeated up to the end that `end` describes.
fn each(cell: Cell, end: &str) -> Cell {
    Cell { until: format!("{EACH}, {end}"), ..cell }
}

/// Text without the Markdown of code spans and links.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once("](") {
        let (_, after) = link.split_once(')').unwrap_or((link, ""));
        match before.rsplit_once('[') {
            Some((before, name)) => plain.extend([before, name]),
            None => plain.push_str(before),
        }
        rest = after;
    }
    plain.push_str(rest);
    plain.replace('`', "")
}

impl Sheet<'_, '_> {
    /// The diagram of fields.
    pub(super) fn diagram(&mut self, target: Target, owner: &Owner<'_>) {
        let cells = owner.fields.iter().flat_map(|field| self.cells(owner, field)).collect();
        self.push_diagram(target, cells);
    }

    /// The diagram of a tag and the fields after it.
    pub(super) fn variant_diagram(
        &mut self,
        target: Target,
        (tag, number): (&Wire, u64),
        owner: &Owner<'_>,
    ) {
        let bytes = encode(self.cx.model.varint, tag, number);
        let base = Cell { bits: hex(&bytes), ..Cell::default() };
        let mut cells = self.shaped("tag", tag, base);
        cells.iter_mut().for_each(|cell| cell.width = Width::of(&bytes));
        cells.extend(owner.fields.iter().flat_map(|field| self.cells(owner, field)));
        self.push_diagram(target, cells);
    }

    /// Adds a diagram of these cells, unless there are none.
    pub(super) fn push_diagram(&mut self, target: Target, cells: Vec<Cell>) {
        let name = self.cx.docs(target).name.clone();
        self.push_named_diagram(&name, cells);
    }

    /// Adds a diagram of something that is not an item.
    pub(super) fn push_named_diagram(&mut self, name: &str, cells: Vec<Cell>) {
        if !cells.is_empty() {
            self.push(Block::Diagram(Diagram { name: name.to_owned(), cells }));
        }
    }

    /// The diagram of a section header; `aligned` states when the parts of an alignment are present.
    pub(super) fn section_header(&mut self, aligned: Option<&str>, bits: &str) {
        let kind = self.cx.model.varint;
        let varint = || ("varint".to_owned(), varint(kind, 64));
        let any = || (String::new(), Width::ANY);
        let cell = |name: &str, (ty, width): (String, Width), present: &str| Cell {
            name: name.to_owned(),
            ty,
            width,
            present: present.to_owned(),
            ..Cell::default()
        };
        let mut cells = vec![
            Cell {
                bits: bits.to_owned(),
                ..cell("first byte", ("u8".to_owned(), Width::exact(8)), "")
            },
            cell("length", varint(), ""),
        ];
        if let Some(aligned) = aligned {
            cells.push(cell("alignment", varint(), aligned));
            cells.push(cell("filler", any(), aligned));
        }
        let payload = Cell {
            times: "length".to_owned(),
            width: Width::exact(8),
            ..cell("payload", any(), "")
        };
        cells.push(payload);
        self.push_named_diagram("a section", cells);
    }

    /// The cells of a field; none if the field is a bit of another one.
    pub(super) fn cells(&self, owner: &Owner<'_>, field: &Field) -> Vec<Cell> {
        let base = Cell {
            present: plain(&self.presence(owner, field)),
            versions: plain(&self.cx.narrowed(owner.gate, &field.docs.gate)),
            part: field.docs.name.clone(),
            ..Cell::default()
        };
        let name = &field.docs.name;
        match &field.kind {
            FieldKind::Unit { .. } => Vec::new(),
            FieldKind::Presence => {
                vec![Cell { name: name.clone(), width: Width::exact(8), ..base }]
            }
            FieldKind::Packed { number, parts, .. } => {
                let bits = format!("holds the {parts} fields after it");
                let width = packed(self.cx.model, *number);
                vec![Cell { name: name.clone(), ty: "packed".to_owned(), width, bits, ..base }]
            }
            FieldKind::Part(wire, bits) => {
                let width = match bits {
                    Some(bits) => Width::exact(u64::from(*bits)),
                    None => Width { least: 0, most: Some(64) },
                };
                let mut cells = self.shaped(name, wire, base);
                cells.truncate(1);
                cells.into_iter().map(|cell| Cell { width, ..cell }).collect()
            }
            FieldKind::Flags(wire) => {
                let gate = within(owner.gate, &field.docs.gate);
                let bits = plain(&self.claimed(owner, &gate, &[]));
                self.shaped(name, wire, Cell { bits, ..base })
            }
            FieldKind::Value(wire) | FieldKind::Optional(wire, _) => self.shaped(name, wire, base),
        }
    }

    /// The cells of a value. A list has its count in front.
    pub(super) fn shaped(&self, name: &str, wire: &Wire, base: Cell) -> Vec<Cell> {
        let model = self.cx.model;
        let cell = |name: String, of: &Wire, times: &str| Cell {
            name,
            ty: model.spell(of),
            width: width(model, of, 0),
            times: times.to_owned(),
            link: leaf(of).map(|target| self.address(target)).unwrap_or_default(),
            ..base.clone()
        };
        let plain = |name: String, width: Width| Cell { name, width, ..base.clone() };
        let count = format!("number of {name}");
        match wire {
            Wire::Indirect(inner) => self.shaped(name, inner, base),
            Wire::Sequence(Sequence { element, until }) => match until {
                Until::Count(align) => {
                    let filler = align.map(|to| {
                        let most = to.saturating_sub(1);
                        plain(format!("filler to a multiple of {to}"), Width::bytes(0, most))
                    });
                    let mut cells = vec![cell(count.clone(), &Wire::VARINT, "")];
                    cells.extend(filler);
                    cells.push(cell(name.to_owned(), element, &count));
                    cells
                }
                Until::Field(field) => vec![cell(name.to_owned(), element, field)],
                Until::End => vec![each(cell(name.to_owned(), element, ""), "to the end")],
                Until::Balanced => {
                    vec![each(cell(name.to_owned(), element, ""), "to the one that closes")]
                }
            },
            Wire::OffsetTable { offset, entry } => {
                let bytes = u64::from(offset.bits / 8);
                vec![
                    cell(count.clone(), &Wire::VARINT, ""),
                    plain(format!("filler to a multiple of {bytes}"), Width::bytes(0, bytes - 1)),
                    cell("offsets".to_owned(), &Wire::Integer(*offset), &count),
                    cell(name.to_owned(), entry, &count),
                ]
            }
            Wire::Bytes(Extent::Counted, content) => {
                let size = format!("bytes of {name}");
                let mut cells = vec![cell(size.clone(), &Wire::VARINT, "")];
                cells.push(match content {
                    Content::Value(inner) => {
                        Cell { until: format!("{size} in all"), ..cell(name.to_owned(), inner, "") }
                    }
                    _ => Cell {
                        ty: model.spell(wire),
                        times: size,
                        ..plain(name.to_owned(), Width::exact(8))
                    },
                });
                cells
            }
            wire => vec![cell(name.to_owned(), wire, "")],
        }
    }
}

fn varint(kind: VarintKind, bits: u32) -> Width {
    Width::bytes(
        1,
        match kind {
            VarintKind::Leb128 => 10,
            VarintKind::Bounded => u64::from(bits.div_ceil(7)),
            VarintKind::Prefix => 9,
        },
    )
}

fn integer(model: &Model, integer: Integer) -> Width {
    match integer.coding {
        Coding::Varint => varint(model.varint, u32::from(integer.bits)),
        Coding::Vlq(kind) => match kind.longest() {
            Some(full) => Width::bytes(1, full.into()),
            None => varint(VarintKind::Leb128, u32::from(integer.bits)),
        },
        Coding::Digits(of) => match of.width {
            0 => Width::bytes(1, Digits::MAX.into()),
            width => Width::exact(8 * u64::from(width)),
        },
        _ => Width::exact(u64::from(integer.bits)),
    }
}

/// How many levels of nested items are used to compute a width.
const DEPTH: usize = 3;

/// The width of a value.
pub(super) fn width(model: &Model, wire: &Wire, depth: usize) -> Width {
    if depth > DEPTH {
        return Width::ANY;
    }
    let of = |wire: &Wire| width(model, wire, depth + 1);
    match wire {
        Wire::Integer(number) => integer(model, *number),
        Wire::Bool => Width::exact(8),
        Wire::Index(_) | Wire::Optional(..) => varint(model.varint, 64),
        Wire::Sequence(Sequence { until: Until::Count(_), .. })
        | Wire::OffsetTable { .. }
        | Wire::Bytes(Extent::Counted, _) => Width { least: 8, most: None },
        Wire::Sequence(_) | Wire::Bytes(Extent::Rest, _) | Wire::Codec(..) => Width::ANY,
        Wire::Item(Kind::Enum, index) => of(&model.enums[*index].wire),
        Wire::Item(Kind::Record, index) => fields(model, &model.records[*index].fields, depth),
        Wire::Item(Kind::Union, index) => {
            let union = &model.unions[*index];
            let variants =
                union.variants.iter().map(|variant| fields(model, &variant.fields, depth));
            let rest = variants.reduce(Width::or).unwrap_or(Width::exact(0));
            let rest = if union.opaque { Width { least: 0, most: None } } else { rest };
            of(&union.tag).and(rest)
        }
        Wire::Indirect(inner) => of(inner),
    }
}

/// The width of a number whose bits are fields.
fn packed(model: &Model, number: Integer) -> Width {
    match number.width() {
        Some(bytes) => Width::exact(u64::from(bytes) * 8),
        None => varint(model.varint, 64),
    }
}

/// The width of all fields together. A field that some versions lack may be absent.
fn fields(model: &Model, fields: &[Field], depth: usize) -> Width {
    let widths = fields.iter().map(|field| {
        let (wire, absent) = match &field.kind {
            FieldKind::Value(wire) | FieldKind::Flags(wire) => (wire, false),
            FieldKind::Optional(wire, _) => (wire, true),
            FieldKind::Presence => return Width::exact(8),
            FieldKind::Packed { number, .. } => return packed(model, *number),
            FieldKind::Unit { .. } | FieldKind::Part(..) => return Width::exact(0),
        };
        let found = width(model, wire, depth + 1);
        let absent = absent || field.docs.gate != Gate::default();
        if absent { Width { least: 0, ..found } } else { found }
    });
    widths.fold(Width::exact(0), Width::and)
}
