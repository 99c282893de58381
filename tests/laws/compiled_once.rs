//! No crate is compiled twice. Cargo does so if build scripts and programs need different features of a crate, or have different
//! profiles.

use super::sources::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::process::Command;

/// What cargo would compile for a command.
fn units(arguments: &[&str]) -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(arguments);
    // Stable releases of cargo list it under this variable.
    cargo.args(["--offline", "--unit-graph", "-Z", "unstable-options"]).env("RUSTC_BOOTSTRAP", "1");
    let output = cargo.output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut graph: Value = serde_json::from_slice(&output.stdout).expect("the graph of units");
    match graph["units"].take() {
        Value::Array(units) => units,
        other => panic!("no list of units: {other}"),
    }
}

/// The settings of a unit that decide whether another command can use it.
fn settings(unit: &Value) -> String {
    let profile = &unit["profile"];
    let settings = ["opt_level", "codegen_units", "debug_assertions", "lto"];
    let settings = settings.map(|key| format!("{key} {}", profile[key]));
    format!("{}, features {}", settings.join(", "), unit["features"])
}

/// The crates that a command compiles more than once, each with what differs.
fn compiled_twice(arguments: &[&str]) -> Vec<String> {
    let mut crates = BTreeMap::<String, Vec<String>>::new();
    for unit in units(arguments) {
        let target = &unit["target"];
        if unit["mode"] != "build" || target["kind"][0] == "custom-build" {
            continue;
        }
        let name = format!("{} {}", unit["pkg_id"], target["name"]);
        crates.entry(name).or_default().push(settings(&unit));
    }
    crates.retain(|_, units| units.len() > 1);
    crates.into_iter().map(|(name, units)| format!("{name}:\n  {}", units.join("\n  "))).collect()
}

/// The crates of others that a command compiles, with their settings and a hash of the crates that they depend on.
fn dependencies(arguments: &[&str]) -> BTreeSet<String> {
    /// The hash of a unit and of all that it depends on.
    fn hash(units: &[Value], at: usize, known: &mut HashMap<usize, u64>) -> u64 {
        if let Some(hash) = known.get(&at) {
            return *hash;
        }
        let unit = &units[at];
        let mut hasher = DefaultHasher::new();
        [&unit["pkg_id"], &unit["mode"]].map(Value::to_string).hash(&mut hasher);
        settings(unit).hash(&mut hasher);
        let of = unit["dependencies"].as_array().expect("a list of dependencies");
        let of = of.iter().map(|of| of["index"].as_u64().expect("an index") as usize);
        let mut of: Vec<u64> = of.map(|of| hash(units, of, known)).collect();
        of.sort_unstable();
        of.hash(&mut hasher);
        known.insert(at, hasher.finish());
        hasher.finish()
    }
    let (units, mut known) = (units(arguments), HashMap::new());
    let of_others = (0..units.len()).filter(|at| {
        let package = units[*at]["pkg_id"].as_str();
        package.is_some_and(|package| package.starts_with("registry+"))
    });
    let described = of_others.map(|at| {
        let hash = hash(&units, at, &mut known);
        let unit = &units[at];
        format!("{} {} {} {hash}", unit["pkg_id"], unit["mode"], settings(unit))
    });
    described.collect()
}

#[test]
fn the_main_job_and_the_tests_compile_each_crate_once() {
    for arguments in [&["build", "--release"][..], &["test", "--workspace", "--no-run"]] {
        let twice = compiled_twice(arguments);
        assert!(twice.is_empty(), "cargo {}:\n{}", arguments.join(" "), twice.join("\n"));
    }
}

#[test]
fn lints_and_documentation_of_parts_take_the_dependencies_of_the_whole() {
    let whole =
        ["check", "--workspace", "--all-targets", "--features", "bytespec-conformance/oracles"];
    let whole = dependencies(&whole);
    let published = include_str!("../packages/published.txt").lines();
    let published: Vec<String> = published.map(|name| format!("--package={name}")).collect();
    let mut documented = vec!["doc", "--no-deps", "--lib", "--package=bytespec-features"];
    documented.extend(published.iter().map(String::as_str));
    let of_lints = |features| {
        let packages = ["--package=bytespec", "--package=bytespec-matrix"];
        let features =
            ["--package=bytespec-features", "--no-default-features", "--features", features];
        [&["check"][..], &packages, &features].concat()
    };
    let lints = ["", "bytespec/mlir", "bytespec/tile_ir", "bytespec/derive"].map(of_lints);
    for arguments in lints.into_iter().chain([documented]) {
        let of_part = dependencies(&arguments);
        let new: Vec<&String> = of_part.difference(&whole).collect();
        assert!(new.is_empty(), "{arguments:?} compiles {new:#?}");
    }
}
