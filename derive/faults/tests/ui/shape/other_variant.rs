use bytespec::{BytecodeAttribute, Dialect};

#[derive(BytecodeAttribute)]
enum WithoutBytes {
    #[bytecode(code = 0)]
    Known(u8),
    #[bytecode(other)]
    Other(u64),
}

#[derive(BytecodeAttribute)]
enum Twice<'a> {
    #[bytecode(code = 0)]
    Known(u8),
    #[bytecode(other, since = "1.0")]
    One(u64, &'a [u8]),
    #[bytecode(other)]
    Another(u64, #[bytecode(wire = "bytes")] &'a [u8]),
}

#[derive(Dialect)]
#[bytecode(name = "sample", attributes(Entries<'a>))]
struct Sample;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Sample)]
enum Entries<'a> {
    #[bytecode(code = 0)]
    Known(u8),
    #[bytecode(other)]
    Other(u64, &'a [u8]),
}

fn main() {}
