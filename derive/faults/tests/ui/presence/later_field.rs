use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(when = "has_x")]
    x: Option<u8>,
    has_x: bool,
}

fn main() {}
