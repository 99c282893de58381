use bytespec::mlir::{AttributeId, Module};
use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0"), attributes(Speed<'a>, Stop))]
struct Motor;

#[derive(BytecodeAttribute, Debug, PartialEq)]
#[bytecode(dialect = Motor)]
enum Speed<'a> {
    #[bytecode(code = 0, colour = "red")]
    Fast { name: &'a str },
    #[bytecode(code = 1)]
    Slow,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 7)]
struct Stop {
    after: AttributeId,
}

#[derive(BytecodeRecord, Debug)]
#[bytecode(dialect = Motor)]
struct Speeds<'a> {
    all: Vec<Speed<'a>>,
}

fn main() {
    let mut module = Module::new("MLIR22.1.8");
    let id = module.add_entry(&Speed::Slow).unwrap();
    let _ = module.entry::<Speed<'_>>(id);
}
