use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone)]
struct Point {
    #[bytecode(wire = "varint<u32>")]
    x: Vec<(u32, [u64; 2])>,
}

fn main() {}
