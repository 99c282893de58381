use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point(u8, u8);

fn main() {}
