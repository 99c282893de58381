use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    y: bool,
    #[bytecode(when = "y")]
    x: u8,
}

fn main() {}
