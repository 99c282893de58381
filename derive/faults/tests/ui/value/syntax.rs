use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire: "u8")]
enum Mode {
    Add = 0,
}

fn main() {}
