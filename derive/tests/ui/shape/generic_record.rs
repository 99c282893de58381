use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point<T> {
    x: T,
}

fn main() {}
