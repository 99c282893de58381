use bytespec::{BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "sample", versions("1.0", "1.1"))]
struct Sample;

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, gone(unit: u8, default = 0))]
struct Always {
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, gone(unit: u8, until = "1.0", before = "cuont", default = 0))]
struct Misspelled {
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, gone(unit: u8, until = "1.0"))]
struct WithoutDefault {
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, gone(unit))]
struct WithoutType {
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, gone(count: u8, until = "1.0", default = 0))]
struct Twice {
    count: u8,
}

fn main() {}
