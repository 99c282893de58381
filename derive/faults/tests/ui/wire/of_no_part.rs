use bytespec::BytecodeRecord;

mod decimal {}

#[derive(BytecodeRecord)]
struct Sample {
    #[bytecode(with = decimal, of = u16)]
    list: Vec<(u8, u32)>,
    #[bytecode(with = decimal(count), of = u32)]
    counted: Vec<u32>,
    #[bytecode(wire = "varint<u32>", of = u32)]
    numbers: Vec<u32>,
    count: u32,
}

fn main() {}
