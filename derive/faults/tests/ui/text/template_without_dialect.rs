use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(tag = "u8")]
enum Sound {
    #[bytecode(code = 0, text = "note<{pitch}>")]
    Note { pitch: u8 },
}

fn main() {}
