use bytespec::BytecodeAttribute;

struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor)]
enum Event {
    #[bytecode(code = 4)]
    Said,
}

fn main() {}
