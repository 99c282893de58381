//! No unsafe code anywhere, and no dependency of the crate that users depend on.

use super::{root, rust_files};
use std::fs;

const CRATES: &[&str] =
    &["codegen", "derive", "runtime", "cli", "tests", "conformance", "bench"];

#[test]
fn every_crate_forbids_unsafe_code() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(workspace.contains("unsafe_code = \"forbid\""));
    for name in CRATES {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true"), "{name} has lints of its own");
        for file in rust_files(&root().join(name)) {
            let text = fs::read_to_string(&file).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                let is_block = line.contains("unsafe {") || line.contains("unsafe fn");
                assert!(!is_block, "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn the_runtime_has_no_mandatory_dependency() {
    let manifest = fs::read_to_string(root().join("runtime/Cargo.toml")).unwrap();
    let dependencies = manifest
        .split("\n[")
        .find(|section| section.starts_with("dependencies]"))
        .unwrap_or_default();
    for line in dependencies.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        assert!(line.starts_with('#') || line.contains("optional = true"), "{line}");
    }
}
