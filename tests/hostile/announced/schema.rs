//! Every count that the schema has: of each list, table and blob in an entry or an operation, made as
//! large as the file, once with what it announces and once without.

use super::{Make, shape};
use crate::bytes as tile_ir;
use crate::mlir::bytes as mlir;
use bytespec::wire::Writer;
use bytespec_codegen::ast::Test;
use bytespec_codegen::model::{
    Arity, Content, Extent, Field, FieldKind, Gate, Kind, Model, Op, OpPart, OperandLayout, Port,
    PresenceHow, Sequence, Until, Variant, VarintKind, Wire,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Lists lie in one another up to this depth.
const MAX_DEPTH: usize = 3;

fn model(format: &str) -> Arc<Model> {
    let schema = format!("{}/../schema/{format}", env!("CARGO_MANIFEST_DIR"));
    match bytespec_codegen::build::load(schema.as_ref()) {
        Ok(model) => Arc::new(model),
        Err(findings) => panic!("{findings}"),
    }
}

/// Which of the counts of an item is large.
#[derive(Clone, Copy, Debug)]
struct Target {
    /// In the order in which they are written.
    site: usize,
    /// Bytes that the item may take.
    size: usize,
    /// The announced content follows.
    has_content: bool,
}

/// Writes an item with the smallest values that there are, one element in each list, and one count
/// that is large.
struct Maker<'m> {
    model: &'m Model,
    out: Writer,
    target: Option<Target>,
    /// The condition that is fulfilled, of those that fields are there under.
    when: Option<Test>,
    /// The fields whose counts were written.
    sites: Vec<String>,
    depth: usize,
}

impl<'m> Maker<'m> {
    fn new(model: &'m Model, target: Option<Target>, when: Option<Test>) -> Self {
        Maker { model, out: Writer::new(), target, when, sites: Vec::new(), depth: 0 }
    }

    /// The number that a field has to have, for the condition that is fulfilled.
    fn wanted(&self, field: &Field) -> Option<u64> {
        let test = self.when.as_ref().filter(|test| test.field == field.docs.name)?;
        let (FieldKind::Value(wire) | FieldKind::Part(wire, _)) = &field.kind else {
            return Some(1);
        };
        match (wire, &test.member) {
            (&Wire::Item(Kind::Enum, index), Some(member)) => {
                let mut members = self.model.enums[index].members.iter();
                let found = members.find(|found| found.docs.name == *member)?;
                u64::try_from(found.value).ok()
            }
            _ => Some(1),
        }
    }

    /// The item, with all the bytes that were announced.
    fn finish(mut self) -> (Vec<u8>, Vec<String>) {
        if let Some(Target { size, has_content: false, .. }) = self.target {
            let zero = self.zero();
            self.out.bytes(&zero.repeat(size));
        }
        (self.out.into_bytes(), self.sites)
    }

    fn zero(&self) -> Vec<u8> {
        vec![if self.model.varint == VarintKind::Prefix { 1 } else { 0 }]
    }

    fn varint(&mut self, value: u64) {
        match self.model.varint {
            VarintKind::Prefix => self.out.prefix(value),
            VarintKind::Leb128 | VarintKind::Bounded => self.out.leb128(value),
        }
    }

    /// Whether the newest version, and the newest release of the producer that files here name, has it;
    /// of the releases of dialects nothing is known.
    fn has(&self, gate: &Gate) -> bool {
        let bounds = &gate.releases;
        gate.has(self.model.versions.len() - 1) && bounds.until.is_none()
    }

    /// A count, and what it counts.
    fn counted(&mut self, name: &str, element: impl Fn(&mut Self), between: impl Fn(&mut Self)) {
        self.at_least(name, 1, element, between);
    }

    /// The same, with so many elements where the count is not to be large.
    fn at_least(
        &mut self,
        name: &str,
        least: usize,
        element: impl Fn(&mut Self),
        between: impl Fn(&mut Self),
    ) {
        let site = self.sites.len();
        self.sites.push(name.to_owned());
        let count = match self.target {
            Some(target) if target.site == site => {
                if !target.has_content {
                    return self.varint(target.size as u64);
                }
                let start = self.out.len();
                element(self);
                let one = (self.out.len() - start).max(1);
                self.out.truncate(start);
                self.sites.truncate(site + 1);
                target.size / one
            }
            _ if self.depth < MAX_DEPTH => least,
            _ => 0,
        };
        self.varint(count as u64);
        between(self);
        self.depth += 1;
        (0..count).for_each(|_| element(self));
        self.depth -= 1;
    }

