//! Files put together byte by byte, to say what no writer would.

use bytespec::small::ThinVec;
use bytespec::tile_ir::{Attribute, MAGIC, OpKind, PAD, Type, Version, section};
use bytespec::wire::Writer;

/// The parts of a file of the newest version: one kernel, whose parts can be replaced.
pub(crate) struct Forged {
    pub(crate) version: Version,
    /// The header announces preview content.
    pub(crate) preview: bool,
    /// Payload of the function section.
    pub(crate) functions: Vec<u8>,
    /// Entries of the type section.
    pub(crate) types: Vec<Vec<u8>>,
    /// Payload of the string section.
    pub(crate) strings: Vec<u8>,
    /// Payload of the constant section.
    pub(crate) constants: Option<Vec<u8>>,
    /// Payload of the debug section.
    pub(crate) debug: Option<Vec<u8>>,
    /// Bytes of sections before all others.
    pub(crate) more: Vec<u8>,
}

impl Forged {
    /// A valid file: one kernel without parameters that only returns. Type 0 is its signature and
    /// type 1 is `i64`.
    pub(crate) fn new() -> Self {
        Forged {
            version: Version::LATEST,
            preview: false,
            functions: one_function(&[], &[], &return_op()),
            types: vec![signature(&[]), vec![int64_tag()]],
            strings: table(&[b"k".to_vec()]),
            constants: None,
            debug: None,
            more: Vec::new(),
        }
    }

    /// The same with this body.
    pub(crate) fn with_body(body: &[u8]) -> Self {
        Forged { functions: one_function(&[], &[], body), ..Forged::new() }
    }

    /// The same with these argument attributes, a tagged attribute.
    pub(crate) fn with_arg_attrs(attribute: &[u8]) -> Self {
        Forged { functions: one_function(&[], attribute, &return_op()), ..Forged::new() }
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.bytes(&MAGIC);
        for &part in self.version.parts() {
            writer.u8(part as u8);
        }
        writer.u16(u16::from(self.preview));
        writer.bytes(&self.more);
        push_section(&mut writer, section::FUNCTION, &self.functions);
        for (id, payload) in [(section::CONSTANT, &self.constants), (section::DEBUG, &self.debug)] {
            if let Some(payload) = payload {
                push_section(&mut writer, id, payload);
            }
        }
        push_section(&mut writer, section::TYPE, &table(&self.types));
        push_section(&mut writer, section::STRING, &self.strings);
        writer.u8(section::END);
        writer.into_bytes()
    }
}

/// Appends a section, aligned to eight bytes.
fn push_section(writer: &mut Writer, id: u8, payload: &[u8]) {
    writer.u8(id | 0x80);
    writer.leb128(payload.len() as u64);
    writer.leb128(8);
    writer.align(8, PAD);
    writer.bytes(payload);
}

/// A table of entries behind offsets of four bytes.
pub(crate) fn table(entries: &[Vec<u8>]) -> Vec<u8> {
    let mut offsets = Vec::new();
    let mut end = 0;
    for entry in entries {
        offsets.push(end);
        end += entry.len() as u32;
    }
    table_at(&offsets, &entries.concat())
}

/// A table of entries behind offsets of eight bytes.
pub(crate) fn wide_table(entries: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.leb128(entries.len() as u64);
    writer.align(8, PAD);
    let mut end = 0;
    for entry in entries {
        writer.u64(end);
        end += entry.len() as u64;
    }
    entries.iter().for_each(|entry| writer.bytes(entry));
    writer.into_bytes()
}

/// A table with these offsets.
pub(crate) fn table_at(offsets: &[u32], data: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.leb128(offsets.len() as u64);
    writer.align(4, PAD);
    for &offset in offsets {
        writer.u32(offset);
    }
    writer.bytes(data);
    writer.into_bytes()
}

/// LEB128 numbers, one after the other.
pub(crate) fn varints(numbers: &[u64]) -> Vec<u8> {
    let mut writer = Writer::new();
    for &number in numbers {
        writer.leb128(number);
    }
    writer.into_bytes()
}

/// A type entry of a function type with these parameters and no results.
pub(crate) fn signature(params: &[u64]) -> Vec<u8> {
    let tag = Type::Function { params: ThinVec::new(), results: ThinVec::new() }.tag();
    let mut bytes = varints(&[tag, params.len() as u64]);
    bytes.extend(varints(params));
    bytes.push(0);
    bytes
}

/// A type entry of a function type with one parameter twice.
pub(crate) fn pair(of: u64) -> Vec<u8> {
    signature(&[of, of])
}

pub(crate) fn int64_tag() -> u8 {
    Type::Int64.tag() as u8
}

/// Tag of an array attribute.
pub(crate) fn array_tag() -> u64 {
    Attribute::Array { elements: ThinVec::new() }.tag()
}

/// Payload of a function section with one kernel of the newest version.
pub(crate) fn one_function(hints: &[u8], arg_attrs: &[u8], body: &[u8]) -> Vec<u8> {
    let mut payload = vec![1];
    payload.extend(function(hints, arg_attrs, body));
    payload
}

/// An entry of the function section: name 0, signature 0, a kernel without locations.
pub(crate) fn function(hints: &[u8], arg_attrs: &[u8], body: &[u8]) -> Vec<u8> {
    let hints_tag = Attribute::OptimizationHints { entries: ThinVec::new() }.tag();
    let mut writer = Writer::new();
    writer.bytes(&[0, 0, 0b10, 0]);
    writer.bytes(&if hints.is_empty() { varints(&[hints_tag, 0]) } else { hints.to_vec() });
    writer.bytes(&if arg_attrs.is_empty() {
        varints(&[array_tag(), 0])
    } else {
        arg_attrs.to_vec()
    });
    writer.leb128(body.len() as u64);
    writer.bytes(body);
    writer.into_bytes()
}

/// An operation without operands, results and attributes.
pub(crate) fn plain_op(kind: OpKind) -> Vec<u8> {
    varints(&[kind.opcode(), 0, 0])
}

pub(crate) fn return_op() -> Vec<u8> {
    plain_op(OpKind::Return)
}

/// Loops in loops, `depth` of them.
pub(crate) fn nested_loops(depth: usize) -> Vec<u8> {
    let mut body = Vec::new();
    for level in 0..depth {
        body.extend(plain_op(OpKind::Loop));
        // One region of one block without arguments; all but the innermost hold a loop before
        // their last operation.
        body.extend(varints(&[1, 1, 0, if level + 1 == depth { 1 } else { 2 }]));
    }
    for _ in 0..depth {
        body.extend(plain_op(OpKind::Continue));
    }
    body.extend(return_op());
    body
}
