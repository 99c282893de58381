use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(tag = "blob")]
enum Event {
    #[bytecode(code = 4)]
    Said,
}

fn main() {}
