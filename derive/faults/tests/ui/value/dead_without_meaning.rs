use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dead(2))]
enum Event {
    #[bytecode(code = 1)]
    Said,
}

fn main() {}
