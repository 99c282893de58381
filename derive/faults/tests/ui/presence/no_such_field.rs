use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    has_x: bool,
    #[bytecode(when = "has_y")]
    x: Option<u8>,
}

fn main() {}
