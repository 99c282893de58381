use bytespec::BytecodeRecord;

enum Mode {
    Fast,
}

#[derive(BytecodeRecord)]
struct Point {
    x: Mode,
}

fn main() {}
