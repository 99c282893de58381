use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
#[bytecode(flags = "u8")]
struct Point {
    #[bytecode(wire = "varint<u8>")]
    x: u16,
    y: Option<u8>,
    #[bytecode(bit = 9)]
    z: Option<char>,
}

fn main() {}
