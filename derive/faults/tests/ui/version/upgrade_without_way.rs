use bytespec::{BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "sample", versions("1.0", "1.1"))]
struct Sample;

#[derive(BytecodeRecord)]
struct Old {
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, upgrade(from = Old, before = "1.1"))]
struct New {
    count: u16,
}

fn main() {}
