use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "varint<u32>")]
enum Mode {
    Add = 0,
    Max(u8) = 1,
}

fn main() {}
