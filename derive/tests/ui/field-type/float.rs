use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    x: f32,
}

fn main() {}
