use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor")]
enum Motor {}

fn main() {}
