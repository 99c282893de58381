use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "varint<u32>")]
enum Mode {
    Add = FIRST,
    Max = 2,
}

const FIRST: isize = 1;

fn main() {}
