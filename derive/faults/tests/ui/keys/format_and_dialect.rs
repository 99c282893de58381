use bytespec::{BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor")]
struct Motor;

#[derive(BytecodeRecord)]
#[bytecode(dialect = Motor, format = motor)]
struct Limit {
    value: u8,
}

fn main() {}
