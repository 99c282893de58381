use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[repr(u8)]
#[bytecode(wire = "u8")]
enum Mode {
    Off = 0,
    #[bytecode(other)]
    Other(u8, u8),
}

fn main() {}
