use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone)]
struct Point {
    #[bytecode(wire = "varint<f32>")]
    x: Vec<i8>,
}

fn main() {}
