use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(code = 1)]
struct Event(u8);

fn main() {}
