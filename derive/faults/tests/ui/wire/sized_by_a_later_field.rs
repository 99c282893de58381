use bytespec::mlir::{ApInt, TypeId};
use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", attributes(Number))]
struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 0)]
struct Number {
    #[bytecode(wire = "ap_int(of)")]
    value: ApInt,
    of: TypeId,
}

fn main() {}
