use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "u8", color = "red")]
enum Mode {
    Add,
    #[bytecode(name = 3)]
    Max = 300,
    Min(u8) = 2,
    Sub = 2,
}

fn main() {}
