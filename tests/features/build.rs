//! Build dependencies need a build script.

fn main() {}
