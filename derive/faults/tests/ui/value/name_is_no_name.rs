use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(name = "x and y")]
    x: u32,
}

fn main() {}
