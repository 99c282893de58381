use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.1", "1.0"))]
struct Motor;

fn main() {}
