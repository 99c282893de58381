use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
enum Mode {
    Add = 0,
}

fn main() {}
