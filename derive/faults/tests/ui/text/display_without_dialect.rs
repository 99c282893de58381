use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(display)]
enum Event {
    #[bytecode(code = 1)]
    Said,
}

fn main() {}
