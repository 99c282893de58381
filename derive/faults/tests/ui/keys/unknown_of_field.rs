use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(colour = "y")]
    x: u8,
}

fn main() {}
