use bytespec::{BytecodeEnum, BytecodeRecord};

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8")]
enum Mode {
    Add = 0,
}

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    mode: Mode,
}

fn main() {}
