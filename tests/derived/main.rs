//! Dialects that the library has from a schema, derived once more in Rust: both read and write the same.

mod llvm;
#[path = "../../derive/tests/models/samples.rs"]
mod samples;
mod twin;
mod vhlo;
