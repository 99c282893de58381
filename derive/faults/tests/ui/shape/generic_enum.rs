use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "varint<u32>")]
enum Mode<const N: u8> {
    Add = 0,
}

fn main() {}
