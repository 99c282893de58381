use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    x: &'static u8,
}

fn main() {}
