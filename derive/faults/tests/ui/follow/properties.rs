use bytespec::mlir::{AttributeId, Module};
use bytespec::{Dialect, OpProperties};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin, Stop))]
struct Motor;

#[derive(OpProperties)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    #[bytecode(wire = "varint")]
    speed: AttributeId,
}

#[derive(OpProperties)]
#[bytecode(dialect = Motor, operation = "stop")]
struct Stop {
    now: bool,
}

fn main() {
    let _ = Module::new("MLIR22.1.8").add_op_properties(&Spin { speed: AttributeId(0) });
}
