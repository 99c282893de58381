use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "builtin")]
struct Builtin;

fn main() {}
