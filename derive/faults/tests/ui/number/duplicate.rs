use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "varint<u32>")]
enum Mode {
    Add = 1,
    Max = 0x1,
}

fn main() {}
