//! One fault a file, in a folder for its topic, and what is said about it; `TRYBUILD=overwrite
//! cargo test --workspace --test ui` writes the expectations anew.
//!
//! There are no cases that pass: without them `trybuild` checks all files at once, and generates no code.

use std::path::Path;
use std::process::Command;

/// Where cargo finds the flags of the compiler before it looks anywhere else.
const VARIABLE: &str = "CARGO_ENCODED_RUSTFLAGS";

/// The flags with which `trybuild` compiles the files. It compiles the library without the last one first, and then with it: given
/// here, they are the same for both, and the library is checked once.
const FLAGS: [&str; 5] =
    ["--cfg=trybuild", "--verbose", "-A", "dead_code", "--diagnostic-width=140"];

#[test]
fn faults() {
    let flags = FLAGS.join("\x1f");
    if std::env::var(VARIABLE).is_ok_and(|set| set == flags) {
        return check();
    }
    // Only a new process can have another environment without `unsafe`.
    let program = std::env::current_exe().unwrap();
    let status = Command::new(program)
        .args(["faults", "--exact", "--nocapture"])
        .env(VARIABLE, flags)
        .status();
    assert!(status.unwrap().success());
}

fn check() {
    let cases = trybuild::TestCases::new();
    for topic in [
        "agreement",
        "assembly",
        "code",
        "dialect",
        "field-type",
        "follow",
        "form",
        "keys",
        "number",
        "presence",
        "properties",
        "several",
        "shape",
        "text",
        "traits",
        "value",
        "version",
        "wire",
    ] {
        cases.compile_fail(format!("tests/ui/{topic}/*.rs"));
    }
}

/// An item with a fault is used in the files of `follow`, wherever one can be: nothing else is in fault.
#[test]
fn no_error_follows_from_another() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/follow");
    let mut cases = 0;
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|ending| ending == "rs") {
            let said = std::fs::read_to_string(path.with_extension("stderr")).unwrap();
            let errors = said.lines().filter(|line| line.starts_with("error")).count();
            assert_eq!(errors, 1, "{}: {said}", path.display());
            cases += 1;
        }
    }
    assert!(cases > 0);
}
