use bytespec::BytecodeRecord;
use bytespec::mlir::ApInt;

#[derive(BytecodeRecord)]
struct Number {
    of: u32,
    #[bytecode(wire = "ap_int(of)")]
    value: ApInt,
}

fn main() {}
