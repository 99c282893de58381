use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone)]
struct Point {
    #[bytecode(wire = "u8")]
    x: (String, Vec<String>),
}

fn main() {}
