use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
#[bytecode(wire = "u8")]
struct Point {
    x: u8,
}

fn main() {}
