//! Adding a version and an operation is an edit of the schema: in a copy of the sources, of which only
//! YAML changes, a program uses the new operation.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The content of files by their paths.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// What a crate that uses the format is made of.
const FOLDERS: [&str; 4] = ["codegen", "derive", "runtime", "schema"];

/// The last version of the schema, and the same with a newer one after it.
const LAST_VERSION: &str = "- {version: \"13.5\",";
const NEW_VERSION: &str = "    - {version: \"13.6\", summary: Mixing of tiles}\n";

const PROGRAM_MANIFEST: &str = "\
[package]
name = \"program\"
version = \"0.0.0\"
edition = \"2024\"

[[bin]]
name = \"program\"
path = \"main.rs\"

[dependencies]
bytespec = { path = \"../runtime\" }
";

fn read(path: &Path) -> String {
    match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// Adds the files under a folder, named by their paths from the root.
fn collect(root: &Path, folder: &Path, files: &mut Files) {
    for path in fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
        let name = folder.join(path.file_name());
        if path.path().is_dir() {
            collect(root, &name, files);
        } else if let Ok(content) = fs::read(path.path()) {
            files.insert(name, content);
        }
    }
}

/// Makes the folders hold these files and no others. What is the same already is not touched, so that
/// cargo does not build it again.
fn place(copy: &Path, files: &Files) {
    let mut old = Files::new();
    for folder in FOLDERS {
        collect(copy, Path::new(folder), &mut old);
    }
    for name in old.keys().filter(|name| !files.contains_key(*name)) {
        let _ = fs::remove_file(copy.join(name));
    }
    for (name, content) in files.iter().filter(|(name, content)| old.get(*name) != Some(content)) {
        let path = copy.join(name);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = folder.and_then(|()| fs::write(&path, content)) {
            panic!("{}: {error}", path.display());
        }
    }
}

/// The schema's new text, with the version added at the end of the list.
fn with_new_version(text: &str) -> String {
    let mut edited = String::new();
    for line in text.lines() {
        edited.push_str(line);
        edited.push('\n');
        if line.trim_start().starts_with(LAST_VERSION) {
            edited.push_str(NEW_VERSION);
        }
    }
    edited
}

/// The workspace's manifest with other members.
fn with_members(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("default-members"));
    let lines = lines.map(|line| match line.starts_with("members = ") {
        true => "members = [\"codegen\", \"derive\", \"runtime\", \"program\"]",
        false => line,
    });
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_new_operation_is_an_edit_of_the_schema() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = tests.parent().unwrap_or(tests);
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evolve");
    let mut files = Files::new();
    for folder in FOLDERS {
        collect(root, Path::new(folder), &mut files);
    }
    let format = Path::new("schema/tile_ir/format.yaml");
    let edited = with_new_version(&read(&root.join(format)));
    assert_eq!(edited.matches(NEW_VERSION).count(), 1, "the list of versions was not found");
    files.insert(format.into(), edited.into());
    files.insert("schema/tile_ir/ops/blend.yaml".into(), include_bytes!("blend.yaml").into());
    files.insert("Cargo.toml".into(), with_members(&read(&root.join("Cargo.toml"))).into());
    files.insert("Cargo.lock".into(), read(&root.join("Cargo.lock")).into());
    files.insert("program/Cargo.toml".into(), PROGRAM_MANIFEST.into());
    files.insert("program/main.rs".into(), include_bytes!("program/main.rs").into());
    place(&copy, &files);

    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet", "--package", "program"])
        .current_dir(&copy)
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) => panic!("cargo does not start: {error}"),
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(printed.ends_with("ok\n"), "{printed}\n{errors}");
    expect_test::expect![[r#"
        functions[0].body.ops[1] blend: `blend` needs version 13.6 or later, but the version is 13.5
        at byte 26 (0x1a), functions[0].body.ops[0]: `blend` needs version 13.6 or later, but the version is 13.5
        functions[0].body.ops[1] blend: `blend` needs version 13.6 or later, but the version is 13.5
        at byte 26 (0x1a), functions[0].body.ops[0]: `blend` needs version 13.6 or later, but the version is 13.5
        ok
    "#]].assert_eq(&printed);
}
