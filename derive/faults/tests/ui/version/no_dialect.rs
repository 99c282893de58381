use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
enum Event {
    #[bytecode(code = 4, since = "1.1")]
    Said,
}

fn main() {}
