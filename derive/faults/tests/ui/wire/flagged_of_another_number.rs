use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Pointer {
    #[bytecode(wire = "flagged<varint<u16>>")]
    address_space: Option<u64>,
}

fn main() {}
