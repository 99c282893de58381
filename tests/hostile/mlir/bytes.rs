//! Files of MLIR bytecode put together byte by byte, to say what no writer would.

use bytespec::mlir::{
    Attribute, AttributeId, File, MAGIC, Module, ReadOptions, Type, TypeId, WriteOptions, section,
};
use bytespec::wire::Writer;
use bytespec_tests::mlir_hostile;

/// Filler before aligned data.
pub(crate) const FILLER: u8 = 0xcb;

/// A section, or what stands in its place.
#[derive(Clone, Debug)]
pub(crate) struct ForgedSection {
    pub(crate) id: u8,
    pub(crate) alignment: Option<u64>,
    pub(crate) filler: u8,
    pub(crate) payload: Vec<u8>,
}

/// The parts of a file, each of which can be replaced.
///
/// As it is, the file has the dialects `builtin` and `t`; the operations `builtin.module`, known to
/// the producer, and `t.op`, unknown to it; the unknown location as attribute 0 and an array as
/// attribute 1; and `i32` as type 0. Its module is empty.
#[derive(Clone, Debug)]
pub(crate) struct Forged {
    pub(crate) version: u8,
    pub(crate) producer: Vec<u8>,
    pub(crate) sections: Vec<ForgedSection>,
    /// Bytes after the last section.
    pub(crate) more: Vec<u8>,
}

/// Numbers of the operations of a forged file.
pub(crate) const MODULE: u64 = 0;
pub(crate) const OP: u64 = 1;

/// Bits of the mask of an operation.
pub(crate) const ATTRIBUTES: u8 = 0x01;
pub(crate) const RESULTS: u8 = 0x02;
pub(crate) const OPERANDS: u8 = 0x04;
pub(crate) const SUCCESSORS: u8 = 0x08;
pub(crate) const REGIONS: u8 = 0x10;
pub(crate) const USE_LISTS: u8 = 0x20;
pub(crate) const PROPERTIES: u8 = 0x40;

impl Forged {
    /// A valid file of the newest version.
    pub(crate) fn new() -> Self {
        Forged::of(6)
    }

    /// A valid file.
    pub(crate) fn of(version: u8) -> Self {
        let mut forged = Forged {
            version,
            producer: b"MLIR22.1.8\0".to_vec(),
            sections: Vec::new(),
            more: Vec::new(),
        };
        let names: [&[u8]; 5] = [b"builtin", b"module", b"t", b"op", b"key"];
        let attributes = [unknown_location(), vec![0x01, 0x01]];
        let (offsets, data) = entries(&custom(&attributes), &custom(&[i32_type()]));
        forged.push(section::DIALECT, dialects(version));
        forged.push(section::ATTR_TYPE_OFFSET, offsets);
        forged.push(section::ATTR_TYPE, data);
        forged.push(section::IR, module(version, 0, &[]));
        forged.push(section::RESOURCE_OFFSET, vec![1]);
        forged.push(section::RESOURCE, Vec::new());
        forged.push(section::STRING, strings(&names));
        if version >= 5 {
            forged.push(section::PROPERTIES, vec![0x03, 0x05, 0x01, 0x01]);
        }
        forged
    }

    /// The same with these operations in its module, which defines so many values.
    pub(crate) fn with_ops(version: u8, values: u64, ops: &[Vec<u8>]) -> Self {
        Forged::of(version).with(section::IR, module(version, values, ops))
    }

    /// The same with these attributes of the dialect `builtin` after the two that are there.
    pub(crate) fn with_attributes(attributes: &[Vec<u8>]) -> Self {
        let mut all = vec![unknown_location(), vec![0x01, 0x01]];
        all.extend_from_slice(attributes);
        Forged::new().with_entries(&custom(&all), &custom(&[i32_type()]))
    }

    /// The same with other attributes and types.
    pub(crate) fn with_entries(self, attributes: &[Entry], types: &[Entry]) -> Self {
        let (offsets, data) = entries(attributes, types);
        self.with(section::ATTR_TYPE_OFFSET, offsets).with(section::ATTR_TYPE, data)
    }

