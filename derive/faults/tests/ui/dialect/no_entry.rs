use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", attributes(u8))]
struct Motor;

fn main() {}
