//! No crate is compiled twice. Cargo does so if build scripts and programs need different features of a crate, or have different
//! profiles.

use super::sources::root;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// The crates that a command compiles more than once, each with the differences.
fn compiled_twice(arguments: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(arguments);
    // The plan of cargo, which stable releases print if this variable is set.
    cargo.args(["--offline", "--unit-graph", "-Z", "unstable-options"]).env("RUSTC_BOOTSTRAP", "1");
    let output = cargo.output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let graph: Value = serde_json::from_slice(&output.stdout).expect("the graph of units");
    let mut crates = BTreeMap::<String, Vec<String>>::new();
    for unit in graph["units"].as_array().expect("a list of units") {
        let target = &unit["target"];
        if unit["mode"] != "build" || target["kind"][0] == "custom-build" {
            continue;
        }
        let profile = &unit["profile"];
        let what = ["opt_level", "codegen_units", "debug_assertions", "lto"];
        let what = what.map(|key| format!("{key} {}", profile[key]));
        let name = format!("{} {}", unit["pkg_id"], target["name"]);
        let features = &unit["features"];
        crates.entry(name).or_default().push(format!("{}, features {features}", what.join(", ")));
    }
    crates.retain(|_, units| units.len() > 1);
    crates.into_iter().map(|(name, units)| format!("{name}:\n  {}", units.join("\n  "))).collect()
}

#[test]
fn the_main_job_and_the_tests_compile_each_crate_once() {
    for arguments in [&["build", "--release"][..], &["test", "--workspace", "--no-run"]] {
        let twice = compiled_twice(arguments);
        assert!(twice.is_empty(), "cargo {}:\n{}", arguments.join(" "), twice.join("\n"));
    }
}
