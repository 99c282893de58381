//! Crates with much generated code have no unit tests, which would compile all of it a second time.

use crate::sources::{read, root, rust_files, short};
use std::path::PathBuf;

/// The crates of formats.
const FORMATS: [&str; 2] = ["runtime/mlir", "runtime/tile_ir"];

/// The sources of a crate that contain tests.
fn with_tests(package: &str) -> Vec<PathBuf> {
    let marked = |text: &str| ["#[test]", "#[cfg(test)]"].iter().any(|mark| text.contains(mark));
    let files = rust_files(&root().join(package).join("src")).into_iter();
    files.filter(|path| marked(&read(path))).collect()
}

#[test]
fn crates_of_formats_have_no_unit_tests() {
    assert!(with_tests("runtime/core").len() > 20, "those of the core are found");
    for package in FORMATS {
        let manifest = read(&root().join(package).join("Cargo.toml"));
        assert!(manifest.contains("\n[lib]\ntest = false\n"), "{package}/Cargo.toml");
        let found: Vec<String> = with_tests(package).iter().map(|path| short(path)).collect();
        assert!(found.is_empty(), "these belong into `tests/`: {found:?}");
    }
}
