use bytespec::wire::Enumeration;
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0", "1.1"), attributes(Speed), types(Wire))]
struct Motor;

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u32>", dialect = Motor)]
enum Unit {
    Rpm = 0,
    Hertz,
}

#[derive(BytecodeRecord, Debug)]
#[bytecode(dialect = Motor)]
struct Limit {
    unit: Unit,
    #[bytecode(since = "1.1", default = Unit::Rpm)]
    other: Unit,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 0)]
struct Speed {
    units: Vec<Unit>,
    limit: Limit,
}

#[derive(BytecodeType, Debug)]
#[bytecode(dialect = Motor, code = 0)]
struct Wire {
    #[bytecode(present)]
    unit: Option<Unit>,
}

fn main() {
    let _ = (Unit::ALL, Unit::Rpm.name(), Unit::Hertz.number(), Unit::from_number(1));
}
