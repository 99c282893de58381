use bytespec::wire::{Cursor, FromWire};
use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", attributes(Speed<'a>))]
struct Motor;

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct Limit<'a, T> {
    name: &'a str,
    value: T,
    share: char,
}

#[derive(BytecodeRecord, Debug)]
struct Limits<'a> {
    first: Limit<'a, u8>,
    others: Vec<Limit<'a, u32>>,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 0)]
struct Speed<'a> {
    limits: Box<Limits<'a>>,
}

fn main() {
    let _ = Limits::from_wire(&mut Cursor::new(&[]), &());
    let _ = bytespec::export::dialect::<Motor>();
}