    /// The same with another payload of a section.
    pub(crate) fn with(mut self, id: u8, payload: Vec<u8>) -> Self {
        for section in &mut self.sections {
            if section.id == id {
                section.payload.clone_from(&payload);
            }
        }
        self
    }

    /// The same without a section.
    pub(crate) fn without(mut self, id: u8) -> Self {
        self.sections.retain(|section| section.id != id);
        self
    }

    /// The same with a section more.
    pub(crate) fn push(&mut self, id: u8, payload: Vec<u8>) -> &mut ForgedSection {
        let section = ForgedSection { id, alignment: None, filler: FILLER, payload };
        self.sections.push(section);
        let last = self.sections.len() - 1;
        &mut self.sections[last]
    }

    /// The same with bytes at the end.
    pub(crate) fn and(mut self, more: &[u8]) -> Self {
        self.more = more.to_vec();
        self
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.bytes(&MAGIC);
        writer.prefix(u64::from(self.version));
        writer.bytes(&self.producer);
        for section in &self.sections {
            writer.u8(section.id | if section.alignment.is_some() { 0x80 } else { 0 });
            writer.prefix(section.payload.len() as u64);
            if let Some(alignment) = section.alignment {
                writer.prefix(alignment);
                while !(writer.len() as u64).is_multiple_of(alignment.clamp(1, 4096)) {
                    writer.u8(section.filler);
                }
            }
            writer.bytes(&section.payload);
        }
        writer.bytes(&self.more);
        writer.into_bytes()
    }
}

/// Varints one after the other.
pub(crate) fn varints(numbers: &[u64]) -> Vec<u8> {
    let mut writer = Writer::new();
    numbers.iter().for_each(|&number| writer.prefix(number));
    writer.into_bytes()
}

/// The payload of a string section.
pub(crate) fn strings(texts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = varints(&[texts.len() as u64]);
    for text in texts.iter().rev() {
        bytes.extend(varints(&[text.len() as u64 + 1]));
    }
    for text in texts {
        bytes.extend_from_slice(text);
        bytes.push(0);
    }
    bytes
}

/// The payload of the dialect section of a forged file.
pub(crate) fn dialects(version: u8) -> Vec<u8> {
    let flagged = |text: u64, flag: u64| text << 1 | flag;
    let dialect = |text| if version >= 1 { flagged(text, 0) } else { text };
    let name = |text, known| if version >= 5 { flagged(text, known) } else { text };
    let mut bytes = varints(&[2, dialect(0), dialect(2)]);
    if version >= 4 {
        bytes.extend(varints(&[2]));
    }
    bytes.extend(varints(&[0, 1, name(1, 1), 1, 1, name(3, 0)]));
    bytes
}

/// An entry: its dialect, whether it is in a custom encoding, and its bytes.
pub(crate) type Entry = (u64, bool, Vec<u8>);

/// Entries of the dialect `builtin` in its encoding.
pub(crate) fn custom(entries: &[Vec<u8>]) -> Vec<Entry> {
    entries.iter().map(|bytes| (0, true, bytes.clone())).collect()
}

/// The payloads of the sections of attributes and types, with a group for each run of one dialect.
pub(crate) fn entries(attributes: &[Entry], types: &[Entry]) -> (Vec<u8>, Vec<u8>) {
    let mut offsets = varints(&[attributes.len() as u64, types.len() as u64]);
    let mut data = Vec::new();
    for table in [attributes, types] {
        for run in table.chunk_by(|a, b| a.0 == b.0) {
            offsets.extend(varints(&[run[0].0, run.len() as u64]));
            for (_, custom, bytes) in run {
                offsets.extend(varints(&[(bytes.len() as u64) << 1 | u64::from(*custom)]));
                data.extend_from_slice(bytes);
            }
        }
    }
    (offsets, data)
}

pub(crate) fn unknown_location() -> Vec<u8> {
    vec![0x1f]
}

pub(crate) fn i32_type() -> Vec<u8> {
    varints(&[0, 32 << 2])
}

