use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(wire = "i8")]
    x: bool,
}

fn main() {}
