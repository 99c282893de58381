//! Fields that are gone, and those that are written as another type than they are read.

use bytespec::mlir::{Module, WriteOptions};
use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "oven", versions("1.0", "1.1", "2.0"), attributes(Heat))]
struct Oven;

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "u8", dialect = Oven)]
enum Unit {
    Celsius = 1,
}

#[derive(BytecodeRecord, Debug, PartialEq)]
#[bytecode(
    dialect = Oven,
    gone(unit: Unit, until = "1.1", default = Unit::Celsius, before = "degrees"),
    gone(notes: Vec<u8>, since = "1.1", until = "1.1", default = []),
    gone(fan: Option<u16>, until = "1.0", present)
)]
struct Step {
    degrees: u16,
}

#[derive(BytecodeAttribute, Debug, PartialEq)]
#[bytecode(dialect = Oven)]
enum Heat {
    #[bytecode(code = 0, gone(level: u8, until = "1.0", default = 3, before = "steps"))]
    Program { steps: Vec<Step> },
}

/// The bytes of an entry at a version.
fn heat(heat: &Heat, version: &str) -> Vec<u8> {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(bytespec::dialect::Registry::new().with::<Oven>());
    let id = module.add_entry(heat).unwrap();
    module.convert_dialect("oven", Some(version)).unwrap();
    let bytes = module.write(&WriteOptions::default()).unwrap();
    let file = bytespec::mlir::File::open(&bytes).unwrap();
    assert_eq!(file.entry::<Heat>(id).unwrap().unwrap().value().as_ref(), Some(heat));
    file.attribute_bytes(id).unwrap().1.to_vec()
}

#[test]
fn a_field_that_is_gone_stands_in_older_versions() {
    let program = Heat::Program { steps: vec![Step { degrees: 0x0102 }] };
    assert_eq!(heat(&program, "1.0"), [1, 3, 3, 1, 2, 1, 0]);
    assert_eq!(heat(&program, "1.1"), [1, 3, 1, 2, 1, 1]);
    assert_eq!(heat(&program, "2.0"), [1, 3, 2, 1]);
    let schema = bytespec::export::dialect::<Oven>().unwrap();
    let gone = r#"{name: "unit", type: "Unit", default: Celsius, until: "1.1""#;
    assert!(schema.contains(gone), "{schema}");
}

#[derive(BytecodeRecord, Debug, PartialEq)]
struct Letter(#[bytecode(try_from = u32, into = Wide)] char);

/// What is written in the place of a `u32`, which is read.
#[derive(BytecodeRecord)]
struct Wide(u32);

impl From<char> for Wide {
    fn from(letter: char) -> Self {
        Wide(letter.into())
    }
}

#[test]
fn what_is_written_may_be_another_type() {
    let mut writer = Writer::new();
    Letter('a').to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), [97, 0, 0, 0]);
    let read = Letter::from_wire(&mut Cursor::new(writer.as_slice()), &());
    assert_eq!(read.unwrap(), Letter('a'));
}
