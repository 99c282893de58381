use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(present)]
    x: Option<Option<u8>>,
}

fn main() {}
