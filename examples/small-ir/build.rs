//! Turns the schema into Rust.

fn main() {
    bytespec_codegen::build::Format::new("schema").build("small_ir.rs");
}
