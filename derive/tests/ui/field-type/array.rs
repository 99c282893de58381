use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    x: [u8; 4],
}

fn main() {}
