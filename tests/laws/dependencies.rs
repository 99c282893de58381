//! The crate that users depend on depends on nothing.

use crate::sources::{read, root};

/// The crate of plans is of this workspace, and depends on nothing itself.
#[test]
fn the_runtime_has_no_dependency() {
    let manifest = read(&root().join("runtime/Cargo.toml"));
    let mut section = "";
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
            let table = line.starts_with("[dependencies.") || line.starts_with("[target.");
            assert!(!table, "{line} in runtime/Cargo.toml");
        } else if section == "[dependencies]" && !line.is_empty() && !line.starts_with('#') {
            let own = line == "bytespec-plan.workspace = true";
            assert!(own || line.contains("optional = true"), "the runtime depends on {line}");
        }
    }
}

/// What is generated for the runtime comes from the generator; the other way round there is nothing.
#[test]
fn the_generator_does_not_depend_on_the_runtime() {
    let manifest = read(&root().join("codegen/Cargo.toml"));
    let mut section = "";
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        }
        let depends = section == "[dependencies]" || section == "[build-dependencies]";
        let runtime = line.starts_with("bytespec.") || line.starts_with("bytespec ");
        assert!(!(depends && runtime), "codegen/Cargo.toml: {line}");
    }
}
