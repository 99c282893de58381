//! Generates the formats that exist for tests only, and takes the program out of a chapter.

use bytespec_codegen::build::Format;
use std::path::Path;

fn main() {
    Format::new("third_party/schema").build("sensor_log.rs");
    Format::new("../examples/wasm/schema").samples(true).build("wasm.rs");
    Format::new("packing/parcels").samples(true).build("parcels.rs");
    Format::new("packing/seals").host("crate::host").samples(true).build("seals.rs");
    Format::new("dialects/schema").scan(true).build("toy_chest.rs");
    program("../docs/write-a-dialect.md", "write_a_dialect.rs");
    program("../docs/edit-a-module.md", "edit_a_module.rs");
}

/// Puts the blocks of Rust of a text one after the other.
fn program(text: &str, file: &str) {
    println!("cargo::rerun-if-changed={text}");
    let text = std::fs::read_to_string(text).expect("the text is there");
    let blocks = text.split("```rust\n").skip(1);
    let program: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    std::fs::write(Path::new(&out).join(file), program.concat()).expect("OUT_DIR can be written");
}
