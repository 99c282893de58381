use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "varint<u32>")]
enum Mode {
    #[bytecode(bit = 1)]
    Add = 0,
}

fn main() {}