    fn fields(&mut self, item: &str, fields: &[Field]) {
        let model = self.model;
        let version = model.versions.len() - 1;
        // Everything optional is there that a bit or a byte can bring.
        let how = |maker: &Self, field: &Field| match &field.kind {
            FieldKind::Optional(_, ways) => {
                let way = ways.iter().find(|way| maker.has(&way.gate));
                way.map(|way| way.how.clone())
            }
            _ => None,
        };
        let mut bits = 0u64;
        for field in fields.iter().filter(|field| self.has(&field.docs.gate)) {
            if let Some(PresenceHow::Bit(bit)) = how(self, field) {
                bits |= 1 << bit;
            }
        }
        let mut repeated = 0;
        for field in fields {
            let name = &field.docs.name;
            if !field.docs.gate.has(version) || !self.has(&field.docs.gate) {
                continue;
            }
            let path = format!("{item}.{name}");
            match &field.kind {
                FieldKind::Value(wire) => {
                    let counts = fields.iter().any(|other| match &other.kind {
                        FieldKind::Value(Wire::Sequence(list)) => {
                            list.until == Until::Field(name.clone())
                        }
                        _ => false,
                    });
                    if counts {
                        self.counted(&path, |maker| maker.out.bytes(&[]), |_| {});
                        repeated = 1;
                        continue;
                    }
                    match (self.wanted(field), wire) {
                        (Some(wanted), Wire::Integer(integer)) if integer.width().is_none() => {
                            self.varint(wanted);
                        }
                        (_, Wire::Sequence(Sequence { element, until: Until::Field(_) })) => {
                            (0..repeated).for_each(|_| self.value(&path, element, &[]));
                        }
                        _ => self.value(&path, wire, &field.reject),
                    }
                }
                FieldKind::Optional(wire, _) => match how(self, field) {
                    Some(PresenceHow::Bit(_) | PresenceHow::Field(_)) => {
                        self.value(&path, wire, &field.reject);
                    }
                    Some(PresenceHow::When(test)) if self.when.as_ref() == Some(&test) => {
                        self.value(&path, wire, &field.reject);
                    }
                    Some(PresenceHow::Unless(test)) if self.when.as_ref() != Some(&test) => {
                        self.value(&path, wire, &field.reject);
                    }
                    _ => {}
                },
                FieldKind::Unit { .. } => {}
                FieldKind::Flags(wire) => self.number(wire, bits),
                FieldKind::Presence => self.out.u8(1),
                FieldKind::Packed { .. } => {
                    let (mut packed, mut shift) = (0, 0);
                    let after = fields.iter().skip_while(|other| other.docs.name != *name).skip(1);
                    for part in after {
                        let FieldKind::Part(_, bits) = &part.kind else { break };
                        packed |= self.wanted(part).unwrap_or(0) << shift;
                        shift += bits.unwrap_or(0);
                    }
                    self.varint(packed);
                }
                FieldKind::Part(..) => {}
            }
        }
    }

    /// A number of a shape that is one.
    fn number(&mut self, wire: &Wire, value: u64) {
        match wire.integer().and_then(|integer| integer.width()) {
            Some(width) => self.out.bytes(&value.to_le_bytes()[..width as usize]),
            None => self.varint(value),
        }
    }

