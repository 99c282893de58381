use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(bit = 0)]
    x: Option<u8>,
}

fn main() {}
