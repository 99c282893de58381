use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone)]
struct Point {
    #[bytecode(with = bytes, try_from = u32)]
    x: char,
}

fn main() {}
