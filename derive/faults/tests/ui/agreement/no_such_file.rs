use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
#[bytecode(schema = "derive/tests/models/agreements.yaml")]
struct Place {
    bar: u32,
}

fn main() {}
