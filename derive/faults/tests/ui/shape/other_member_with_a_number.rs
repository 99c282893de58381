use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[repr(u8)]
#[bytecode(wire = "u8")]
enum Mode {
    Off = 0,
    #[bytecode(other, since = "1.0")]
    Other(u64) = 7,
    #[bytecode(other)]
    More(u64),
}

fn main() {}
