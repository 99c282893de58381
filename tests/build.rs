//! Generates the formats that exist for tests only, and takes the program out of a chapter.

use bytespec_codegen::build::Format;
use std::path::{Path, PathBuf};

#[path = "matrix/schema.rs"]
mod schema;
#[path = "matrix/shapes.rs"]
mod shapes;
#[path = "matrix/words.rs"]
mod words;

fn main() {
    Format::new("third_party/schema").build("sensor_log.rs");
    Format::new("../examples/wasm/schema").samples(true).build("wasm.rs");
    Format::new("packing/parcels").samples(true).build("parcels.rs");
    Format::new("packing/seals").host("crate::host").samples(true).build("seals.rs");
    Format::new("dialects/schema").scan(true).build("toy_chest.rs");
    matrix(false, "plain");
    matrix(true, "hosted");
    names();
    program("../docs/write-a-dialect.md", "write_a_dialect.rs");
    program("../docs/edit-a-module.md", "edit_a_module.rs");
}

/// The format of all that is accepted, with a host or without one, and what was refused.
fn matrix(host: bool, name: &str) {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let folder = out.join(format!("matrix_{name}"));
    let outcome = schema::write(&folder, host);
    let mut format = Format::new(&folder).samples(true);
    if host {
        format = format.host("crate::host");
    }
    let source = match format.source() {
        Ok(source) => source,
        Err(findings) => panic!("what is accepted alone is not accepted together: {findings}"),
    };
    let write = |file: String, text: &str| {
        std::fs::write(out.join(file), text).expect("OUT_DIR can be written");
    };
    write(format!("matrix_{name}.rs"), &source);
    write(format!("matrix_{name}_outcome.rs"), &outcome.constant(&name.to_uppercase()));
}

/// A format for each kind of item, with every word as a name, and one that has next to nothing.
fn names() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let write = |file: PathBuf, text: &str| {
        std::fs::write(file, text).expect("OUT_DIR can be written");
    };
    let generate = |kind: &str, text: &str| {
        let folder = out.join(format!("words_{kind}"));
        std::fs::create_dir_all(&folder).expect("OUT_DIR can be written");
        write(folder.join("schema.yaml"), text);
        let source = Format::new(&folder).samples(kind == "record").source();
        let source = source.unwrap_or_else(|findings| panic!("{findings}"));
        write(out.join(format!("words_{kind}.rs")), &source);
    };
    let mut refused = String::new();
    for (kind, text, findings) in words::schemas() {
        generate(kind, &text);
        let accepted = words::all(kind).len() - findings.len();
        refused += &format!("({kind:?}, {accepted}, &{findings:?}), ");
    }
    generate("least", words::HEAD);
    let known = [words::MADE, words::KEPT].concat();
    let known: Vec<&str> = known.split_whitespace().collect();
    write(
        out.join("words_refused.rs"),
        &format!(
            "/// A kind of item, how many words it takes, and those that are refused and why.\n\
             type Words = (&'static str, usize, &'static [(&'static str, &'static str)]);\n\
             const REFUSED: &[Words] = &[{refused}];\n\
             /// Words that may be refused.\nconst KNOWN: &[&str] = &{known:?};\n"
        ),
    );
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
