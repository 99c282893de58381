use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Sample {
    #[bytecode(shifted)]
    signed: Option<i32>,
    #[bytecode(shifted)]
    list: Vec<u32>,
    #[bytecode(shifted, present)]
    twice: Option<u32>,
    #[bytecode(shifted, wire = "u16")]
    fixed: Option<u16>,
    #[bytecode(shifted, wire = "varint<u16>")]
    wide: Option<u32>,
}

fn main() {}
