use bytespec::{BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0", "1.1", "2.0"))]
struct Motor;

#[derive(Dialect)]
#[bytecode(name = "car")]
struct Car;

#[derive(BytecodeRecord)]
#[bytecode(dialect = Car)]
struct Wheel {
    size: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Motor)]
struct Drive {
    wheel: Wheel,
}

fn main() {}
