//! The packages that are built into a program can be distributed with it: each has a licence that requires only attribution, and
//! comes from a registry or from this repository.

use super::sources::root;
use serde_json::Value;
use std::process::Command;

/// Licences that require only attribution.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The output of cargo or rustc.
fn printed(program: &str, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(program).current_dir(root()).args(arguments).output();
    let output = output.expect("a program of the toolchain");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Whether an expression of licences is allowed: one alternative of `OR`, all parts of `AND`.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace(['(', ')'], "");
    let one = |licences: &str| {
        let mut licences = licences.split(" OR ").flat_map(|licence| licence.split('/'));
        licences.any(|licence| ALLOWED.contains(&licence.trim()))
    };
    expression.split(" AND ").all(one)
}

#[test]
fn packages_may_be_given_away() {
    let version = printed("rustc", &["-vV"]);
    let version = String::from_utf8_lossy(&version);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    // Packages for other platforms are not available without a network.
    let platform = ["--offline", "--locked", "--filter-platform", host];
    let arguments = [&["metadata", "--format-version", "1"], &platform[..]].concat();
    let metadata: Value =
        serde_json::from_slice(&printed(env!("CARGO"), &arguments)).expect("what cargo knows");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 100, "{}", packages.len());
    for package in packages {
        let (name, source) = (&package["name"], &package["source"]);
        let licence = package["license"].as_str().unwrap_or("no licence");
        assert!(is_allowed(licence), "{name}: {licence}");
        let is_here = source.as_str().is_none_or(|source| source.starts_with("registry+"));
        assert!(is_here, "{name} comes from {source}");
    }
}

#[test]
fn expressions_ask_for_one_or_for_all() {
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND GPL-3.0", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", false),
    ] {
        assert_eq!(is_allowed(expression), expected, "{expression}");
    }
}
