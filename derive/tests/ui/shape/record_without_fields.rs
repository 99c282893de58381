use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point;

fn main() {}
