use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", versions(1, 2))]
struct Motor;

fn main() {}
