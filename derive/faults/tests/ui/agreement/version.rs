use bytespec::BytecodeEnum;

#[derive(BytecodeEnum, Clone, Copy)]
#[bytecode(wire = "varint<u32>", reserved(3), schema = "derive/tests/models/agreement.yaml")]
enum Length {
    Whole = 0,
    Half = 1,
    Quarter = 2,
}

fn main() {}
