use bytespec::{BytecodeAttribute, BytecodeEnum, Dialect};

#[derive(Dialect)]
#[bytecode(name = "melody", versions("1.0", "1.1"))]
struct Melody;

#[derive(BytecodeEnum, Clone, Copy, Debug)]
#[bytecode(wire = "varint<u32>", dialect = Melody)]
enum Long {
    Whole = 0,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Melody, code = 1, schema = "derive/tests/models/agreement.yaml")]
struct Rest {
    length: Long,
}

fn main() {}
