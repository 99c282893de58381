use bytespec::{BytecodeType, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0", "1.1", "2.0"))]
struct Motor;

#[derive(BytecodeType)]
#[bytecode(dialect = Motor, code = 1)]
struct Wheel {
    size: u8,
}

fn main() {}
