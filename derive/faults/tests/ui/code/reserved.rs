use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(reserved(3, 4))]
enum Event {
    #[bytecode(code = 4)]
    Said,
}

fn main() {}
