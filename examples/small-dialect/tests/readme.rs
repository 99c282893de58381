//! The README shows what the program prints.

use std::process::Command;

#[test]
fn the_readme_has_the_printed_output() {
    let output = Command::new(env!("CARGO_BIN_EXE_small-dialect")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8_lossy(&output.stdout);
    let readme = include_str!("../README.md");
    assert!(readme.contains(&*printed), "{printed}");
}

/// Each block of Rust in the README stands in the dialect as it is.
#[test]
fn the_readme_shows_the_dialect() {
    let sources = [include_str!("../src/lib.rs"), include_str!("../src/main.rs")].concat();
    let mut blocks = 0;
    for part in include_str!("../README.md").split("```rust\n").skip(1) {
        let block = part.split("```").next().unwrap_or_default();
        assert!(sources.contains(block), "{block}");
        blocks += 1;
    }
    assert!(blocks > 2, "{blocks} blocks");
}
