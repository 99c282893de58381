//! Dialects that the library has from a schema, derived once more in Rust: both read and write the same.

#![allow(clippy::enum_variant_names, reason = "variants and members have the names of the schema")]

mod llvm;
#[path = "../../derive/tests/models/samples.rs"]
mod samples;
mod twin;
mod vhlo;
