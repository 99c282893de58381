use bytespec::mlir::{Module, OpId, Value};
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor")]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    #[bytecode(colour = "red")]
    speed: Value,
}

fn speed(module: &Module<'_>, op: OpId) -> Option<Value> {
    module.view::<Spin>(op).ok()?.map(|spin| spin.speed)
}

fn main() {
    speed(&Module::new("MLIR22.1.8"), Module::new("MLIR22.1.8").walk().next().unwrap());
}
