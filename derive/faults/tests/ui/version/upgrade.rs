use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};

#[derive(Dialect)]
#[bytecode(name = "sample", versions("1.0", "1.1"))]
struct Sample;

#[derive(BytecodeRecord)]
struct Old {
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, upgrade(before = "1.1"))]
struct OfNothing {
    count: u16,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, upgrade(from = Old))]
struct Always {
    count: u16,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, upgrade(from = Old, until = "1.0"))]
struct OtherKey {
    count: u16,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, upgrade = Old)]
struct OtherShape {
    count: u16,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, upgrade(from = Old, before = "1.1", code = 3))]
struct WithCode {
    count: u16,
}

#[derive(BytecodeRecord)]
#[bytecode(dialect = Sample, since = "1.1", upgrade(from = Old, before = "1.1"))]
struct InNoVersion {
    count: u16,
}

#[derive(BytecodeRecord)]
#[bytecode(upgrade(from = Old, before = "1.1"))]
struct OfNoDialect {
    count: u16,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(
    dialect = Sample,
    form(code = 1, with = "flag"),
    form(code = 2, without = "flag"),
    upgrade(from = Old, before = "1.1")
)]
struct WithForms {
    flag: bool,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Sample)]
enum Codes {
    #[bytecode(code = 0)]
    A,
    #[bytecode(code = 1, upgrade(from = Old, before = "1.1", code = 0))]
    B,
}

#[derive(BytecodeRecord)]
struct Older {
    count: u8,
}

#[derive(BytecodeRecord)]
#[bytecode(
    dialect = Sample,
    upgrade(from = Older, before = "1.1"),
    upgrade(from = Old, before = "1.1")
)]
struct Twice {
    count: u16,
}

fn main() {}
