//! The files of the workspace.

use std::path::{Path, PathBuf};

/// The workspace.
pub(crate) fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}

/// Folders of the workspace's packages, by its manifest.
pub(crate) fn packages() -> Vec<PathBuf> {
    let root = root();
    let manifest = read(&root.join("Cargo.toml"));
    let members = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let Some((members, _)) = members else { panic!("the workspace has no members") };
    let names = members.split(',').map(|name| name.trim().trim_matches('"'));
    names.filter(|name| !name.is_empty()).map(|name| root.join(name)).collect()
}

/// The sources of the library: the facade, the core and the formats.
pub(crate) const LIBRARY: [&str; 4] =
    ["runtime/src", "runtime/core/src", "runtime/mlir/src", "runtime/tile_ir/src"];

/// The files under a folder that end in `.rs`, in order.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> String {
    match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// A path as it is written in messages.
pub(crate) fn short(path: &Path) -> String {
    let root = root();
    path.strip_prefix(&root).unwrap_or(path).display().to_string()
}
