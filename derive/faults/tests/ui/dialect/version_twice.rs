use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0", "1.0"))]
struct Motor;

fn main() {}
