//! Generates the formats that exist for tests only, and takes the program out of a chapter.

use bytespec_codegen::build::Format;
use std::path::Path;

fn main() {
    // Where cargo puts what it builds for a target.
    println!(
        "cargo::rustc-env=TARGET={}",
        std::env::var("TARGET").expect("cargo sets TARGET for build scripts")
    );
    Format::new("third_party/schema").build("sensor_log.rs");
    Format::new("../examples/wasm/schema").samples(true).build("wasm.rs");
    Format::new("packing/parcels").samples(true).build("parcels.rs");
    Format::new("packing/seals").host("crate::host").samples(true).build("seals.rs");
    Format::new("packing/waybills").build("waybills.rs");
    Format::new("plan/depot").plan("depot.plan").build("depot.rs");
    Format::new("dialects/schema").scan(true).build("toy_chest.rs");
    program("../docs/write-a-dialect.md", "write_a_dialect.rs");
    program("../docs/edit-a-module.md", "edit_a_module.rs");
    functions(&["../README.md", "../docs/work-with-files.md"], "readme.rs");
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

/// What stands around the blocks of Rust of the README and of the chapter about files, in their order: what they use and what they make.
const AROUND: [(&str, &str); 4] = [
    ("fn walked(bytes: Vec<u8>) -> bytespec::Result<Vec<u8>> {", "Ok(bytes) }"),
    ("fn made() -> bytespec::Result<Vec<u8>> {", "Ok(bytes) }"),
    (
        "fn derived() -> bytespec::Result<(Vec<u8>, String)> { use bytespec::mlir::{AttributeId, Module}; \
         use bytespec::{BytecodeAttribute, Dialect}; let mut module = Module::new(\"MLIR22.1.8\");",
        "let _ = id; Ok((module.write(&Default::default())?, yaml)) }",
    ),
    (
        "fn edited(bytes: Vec<u8>) -> bytespec::Result<String> { use bytespec::tile_ir::{Module, Op, ops};",
        "module.print(&Default::default()) }",
    ),
];

/// Makes a function of each block of Rust that is no file.
fn functions(texts: &[&str], file: &str) {
    let texts = texts.iter().map(|text| {
        println!("cargo::rerun-if-changed={text}");
        std::fs::read_to_string(text).expect("the text is there")
    });
    let text: String = texts.collect();
    let blocks = text.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next());
    let blocks: Vec<&str> = blocks.filter(|block| !block.starts_with("// ")).collect();
    assert_eq!(blocks.len(), AROUND.len(), "the texts have other blocks of Rust");
    let functions = blocks.iter().zip(AROUND);
    let functions =
        functions.map(|(block, (before, after))| format!("{before}\n{block}\n{after}\n"));
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let functions: Vec<String> = functions.collect();
    std::fs::write(Path::new(&out).join(file), functions.concat()).expect("OUT_DIR can be written");
}
