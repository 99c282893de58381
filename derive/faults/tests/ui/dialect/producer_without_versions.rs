use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", producer = "Motor")]
struct Motor;

fn main() {}
