use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
#[bytecode(format = motor, varint = "prefix")]
struct Limit {
    value: u8,
}

fn main() {}
