use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
#[bytecode(flags = "u8")]
struct Point {
    #[bytecode(bit = 0, present)]
    x: Option<u8>,
}

fn main() {}
