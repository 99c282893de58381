use bytespec::Dialect;

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0"), record = 2, producer = "Motor")]
struct Motor;

fn main() {}
