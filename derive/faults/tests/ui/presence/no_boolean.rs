use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Mark {
    number: u8,
}

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    has_x: Mark,
    #[bytecode(unless = "has_x")]
    x: Option<u8>,
}

fn main() {}
