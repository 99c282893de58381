use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0"), producer = "")]
struct Motor;

fn main() {}
