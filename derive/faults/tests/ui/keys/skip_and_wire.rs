use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(skip, wire = "varint<u32>")]
    x: u32,
}

fn main() {}
