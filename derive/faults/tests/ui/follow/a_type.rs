use bytespec::mlir::Module;
use bytespec::{BytecodeRecord, BytecodeType, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", types(Wire, Rotary))]
struct Motor;

#[derive(BytecodeType, Debug)]
#[bytecode(dialect = Motor)]
struct Wire {
    phases: u8,
}

#[derive(BytecodeType, Debug)]
#[bytecode(dialect = Motor, code = 1)]
struct Rotary {
    wire: Wire,
}

#[derive(BytecodeRecord, Debug)]
#[bytecode(dialect = Motor)]
struct Wires {
    all: Vec<Wire>,
}

fn main() {
    let id = Module::new("MLIR22.1.8").add_entry(&Wire { phases: 3 }).unwrap();
    let _ = Module::new("MLIR22.1.8").entry::<Wire>(id);
}
