use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(wire = "u8")]
    x: bool,
}

fn main() {}
