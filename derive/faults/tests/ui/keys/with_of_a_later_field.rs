use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Sizes {
    #[bytecode(with = half(unit))]
    size: u8,
    unit: u8,
}

fn main() {}
