use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
struct Point {
    #[bytecode(wire = "u32be")]
    x: f32,
    #[bytecode(wire = "f64be")]
    y: f32,
}

fn main() {}
