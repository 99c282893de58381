//! Reading files whole, and writing them whole or not at all.

use crate::failure::{Failure, Result};
use crate::mapped::Bytes;
use crate::output;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reads a file, or maps it; `-` is the standard input.
pub(crate) fn read(name: &Path) -> Result<Bytes> {
    let is_input = name == Path::new("-");
    let read = if is_input { output::input().map(Bytes::from) } else { Bytes::of(name) };
    read.map_err(|error| Failure::io(name, &error))
}

/// Writes a file into a folder that exists. A reader sees the old content or the new one, and a file
/// that is replaced keeps its mode.
pub(crate) fn write(name: &Path, bytes: &[u8]) -> Result {
    let folder = folder(name);
    if !folder.is_dir() {
        let missing = format!("there is no folder `{}` to write it to", folder.display());
        return Err(Failure::Io(format!("{}: {missing}", name.display())));
    }
    try_write(name, bytes).map_err(|error| Failure::io(name, &error))
}

/// Writes a file and the folders that lead to it.
pub(crate) fn write_with_folders(name: &Path, bytes: &[u8]) -> Result {
    std::fs::create_dir_all(folder(name)).map_err(|error| Failure::io(name, &error))?;
    write(name, bytes)
}

/// The folder that a file is in.
fn folder(name: &Path) -> &Path {
    match name.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn try_write(name: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut target = PathBuf::from(name);
    let mut replaced = None;
    if let Ok(found) = std::fs::metadata(name) {
        if !found.is_file() {
            // A device or a pipe is written to, not replaced.
            return std::fs::write(name, bytes);
        }
        // A link stays a link.
        target = std::fs::canonicalize(name)?;
        replaced = Some(found.permissions());
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bytespec-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What an ordinary new file gets; the user's mask applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder(&target))?;
    file.write_all(bytes)?;
    if let Some(permissions) = replaced {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}
