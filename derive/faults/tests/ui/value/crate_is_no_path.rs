use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8", crate = "a b")]
enum Mode {
    Add = 0,
}

fn main() {}