    fn value(&mut self, path: &str, wire: &Wire, reject: &[i128]) {
        let model = self.model;
        match wire {
            Wire::Integer(_) => {
                let value = (0..).find(|value| !reject.contains(value)).unwrap_or(0);
                self.number(wire, value as u64);
            }
            Wire::Bool => self.out.u8(0),
            Wire::Index(_) | Wire::Optional(..) | Wire::Codec(..) => self.varint(0),
            Wire::Sequence(Sequence { element, until: Until::Count(align) }) => self.counted(
                path,
                |maker| maker.value(path, element, reject),
                |maker| {
                    align.iter().for_each(|align| maker.out.align(*align as usize, model.pad));
                },
            ),
            Wire::Bytes(Extent::Counted, _) => self.counted(path, |maker| maker.out.u8(0), |_| {}),
            Wire::Sequence(Sequence { element, until: Until::Balanced }) => {
                let Wire::Item(Kind::Union, index) = **element else { return };
                let union = &model.unions[index];
                if let Some(closing) = union.variants.iter().find(|variant| variant.nesting < 0) {
                    self.variant(&union.docs.name, closing);
                }
            }
            // Their ends are those of the entry, so that nothing is announced.
            Wire::Sequence(_) | Wire::Bytes(Extent::Rest, _) | Wire::OffsetTable { .. } => {}
            Wire::Item(Kind::Enum, index) => {
                let of = &model.enums[*index];
                let value = of.members.iter().find(|member| self.has(&member.docs.gate));
                let value = value.and_then(|member| u64::try_from(member.value).ok());
                self.number(&of.wire, value.unwrap_or(0));
            }
            Wire::Item(Kind::Record, index) => {
                let record = &model.records[*index];
                self.fields(&record.docs.name, &record.fields);
            }
            Wire::Item(Kind::Union, index) => {
                let union = &model.unions[*index];
                let open = union.variants.iter().filter(|variant| self.has(&variant.docs.gate));
                if let Some(variant) = open.min_by_key(|variant| variant.fields.len()) {
                    self.variant(&union.docs.name, variant);
                }
            }
            Wire::Indirect(inner) => self.value(path, inner, reject),
        }
    }

    fn variant(&mut self, union: &str, variant: &Variant) {
        self.varint(variant.tag);
        self.fields(&format!("{union}.{}", variant.docs.name), &variant.fields);
    }

    /// An operation of the newest version whose results are of type `ty`.
    fn op(&mut self, op: &Op, ty: u64) {
        let model = self.model;
        let name = &op.docs.name;
        let parts = model.operations.iter().flat_map(|operations| &operations.layout);
        for part in parts {
            match part {
                OpPart::Opcode => self.varint(op.opcode),
                OpPart::ResultCount if op.result_count => {
                    let one =
                        |result: &&Port| result.arity == Arity::One && self.has(&result.docs.gate);
                    let least = op.results.iter().filter(one).count();
                    let name = format!("{name}.results");
                    self.at_least(&name, least, |maker| maker.varint(ty), |_| {});
                }
                OpPart::ResultTypes if !op.result_count => {
                    let results = op.results.iter().filter(|result| self.has(&result.docs.gate));
                    (0..results.count()).for_each(|_| self.varint(ty));
                }
                OpPart::ResultCount | OpPart::ResultTypes => {}
                OpPart::Flags => {
                    if op.flags.is_some_and(|since| since < model.versions.len()) {
                        let bit = |maker: &Self, field: &Field| match &field.kind {
                            FieldKind::Optional(_, ways) => {
                                ways.iter().find_map(|way| match way.how {
                                    PresenceHow::Bit(bit) if maker.has(&way.gate) => Some(1 << bit),
                                    _ => None,
                                })
                            }
                            _ => None,
                        };
                        let has = op.attributes.iter().filter(|field| self.has(&field.docs.gate));
                        let bits: Vec<u64> = has.filter_map(|field| bit(self, field)).collect();
                        self.varint(bits.into_iter().fold(0, |all, bit| all | bit));
                    }
                }
                OpPart::Attributes => self.fields(name, &op.attributes),
                OpPart::Operands => self.operands(op),
                OpPart::Regions if !op.regions.is_empty() => {
                    let (path, least) = (format!("{name}.regions"), op.regions.len());
                    self.at_least(&path, least, |maker| maker.region(name), |_| {});
                }
                OpPart::Regions => {}
            }
        }
    }

