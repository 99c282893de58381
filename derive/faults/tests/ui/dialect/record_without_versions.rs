use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", record = 2)]
struct Motor;

fn main() {}
