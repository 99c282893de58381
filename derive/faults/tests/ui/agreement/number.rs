use bytespec::{BytecodeEnum, Dialect};

#[derive(Dialect)]
#[bytecode(name = "melody", versions("1.0", "1.1"))]
struct Melody;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "varint<u32>", dialect = Melody, reserved(3), schema = "derive/tests/models/agreement.yaml")]
enum Length {
    Whole = 0,
    Half = 4,
    #[bytecode(since = "1.1")]
    Quarter = 2,
}

fn main() {}
