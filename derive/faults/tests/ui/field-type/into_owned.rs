use bytespec::{BytecodeAttribute, BytecodeRecord};

#[derive(BytecodeRecord)]
#[bytecode(into_owned)]
struct Borrows<'a> {
    text: &'a str,
    lists: Vec<(u8, &'a [u8])>,
}

#[derive(BytecodeRecord)]
#[bytecode(into_owned)]
struct Owns {
    text: String,
}

#[derive(BytecodeRecord)]
struct Inner<'a> {
    text: &'a str,
}

#[derive(BytecodeAttribute)]
#[bytecode(into_owned)]
enum Outer<'a> {
    #[bytecode(code = 0)]
    One(Inner<'a>),
}

#[derive(BytecodeRecord)]
struct WithoutTryFrom {
    #[bytecode(into = u32)]
    letter: char,
}

fn main() {}
