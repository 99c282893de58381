use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "my-motor")]
struct Motor;

fn main() {}
