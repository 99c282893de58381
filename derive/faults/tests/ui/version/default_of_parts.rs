use bytespec::{BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0", "1.1"))]
struct Motor;

#[derive(BytecodeRecord, Clone, Copy)]
#[bytecode(dialect = Motor)]
struct Point {
    #[bytecode(wire = "varint", since = "1.1", default = 0)]
    x: [u64; 2],
}

fn main() {}
