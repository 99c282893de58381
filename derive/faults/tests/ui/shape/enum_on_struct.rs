use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8")]
struct Mode {
    x: u8,
}

fn main() {}
