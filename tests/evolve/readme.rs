//! The crate of the README, made of exactly its texts, is built and its examples run.

use super::{Files, SOURCES, read};
use std::path::Path;

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

/// The crate's files, of which the sources are the folder around.
pub(super) fn files(readme: &Path) -> Files {
    let mut files = shown(&read(readme));
    let names: Vec<_> = files.keys().filter_map(|path| path.to_str()).collect();
    assert_eq!(names, ["Cargo.toml", "build.rs", "format/shelf.yaml", "src/lib.rs"]);
    for content in files.values_mut() {
        *content = String::from_utf8_lossy(content).replace("../bytespec", "..").into_bytes();
    }
    files
}

#[test]
fn the_crate_of_the_readme_is_built_and_tested() {
    let printed =
        SOURCES.cargo(&["test", "--package", "my-format", "--package", "program", "--lib"]);
    assert!(printed.contains("test result: ok. 1 passed"), "{printed}");
}
