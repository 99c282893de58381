use std::collections::HashMap;

use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Names {
    names: HashMap<u8, u8>,
}

fn main() {}
