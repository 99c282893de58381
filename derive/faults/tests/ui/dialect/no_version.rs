use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.x"))]
struct Motor;

fn main() {}
