use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone)]
struct Point {
    #[bytecode(wire = "signed<70>")]
    x: (i64, bool),
}

fn main() {}
