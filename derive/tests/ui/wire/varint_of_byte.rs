use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(wire = "varint<i8>")]
    x: i8,
}

fn main() {}
