use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(tag = "u8")]
enum Event {
    #[bytecode(code = 300)]
    Said,
}

fn main() {}
