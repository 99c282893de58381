use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
#[bytecode(flags = "i8")]
struct Point {
    #[bytecode(bit = 0)]
    x: Option<u8>,
}

fn main() {}
