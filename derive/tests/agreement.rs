//! Derived items that name a schema, and are what it says.

use bytespec::dialect::Registry;
use bytespec::mlir::{AttributeId, Module};
use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord, Dialect};

/// Melodies.
#[derive(Dialect)]
#[bytecode(name = "melody", versions("1.0", "1.1"), attributes(MelodyAttribute))]
struct Melody;

/// How long a note is.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(
    wire = "varint<u32>",
    dialect = Melody,
    reserved(3),
    schema = "tests/models/agreement.yaml"
)]
enum Length {
    Whole = 0,
    Half = 1,
    #[bytecode(since = "1.1")]
    Quarter = 2,
}

/// Where something is. The path may be that of the workspace.
#[derive(BytecodeRecord, Debug, PartialEq)]
#[bytecode(flags = "u8", varint = "prefix", schema = "derive/tests/models/agreement.yaml")]
struct Place<'a> {
    #[bytecode(wire = "varint<u32>")]
    bar: u32,
    #[bytecode(wire = "zigzag<i16>")]
    beats: Vec<i16>,
    #[bytecode(bit = 0)]
    fast: bool,
    #[bytecode(bit = 1)]
    size: Option<u16>,
    label: &'a str,
}

/// Attributes.
#[derive(BytecodeAttribute, Debug, PartialEq)]
#[bytecode(dialect = Melody, schema = "tests/models/agreement.yaml")]
enum MelodyAttribute {
    /// A note.
    #[bytecode(code = 0)]
    Note {
        #[bytecode(wire = "zigzag")]
        pitch: i64,
        length: Length,
        #[bytecode(since = "1.1", default = None)]
        next: Option<AttributeId>,
    },
    /// Nothing is played.
    #[bytecode(code = 1)]
    Rest { length: Length },
}

#[test]
fn agreeing_types_are_read_and_written() {
    let place = Place { bar: 3, beats: vec![-1, 300], fast: true, size: Some(7), label: "coda" };
    let mut writer = Writer::new();
    place.to_wire(&mut writer, &mut ()).unwrap();
    let mut cursor = Cursor::new(writer.as_slice());
    assert_eq!(Place::from_wire(&mut cursor, &()), Ok(place));

    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Melody>());
    let rest = module.add_entry(&MelodyAttribute::Rest { length: Length::Half }).unwrap();
    let note = MelodyAttribute::Note { pitch: -9, length: Length::Quarter, next: Some(rest) };
    let id = module.add_entry(&note).unwrap();
    assert_eq!(module.entry(id).unwrap().and_then(|form| form.value()), Some(note));
}
