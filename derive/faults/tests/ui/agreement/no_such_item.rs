use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
#[bytecode(schema = "derive/tests/models/agreement.yaml")]
struct Placed {
    bar: u32,
}

fn main() {}
