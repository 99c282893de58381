use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    has_x: u8,
    #[bytecode(unless = "has_x")]
    x: Option<u8>,
}

fn main() {}
