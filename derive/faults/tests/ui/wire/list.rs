use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "list<u8>")]
enum Mode {
    Add = 0,
}

fn main() {}
