//! Turns the schema into Rust.

fn main() {
    bytespec_codegen::build::Format::new("schema").build("wasm.rs");
}
