use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
#[bytecode(flags = "u8")]
struct Point {
    #[bytecode(bit = 0)]
    x: Option<u8>,
    #[bytecode(bit = 0)]
    y: bool,
}

fn main() {}
