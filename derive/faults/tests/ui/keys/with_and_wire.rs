use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Sizes {
    #[bytecode(with = half, wire = "varint<u8>")]
    size: u8,
}

fn main() {}
