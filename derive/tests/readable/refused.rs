//! What is refused, and in which words.

use bytespec::dialect::Registry;
use bytespec::mlir::{Module, Version, WriteOptions};
use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "board", versions("1.0", "1.1"), attributes(Board, Other))]
struct Boards;

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(dialect = Boards)]
struct Pin {
    #[bytecode(since = "1.1", default = 0)]
    number: u8,
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Boards, dead(4, "the colour of a board"))]
enum Board {
    #[bytecode(code = 0)]
    Pins { pins: Vec<Pin> },
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Boards, code = 1)]
struct Other {
    pins: Vec<Pin>,
}

/// With the codes of another entry, which the dialect lists.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Boards, code = 1)]
struct Double {
    number: u64,
}

fn module() -> Module<'static> {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Boards>());
    module
}

#[test]
fn elements_without_bytes() {
    let mut module = module();
    let pins = vec![Pin { number: 0 }, Pin { number: 0 }];
    let id = module.add_entry(&Board::Pins { pins: pins.clone() }).unwrap();
    let before = module.write(&WriteOptions::default());
    let error = module.convert_dialect("board", Some("1.0")).unwrap_err().to_string();
    let fault = "a list of 2 elements in 0 bytes: each takes one at least";
    assert_eq!(error, format!("attributes[{}] Pins.pins: {fault}", id.0));
    assert_eq!(module.write(&WriteOptions::default()), before);
    let mut older = self::module();
    older.convert_dialect("board", Some("1.0")).unwrap();
    let error = older.add_entry(&Board::Pins { pins }).unwrap_err().to_string();
    assert_eq!(error, format!("Pins.pins: {fault}"));
    let none = older.add_entry(&Board::Pins { pins: vec![] }).unwrap();
    assert!(older.entry::<Board>(none).is_ok());
}

#[test]
fn a_version_is_kept_for_what_is_added_later() {
    let mut module = module();
    module.convert_dialect("board", Some("1.0")).unwrap();
    let error = module.add_entry(&Other { pins: vec![Pin { number: 1 }] }).unwrap_err();
    let fault = "`board.Pin.number` needs version 1.1 or later, but the version is 1.0";
    assert_eq!(error.to_string(), format!("Other.pins[0]: {fault}"));
    let mut first = Module::for_version("MLIR22.1.8", *Version::ALL.first().unwrap());
    first.set_registry(module.registry().clone());
    let error = first.convert_dialect("board", Some("1.1")).unwrap_err().to_string();
    assert!(error.starts_with("`the version of the dialect board` needs version"), "{error}");
    first.convert_dialect("board", Some("1.0")).unwrap();
    assert_eq!(first.set_dialect_version(b"board", Some(&[3])).unwrap_err().to_string(), error);
}

#[test]
fn dead_codes_have_a_reason_everywhere() {
    let mut module = module();
    module.set_dialect_version(b"board", Some(&[3, 1])).unwrap();
    let id = module.add_attribute_bytes(b"board", &[4 << 1 | 1]).unwrap();
    let reason = ": it was the colour of a board";
    let errors = [
        module.entry::<Board>(id).unwrap_err(),
        module.clone().convert_dialect("board", None).unwrap_err(),
        module.reachable([id.into()]).unwrap_err(),
    ];
    for error in errors {
        assert!(error.to_string().ends_with(reason), "{error}");
    }
}

#[test]
fn an_entry_that_the_dialect_reads_as_another() {
    let error = module().add_entry(&Double { number: 1 << 40 }).unwrap_err().to_string();
    assert!(error.starts_with("an entry of the dialect board cannot be read back: "), "{error}");
}
