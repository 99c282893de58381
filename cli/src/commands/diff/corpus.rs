//! Finds the files of a folder that a change affects.

use crate::failure::{Failure, Result};
use crate::files;
use crate::output;
use bytespec::plan::File;
use bytespec::plan::compatible::{FileOutcome, Files};
use bytespec::plan::data::Plan;
use std::path::{Path, PathBuf};

/// A file that the new schema refuses, or reads as another value.
#[derive(Debug)]
pub(super) struct Concerned {
    /// The path in the folder.
    pub(super) name: String,
    pub(super) reading: FileOutcome,
}

/// The result for a folder.
#[derive(Debug)]
pub(super) struct Corpus {
    pub(super) folder: String,
    /// The number of files of the format.
    pub(super) files: usize,
    /// The number of these files that the old schema does not read either.
    pub(super) unread: usize,
    pub(super) concerned: Vec<Concerned>,
}

/// Reads all files of the format in a folder with both schemas.
pub(super) fn read(folder: &Path, old: &Plan, new: &Plan) -> Result<Corpus> {
    let mut corpus =
        Corpus { folder: folder.display().to_string(), files: 0, unread: 0, concerned: Vec::new() };
    let names = list(folder)?;
    let bar = output::progress(names.len());
    let both = Files::new(old, new);
    for name in names {
        bar.set_message(name.display().to_string());
        bar.inc(1);
        let bytes = files::read(&name)?;
        if !File::is_magic(old, &bytes) {
            continue;
        }
        corpus.files += 1;
        let reading = both.read(&bytes).map_err(|error| Failure::Input(error.to_string()))?;
        match reading {
            FileOutcome::Same => {}
            FileOutcome::Unread(_) => corpus.unread += 1,
            reading => {
                let name = name.strip_prefix(folder).unwrap_or(&name);
                let name = name.display().to_string().replace('\\', "/");
                corpus.concerned.push(Concerned { name, reading });
            }
        }
    }
    bar.finish_and_clear();
    if corpus.files == 0 {
        let why = "no file of this folder begins like a file of the old schema";
        return Err(Failure::input(folder, why));
    }
    Ok(corpus)
}

/// The files under a folder, in the order of their paths.
fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |error| Failure::io(&folder, &error);
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            // Links to folders are not followed: they could form a cycle.
            if kind.is_dir() {
                folders.push(entry.path());
            } else if entry.path().is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}
