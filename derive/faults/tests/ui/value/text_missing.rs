use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire)]
enum Mode {
    Add = 0,
}

fn main() {}
