use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0.2"), record = 2)]
struct Motor;

fn main() {}
