//! The crate of the README, made of exactly its texts, is built and its examples run.

use super::{Files, read};
use std::path::Path;
use std::process::Command;

/// The files that a text shows: blocks of code that begin with a path in a comment. Of several with one
/// path, the first.
fn shown(text: &str) -> Files {
    let mut files = Files::new();
    for block in text.split("\n```").skip(1).step_by(2) {
        let Some((_, code)) = block.split_once('\n') else { continue };
        let first = code.lines().next().unwrap_or_default();
        let path = first.strip_prefix("// ").or(first.strip_prefix("# ")).unwrap_or_default();
        if path.contains('.') && !path.contains(' ') {
            files.entry(path.into()).or_insert_with(|| code.to_owned().into_bytes());
        }
    }
    files
}

#[test]
fn the_crate_of_the_readme_is_built_and_tested() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = tests.parent().unwrap_or(tests);
    let files = shown(&read(&root.join("README.md")));
    let names: Vec<_> = files.keys().filter_map(|path| path.to_str()).collect();
    assert_eq!(names, ["Cargo.toml", "build.rs", "format/shelf.yaml", "src/lib.rs"]);
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    for (path, content) in files {
        let content = String::from_utf8_lossy(&content).into_owned();
        let content = content.replace("../bytespec", &root.to_string_lossy());
        let path = place.join(path);
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = folder.and_then(|()| std::fs::write(&path, content)) {
            panic!("{}: {error}", path.display());
        }
    }
    // The crate is a workspace of its own, with the versions that this one is locked to.
    let manifest = place.join("Cargo.toml");
    let text = format!("{}\n[workspace]\n", read(&manifest));
    let lock = read(&root.join("Cargo.lock"));
    let written = std::fs::write(&manifest, text)
        .and_then(|()| std::fs::write(place.join("Cargo.lock"), lock));
    assert!(written.is_ok(), "{written:?}");
    let output = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--lib"])
        .current_dir(&place)
        .env("CARGO_TARGET_DIR", place.join("target"))
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) => panic!("cargo does not start: {error}"),
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}{errors}");
    let test = "examples::every_example_stands_for_its_value ... ok";
    assert!(printed.contains(test), "{printed}");
}
