//! The crates that users depend on have no other dependencies, except those of a feature.

use crate::sources::{read, root};

/// The crates of the library, and what each depends on: crates below it.
const DEPENDENCIES: [(&str, &[&str]); 5] = [
    ("codegen/plan", &[]),
    ("runtime/core", &["bytespec-plan"]),
    ("runtime/mlir", &["bytespec-core"]),
    ("runtime/tile_ir", &["bytespec-core"]),
    ("runtime", &["bytespec-core", "bytespec-derive", "bytespec-mlir", "bytespec-tile-ir"]),
];

/// The dependencies of `runtime/core` for the features `checksums` and `transforms`.
const OF_FEATURES: &[&str] =
    &["adler2", "crc32fast", "flate2", "md-5", "sha1", "sha2", "twox-hash"];

#[test]
fn the_library_depends_on_itself_alone() {
    for (package, expected) in DEPENDENCIES {
        let manifest = read(&root().join(package).join("Cargo.toml"));
        let (mut section, mut found, mut optional) = ("", Vec::new(), Vec::new());
        for line in manifest.lines().map(str::trim) {
            if line.starts_with('[') {
                section = line;
                let table = line.starts_with("[dependencies.") || line.starts_with("[target.");
                assert!(!table, "{line} in {package}/Cargo.toml");
            } else if section == "[dependencies]" && !line.is_empty() && !line.starts_with('#') {
                let is_of_feature =
                    line.ends_with("optional = true }") && !line.contains("workspace");
                let name = line.split([' ', '.', '=']).next();
                let known = if is_of_feature { &mut optional } else { &mut found };
                known.extend(name);
            }
        }
        assert_eq!(found, expected, "{package}/Cargo.toml");
        let features = match package {
            "runtime/core" => OF_FEATURES,
            "codegen/plan" => &["encoding_rs"],
            _ => &[],
        };
        assert_eq!(optional, features, "{package}/Cargo.toml");
    }
}

/// The runtime contains the output of the generator, so the generator cannot depend on the runtime.
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
