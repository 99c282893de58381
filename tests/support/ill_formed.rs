//! Texts with one fault each.

use std::path::{Path, PathBuf};

/// A text that is not right.
#[derive(Clone, Debug)]
pub struct IllFormed {
    /// What is wrong, as the name of the file says.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The text.
    pub text: String,
}

/// All of them in MLIR's generic form, in the order of their names.
///
/// # Panics
/// Files that cannot be read.
#[must_use]
pub fn ill_formed_mlir() -> Vec<IllFormed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/ill_formed_mlir");
    let Ok(entries) = std::fs::read_dir(&folder) else { panic!("there is no {folder:?}") };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "mlir")).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let Ok(text) = std::fs::read_to_string(&path) else { panic!("{path:?} is not read") };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        IllFormed { name, path, text }
    };
    paths.into_iter().map(read).collect()
}
