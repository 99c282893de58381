use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "varint<u32>")]
enum Mode {
    #[bytecode(name = "")]
    Add = 0,
}

fn main() {}
