//! Reads complete files, and writes files completely or not at all.

use crate::failure::{Failure, Result};
use crate::mapped::Bytes;
use crate::output;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Reads or maps a file; `-` is the standard input.
pub(crate) fn read(name: &Path) -> Result<Bytes> {
    let is_input = name == Path::new("-");
    let read = if is_input { output::input().map(Bytes::from) } else { Bytes::of(name) };
    read.map_err(|error| Failure::io(name, &error))
}

/// Writes a file into an existing folder. A reader sees either the old or the new content, and a replaced file keeps its mode.
pub(crate) fn write(name: &Path, bytes: &[u8]) -> Result {
    let written =
        write_by(name, |out| out.write_all(bytes).map_err(|error| Failure::io(name, &error)));
    written.map(|_| ())
}

/// The same for content that is written in pieces. Returns the size in bytes. On a failure nothing is replaced.
pub(crate) fn write_by(name: &Path, write: impl FnOnce(&mut dyn Write) -> Result) -> Result<u64> {
    let folder = folder(name);
    if !folder.is_dir() {
        let missing = format!("there is no folder `{}` to write it to", folder.display());
        return Err(Failure::Io(format!("{}: {missing}", name.display())));
    }
    let failed = |error: io::Error| Failure::io(name, &error);
    let place = Place::of(name).map_err(failed)?;
    let mut counted = Counted { place, size: 0 };
    write(&mut counted)?;
    counted.place.keep().map_err(failed)?;
    Ok(counted.size)
}

/// Writes a file, and creates its folders.
pub(crate) fn write_with_folders(name: &Path, bytes: &[u8]) -> Result {
    std::fs::create_dir_all(folder(name)).map_err(|error| Failure::io(name, &error))?;
    write(name, bytes)
}

/// The folder of a file.
fn folder(name: &Path) -> &Path {
    match name.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The target of writing a file.
enum Place {
    /// A device or a pipe, which is not replaced.
    Itself(File),
    /// A temporary file that replaces `target` when it is complete, with these permissions.
    Beside { file: NamedTempFile, target: PathBuf, permissions: Option<Permissions> },
}

impl Place {
    fn of(name: &Path) -> io::Result<Self> {
        let mut target = PathBuf::from(name);
        let mut permissions = None;
        if let Ok(found) = std::fs::metadata(name) {
            if !found.is_file() {
                return Ok(Place::Itself(
                    OpenOptions::new().write(true).truncate(true).open(name)?,
                ));
            }
            // A link stays a link.
            target = std::fs::canonicalize(name)?;
            permissions = Some(found.permissions());
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".bytespec-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // What an ordinary new file gets; the user's mask applies.
            builder.permissions(Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder(&target))?;
        Ok(Place::Beside { file, target, permissions })
    }

    fn keep(self) -> io::Result<()> {
        let Place::Beside { file, target, permissions } = self else { return Ok(()) };
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        file.persist(&target).map_err(|error| error.error)?;
        Ok(())
    }
}

struct Counted {
    place: Place,
    size: u64,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.place {
            Place::Itself(file) => file.write(bytes),
            Place::Beside { file, .. } => file.write(bytes),
        }?;
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
