use bytespec::BytecodeRecord;
use bytespec::mlir::AttributeId;

#[derive(BytecodeRecord)]
struct Names {
    first: AttributeId,
}

fn main() {}
