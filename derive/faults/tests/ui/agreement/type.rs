use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
#[bytecode(flags = "u8", schema = "derive/tests/models/agreement.yaml")]
struct Place {
    #[bytecode(wire = "varint<u32>")]
    bar: u32,
    beats: Vec<i16>,
    #[bytecode(bit = 0)]
    fast: bool,
    #[bytecode(bit = 1)]
    size: Option<u16>,
    label: String,
}

fn main() {}
