use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(reserved("2"))]
enum Event {
    #[bytecode(code = 1)]
    Said,
}

fn main() {}
