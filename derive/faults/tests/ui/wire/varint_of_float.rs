use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(wire = "varint<f32>")]
    x: i8,
}

fn main() {}