    fn operands(&mut self, op: &Op) {
        let name = format!("{}.operands", op.docs.name);
        if op.operand_layout == OperandLayout::Counted {
            let one = |port: &&Port| port.arity == Arity::One && self.has(&port.docs.gate);
            let least = op.operands.iter().filter(one).count();
            return self.at_least(&name, least, |maker| maker.varint(0), |_| {});
        }
        for port in &op.operands {
            if !self.has(&port.docs.gate) {
                continue;
            }
            match port.arity {
                Arity::One => self.varint(0),
                Arity::Optional => {}
                Arity::Variadic => {
                    let name = format!("{}.{}", op.docs.name, port.docs.name);
                    self.counted(&name, |maker| maker.varint(0), |_| {});
                }
            }
        }
    }

    /// A region of blocks without operations.
    fn region(&mut self, op: &str) {
        let block = |maker: &mut Self| {
            maker.counted(&format!("{op}.arguments"), |maker| maker.varint(1), |_| {});
            let site = format!("{op}.operations");
            maker.counted(&site, |maker| maker.out.bytes(&tile_ir::return_op()), |_| {});
        };
        self.counted(&format!("{op}.blocks"), block, |_| {});
    }
}

/// The shapes of an item with these fields: for each of its counts, with and without what it
/// announces.
fn of_item(
    model: &Arc<Model>,
    fields: &[Field],
    write: impl Fn(&mut Maker<'_>) + Clone + Sync + 'static,
    put: impl Fn(Vec<u8>) -> Vec<u8> + Clone + Sync + 'static,
    seen: &mut BTreeSet<String>,
) -> Vec<(String, Make)> {
    let mut shapes = Vec::new();
    let tests = fields.iter().flat_map(|field| match &field.kind {
        FieldKind::Optional(_, ways) => ways.as_slice(),
        _ => &[],
    });
    let tests = tests.filter_map(|way| match &way.how {
        PresenceHow::When(test) | PresenceHow::Unless(test) => Some(test.clone()),
        _ => None,
    });
    for when in std::iter::once(None).chain(tests.map(Some)) {
        let mut plain = Maker::new(model, None, when.clone());
        write(&mut plain);
        let (_, sites) = plain.finish();
        for (site, name) in sites.into_iter().enumerate() {
            if !seen.insert(name.clone()) {
                continue;
            }
            for has_content in [false, true] {
                let (model, write, put) = (Arc::clone(model), write.clone(), put.clone());
                let when = when.clone();
                let make = move |size| {
                    let target = Target { site, size, has_content };
                    let mut maker = Maker::new(&model, Some(target), when.clone());
                    write(&mut maker);
                    put(maker.finish().0)
                };
                let how = if has_content { "kept" } else { "announced" };
                shapes.push((format!("{name}, {how}"), shape(make)));
            }
        }
    }
    shapes
}

/// Every count of an entry of MLIR bytecode.
pub(super) fn mlir() -> Vec<(String, Make)> {
    let model = model("mlir");
    let mut seen = BTreeSet::new();
    let mut shapes = Vec::new();
    for (index, union) in model.unions.iter().enumerate() {
        let Some(entries) = &union.entries else { continue };
        let attribute = model.tables[entries.table].name == "Attribute";
        for place in 0..union.variants.len() {
            let write = move |maker: &mut Maker<'_>| {
                let union = &maker.model.unions[index];
                maker.variant(&union.docs.name, &union.variants[place]);
            };
            let dialect = entries.dialect.clone();
            let put = move |bytes| mlir_entry(&dialect, attribute, bytes);
            shapes.extend(of_item(&model, &union.variants[place].fields, write, put, &mut seen));
        }
    }
    covered(&model, &seen);
    shapes
}

/// A file with this entry, which an operation refers to.
fn mlir_entry(dialect: &str, attribute: bool, bytes: Vec<u8>) -> Vec<u8> {
    let names: [&[u8]; 5] = [b"builtin", b"module", dialect.as_bytes(), b"op", b"key"];
    let number = u64::from(dialect != "builtin");
    let mut attributes = mlir::custom(&[mlir::unknown_location(), vec![1, 1]]);
    let mut types = mlir::custom(&[mlir::i32_type()]);
    let entries = if attribute { &mut attributes } else { &mut types };
    entries.push((number, true, bytes));
    let op = match attribute {
        true => mlir::op(mlir::ATTRIBUTES, &[2]),
        false => mlir::op(mlir::RESULTS, &[1, 1]),
    };
    mlir::Forged::with_ops(6, u64::from(!attribute), &[op])
        .with_entries(&attributes, &types)
        .with(bytespec::mlir::section::STRING, mlir::strings(&names))
        .bytes()
}

