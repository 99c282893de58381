use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(present = "yes")]
    x: Option<u8>,
}

fn main() {}
