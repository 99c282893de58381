use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8", reserved(1))]
enum Mode {
    Off = 0,
    On = 1,
}

fn main() {}