/// Every count of an entry or an operation of CUDA Tile IR.
pub(super) fn tile_ir() -> Vec<(String, Make)> {
    let model = model("tile_ir");
    let mut seen = BTreeSet::new();
    let mut shapes = Vec::new();
    for (index, union) in model.unions.iter().enumerate() {
        let name = union.docs.name.clone();
        for place in 0..union.variants.len() {
            let write = move |maker: &mut Maker<'_>| {
                let union = &maker.model.unions[index];
                maker.variant(&union.docs.name, &union.variants[place]);
            };
            let name = name.clone();
            let put = move |bytes| tile_ir_entry(&name, bytes);
            shapes.extend(of_item(&model, &union.variants[place].fields, write, put, &mut seen));
        }
    }
    for (index, op) in model.ops.iter().enumerate() {
        if op.section_form {
            continue;
        }
        let write = move |maker: &mut Maker<'_>| maker.op(&maker.model.ops[index], 1);
        let put = |mut bytes: Vec<u8>| {
            // A value that operands may be.
            let token = bytespec::tile_ir::OpKind::MakeToken.opcode();
            bytes.splice(0..0, tile_ir::varints(&[token, 1]));
            bytes.extend(tile_ir::return_op());
            tile_ir::Forged { preview: true, ..tile_ir::Forged::with_body(&bytes) }.bytes()
        };
        shapes.extend(of_item(&model, &op.attributes, write, put, &mut seen));
    }
    covered(&model, &seen);
    shapes
}

/// A file with this entry of a table, or this attribute, which a function refers to.
fn tile_ir_entry(union: &str, bytes: Vec<u8>) -> Vec<u8> {
    let mut forged = tile_ir::Forged::new();
    match union {
        "Attribute" => forged = tile_ir::Forged::with_arg_attrs(&bytes),
        "Type" => {
            let token = bytespec::tile_ir::OpKind::MakeToken.opcode();
            let body = [tile_ir::varints(&[token, 2]), tile_ir::return_op()].concat();
            forged = tile_ir::Forged::with_body(&body);
            forged.types.push(bytes);
        }
        "DebugEntry" => {
            let mut writer = Writer::new();
            writer.leb128(0);
            writer.align(4, 0);
            writer.leb128(0);
            writer.align(8, 0);
            writer.bytes(&tile_ir::table(&[bytes]));
            forged.debug = Some(writer.into_bytes());
        }
        other => panic!("where do entries of {other} stand?"),
    }
    forged.preview = true;
    forged.bytes()
}

/// Every count in the schema is among those that were seen.
fn covered(model: &Model, seen: &BTreeSet<String>) {
    let maker = Maker::new(model, None, None);
    let mut missing = Vec::new();
    let mut look = |item: &str, fields: &[Field]| {
        for field in fields.iter().filter(|field| maker.has(&field.docs.gate)) {
            let (FieldKind::Value(wire) | FieldKind::Optional(wire, _)) = &field.kind else {
                continue;
            };
            let counts = matches!(
                wire,
                Wire::Sequence(Sequence { until: Until::Count(_), .. })
                    | Wire::Bytes(Extent::Counted, Content::Raw)
            );
            let path = format!("{item}.{}", field.docs.name);
            if counts && !seen.contains(&path) {
                missing.push(path);
            }
        }
    };
    // What is text in every file is announced by none.
    for union in model.unions.iter().filter(|union| union.text_of.is_none()) {
        for variant in union.variants.iter().filter(|variant| maker.has(&variant.docs.gate)) {
            look(&format!("{}.{}", union.docs.name, variant.docs.name), &variant.fields);
        }
    }
    for op in model.ops.iter().filter(|op| maker.has(&op.docs.gate) && !op.section_form) {
        look(&op.docs.name, &op.attributes);
    }
    assert!(missing.is_empty(), "no file announces {missing:#?}");
}
