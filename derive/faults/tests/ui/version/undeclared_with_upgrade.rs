use bytespec::{BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "sample", versions("1.0", "1.1", "2.0"))]
struct Sample;

#[derive(BytecodeRecord)]
struct Old {
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, since = "1.05", upgrade(from = Old, before = "2.0"))]
struct New {
    count: u16,
}

impl From<Old> for New {
    fn from(old: Old) -> New {
        New { count: old.count.into() }
    }
}

fn main() {}
