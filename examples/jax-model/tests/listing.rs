//! The tool, on artifacts that JAX exported.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jax-model"));
    match command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output() {
        Ok(output) => output,
        Err(error) => panic!("the tool does not start: {error}"),
    }
}

#[track_caller]
fn listing(file: &str) -> String {
    let output = run(&[file]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_network_for_batches_of_any_size() {
    let expected = "\
input 0: f32[784,256]
input 1: f32[256]
input 2: f32[256,128]
input 3: f32[128]
input 4: f32[128,10]
input 5: f32[10]
input 6: f32[?,784]
output 0: f32[?,10]
elements: 235930 in inputs, 8 in constants
";
    assert_eq!(listing("tests/data/any_batch.vhlo.mlirbc"), expected);
}

#[test]
fn the_readme_has_the_printed_listing() {
    let readme = include_str!("../README.md");
    assert!(readme.contains(&listing("tests/data/any_batch.vhlo.mlirbc")));
}

#[test]
fn a_training_step() {
    let listing = listing("tests/data/resnet.vhlo.mlirbc");
    let lines: Vec<&str> = listing.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("input ")).count(), 27);
    assert_eq!(lines.iter().filter(|line| line.starts_with("output ")).count(), 26);
    assert!(lines.contains(&"input 26: f32[2,64,64,3]"));
    assert_eq!(lines.last(), Some(&"elements: 135520 in inputs, 16 in constants"));
}

#[test]
fn invalid_artifacts_are_errors() {
    for (arguments, expected) in [
        (&[][..], "the path of a portable artifact is missing"),
        (&["Cargo.toml"], "magic number"),
        (&["tests/data/nowhere"], "No such file"),
    ] {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(expected), "{arguments:?}: {said}");
    }
}
