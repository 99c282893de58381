use bytespec::dialect::Registry;
use bytespec::mlir::{AttributeId, Module};
use bytespec::{
    BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect, OpProperties,
};

#[derive(Dialect)]
#[bytecode(
    name = "motor",
    versions("1.0", "1.1"),
    colour = "red",
    attributes(Speed<'a>),
    types(Wire),
    operations(Spin)
)]
struct Motor;

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint", dialect = Motor)]
enum Unit {
    Rpm = 0,
    #[bytecode(since = "1.1")]
    Hertz = 1,
}

#[derive(BytecodeRecord, Debug)]
#[bytecode(dialect = Motor)]
struct Limit {
    #[bytecode(until = "1.0", default = Unit::Rpm)]
    unit: Unit,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 0)]
struct Speed<'a> {
    name: &'a str,
    limit: Limit,
}

#[derive(BytecodeType, Debug)]
#[bytecode(dialect = Motor, code = 0)]
struct Wire {
    #[bytecode(since = "1.1", default = 3)]
    phases: u8,
}

#[derive(OpProperties)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    speed: AttributeId,
}

fn main() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Motor>());
    module.add_entry(&Wire { phases: 3 }).unwrap();
    let _ = bytespec::export::dialect::<Motor>();
}
