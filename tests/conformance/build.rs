//! Makes a module of the dialect that `bytespec new --dialect motor` begins with.

use std::{env, fs, path::Path};

const TEMPLATE: &str = "../../cli/templates/dialect/lib.rs.txt";

fn main() {
    println!("cargo::rerun-if-changed={TEMPLATE}");
    let text = fs::read_to_string(TEMPLATE).expect("the template of a dialect");
    let text = text.replace("{{type}}", "Motor").replace("{{dialect}}", "motor");
    // The documentation of a crate cannot stand in what is included.
    let lines = text.lines().filter(|line| !line.starts_with("//!"));
    let code = lines.map(|line| format!("{line}\n")).collect::<String>();
    let folder = env::var_os("OUT_DIR").expect("cargo says it");
    fs::write(Path::new(&folder).join("new_dialect.rs"), code).expect("a file is written");
}
