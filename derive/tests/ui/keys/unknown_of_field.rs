use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(name = "y")]
    x: u8,
}

fn main() {}
