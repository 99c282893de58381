use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Point {
    x: u8,
}

fn main() {}
