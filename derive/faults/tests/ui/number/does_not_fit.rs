use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8")]
enum Mode {
    Add = 0,
    Max = 256,
}

fn main() {}
