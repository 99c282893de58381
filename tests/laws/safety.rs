//! There is no `unsafe` code, except where the command maps a file into memory.

use crate::sources::{packages, read, root, rust_files, short};
use proc_macro2::{TokenStream, TokenTree};

#[test]
fn every_package_has_the_lints_of_the_workspace() {
    let workspace = read(&root().join("Cargo.toml"));
    assert!(workspace.contains("unsafe_code = \"forbid\""));
    for package in packages() {
        let manifest = read(&package.join("Cargo.toml"));
        if package == mapping() {
            // The same, but one file can allow it.
            let own = manifest.split_once("[lints.rust]").map_or("", |(_, rest)| rest);
            let lints = workspace.split_once("[workspace.lints.rust]").map_or("", |(_, rest)| rest);
            let lints = lints.split("[profile").next().unwrap_or_default().trim();
            let same = lints.replace("\"forbid\"", "\"deny\"").replace("[workspace.", "[");
            assert_eq!(own.trim(), same);
            continue;
        }
        let lints = manifest.split_once("[lints]").map(|(_, rest)| rest.trim_start());
        let inherits = lints.is_some_and(|lints| lints.starts_with("workspace = true"));
        assert!(inherits, "{} does not inherit the lints", short(&package));
    }
}

#[test]
fn no_code_is_unsafe() {
    fn find(tokens: TokenStream, found: &mut bool) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => *found |= ident == "unsafe",
                TokenTree::Group(group) => find(group.stream(), found),
                _ => {}
            }
        }
    }
    let mut files = 0;
    for path in packages().iter().flat_map(|package| rust_files(package)) {
        let tokens: TokenStream = match read(&path).parse() {
            Ok(tokens) => tokens,
            // Tests of the compiler's messages can contain text that is not Rust.
            Err(_) if path.components().any(|part| part.as_os_str() == "tests") => continue,
            Err(error) => panic!("{}: {error}", short(&path)),
        };
        let mut found = false;
        find(tokens, &mut found);
        let is_mapped = path == mapping().join("src/mapped.rs");
        assert!(!found || is_mapped, "{} says unsafe", short(&path));
        files += 1;
    }
    assert!(files > 80, "only {files} files were looked at");
}

/// The package that can map files.
fn mapping() -> std::path::PathBuf {
    root().join("cli")
}
