use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = "motor")]
enum Event {
    #[bytecode(code = 1)]
    Said,
}

fn main() {}
