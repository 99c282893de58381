use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
enum Point {
    X = 0,
}

fn main() {}
