use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wires = "u8", wire = "u8")]
enum Mode {
    Add = 0,
}

fn main() {}
