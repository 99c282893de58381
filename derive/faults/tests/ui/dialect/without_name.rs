use bytespec::Dialect;

#[derive(Dialect)]
struct Motor;

fn main() {}
