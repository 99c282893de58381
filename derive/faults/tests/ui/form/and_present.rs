use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
enum Event {
    #[bytecode(form(code = 1, with = "space"), form(code = 2, without = "space"))]
    Place {
        #[bytecode(present)]
        space: Option<u8>,
    },
}

fn main() {}
