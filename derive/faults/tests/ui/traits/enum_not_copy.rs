use bytespec::BytecodeEnum;

#[derive(BytecodeEnum)]
#[bytecode(wire = "varint<u32>")]
enum Mode {
    Add = 0,
}

fn main() {}