/// The payload of the IR section: a module whose region has these operations and this many values.
pub(crate) fn module(version: u8, values: u64, ops: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = varints(&[1 << 1]);
    bytes.extend(module_op(version, &region(values, &[block(ops)])));
    bytes
}

/// An operation `builtin.module` with this region.
pub(crate) fn module_op(version: u8, region: &[u8]) -> Vec<u8> {
    let mut bytes = varints(&[MODULE]);
    bytes.push(if version >= 5 { REGIONS | PROPERTIES } else { REGIONS });
    bytes.extend(varints(if version >= 5 { &[0, 0] } else { &[0] }));
    bytes.extend(isolated(version, 1, region));
    bytes
}

/// The head of isolated regions, and the regions.
pub(crate) fn isolated(version: u8, count: u64, regions: &[u8]) -> Vec<u8> {
    let mut bytes = varints(&[count << 1 | 1]);
    if version >= 2 {
        bytes.push(section::IR);
        bytes.extend(varints(&[regions.len() as u64]));
    }
    bytes.extend_from_slice(regions);
    bytes
}

/// A region.
pub(crate) fn region(values: u64, blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = varints(&[blocks.len() as u64, values]);
    blocks.iter().for_each(|block| bytes.extend_from_slice(block));
    bytes
}

/// A block without arguments.
pub(crate) fn block(ops: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = varints(&[(ops.len() as u64) << 1]);
    ops.iter().for_each(|op| bytes.extend_from_slice(op));
    bytes
}

/// An operation `t.op` at the unknown location, with the numbers that the mask announces.
pub(crate) fn op(mask: u8, numbers: &[u64]) -> Vec<u8> {
    let mut bytes = varints(&[OP]);
    bytes.push(mask);
    bytes.extend(varints(&[0]));
    bytes.extend(varints(numbers));
    bytes
}

/// An operation with results of type 0.
pub(crate) fn results(count: usize) -> Vec<u8> {
    let mut numbers = vec![count as u64];
    numbers.resize(count + 1, 0);
    op(RESULTS, &numbers)
}

/// An operation that uses these values.
pub(crate) fn uses(values: &[u64]) -> Vec<u8> {
    let mut numbers = vec![values.len() as u64];
    numbers.extend_from_slice(values);
    op(OPERANDS, &numbers)
}

/// What becomes of a file: the first thing that is wrong, or that it is accepted.
pub(crate) fn outcome(bytes: &[u8]) -> String {
    mlir_hostile::check(bytes);
    let wrong = || -> bytespec::Result<String> {
        let file = File::open(bytes)?;
        let module = Module::from_file(&file, &ReadOptions::default())?;
        let mut opaque = 0;
        for index in 0..file.attribute_count()? as u32 {
            opaque +=
                u32::from(matches!(file.attribute(AttributeId(index))?, Attribute::Opaque { .. }));
        }
        for index in 0..file.type_count()? as u32 {
            opaque += u32::from(matches!(file.ty(TypeId(index))?, Type::Opaque { .. }));
        }
        for entry in file.resources()?.entries() {
            file.resource_data(entry)?;
        }
        let difference = module.reencode()?.difference;
        let same = module.write(&WriteOptions::default())? == bytes;
        let mut text = "accepted".to_owned();
        if opaque > 0 {
            text.push_str(&format!(", {opaque} opaque"));
        }
        if let Some(difference) = difference {
            text.push_str(&format!(", {} is encoded otherwise", difference.entry));
        }
        if !same {
            text.push_str(", written otherwise");
        }
        Ok(text)
    };
    match wrong() {
        Ok(text) => text,
        Err(error) => {
            let offset = error.offset();
            assert!(offset.is_some_and(|offset| offset <= bytes.len()), "no place: {error}");
            error.to_string()
        }
    }
}

/// What becomes of each case, a paragraph each.
pub(crate) fn report(cases: &[(&str, Forged)]) -> String {
    let mut text = String::new();
    for (what, forged) in cases {
        text.push_str(&format!("{what}\n    {}\n", outcome(&forged.bytes())));
    }
    text
}
