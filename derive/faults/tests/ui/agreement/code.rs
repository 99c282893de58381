use bytespec::{BytecodeAttribute, BytecodeEnum, Dialect};

#[derive(Dialect)]
#[bytecode(name = "melody", versions("1.0", "1.1"))]
struct Melody;

#[derive(BytecodeEnum, Clone, Copy, Debug)]
#[bytecode(wire = "varint<u32>", dialect = Melody)]
enum Length {
    Whole = 0,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Melody, schema = "derive/tests/models/agreement.yaml")]
enum MelodyAttribute {
    #[bytecode(code = 2)]
    Rest { length: Length },
}

fn main() {}
