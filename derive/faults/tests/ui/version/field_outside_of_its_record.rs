use bytespec::{BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "sample", versions("1.0", "1.1", "1.2"))]
struct Sample;

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, since = "1.1")]
struct Late {
    #[bytecode(since = "1.0", until = "1.1", default = 0)]
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(since = "1.1")]
struct OfNoDialect {
    count: u8,
}

fn main() {}
