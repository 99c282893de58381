use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone)]
struct Point {
    #[bytecode(wire = "varint<i8>")]
    x: Vec<i8>,
}

fn main() {}
