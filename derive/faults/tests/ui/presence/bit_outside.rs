use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
#[bytecode(flags = "u8")]
struct Point {
    #[bytecode(bit = 8)]
    x: Option<u8>,
}

fn main() {}
