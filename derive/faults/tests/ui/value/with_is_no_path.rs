use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Sizes {
    #[bytecode(with = "half")]
    size: u8,
}

fn main() {}
