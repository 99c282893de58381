//! Locks: a file next to a schema that records the wire shapes of released versions, and the comparison of a schema with it.
//!
//! A shape is what the plan contains for an item at some versions, without names. Anything that no byte depends on can therefore
//! change. This module reads the plan and the texts of the schema. It reads and writes no file.

mod compare;
mod shapes;
mod text;

pub use compare::{Comparison, compare};
pub use shapes::shapes;
pub use text::{Axis, Lock, REQUIREMENT, RULE, Shape};

use crate::diagnostics::Diagnostic;
use crate::syntax::{FileId, SourceMap};
use std::path::{Path, PathBuf};

/// The name of the lock of a folder of YAML files.
const NAME: &str = "wire.lock";

/// The path of the lock of a schema: in its folder, or beside its file.
#[must_use]
pub fn path(schema: &Path) -> PathBuf {
    if schema.is_dir() { schema.join(NAME) } else { schema.with_extension("lock") }
}

/// Reads a lock, and keeps its text in `sources`.
///
/// # Errors
/// The first line that is not a line of a lock.
pub fn open(
    path: &Path,
    text: &str,
    sources: &mut SourceMap,
) -> Result<(FileId, Lock), Box<Diagnostic>> {
    let file = sources.add(path, text);
    match Lock::read(text) {
        Ok(lock) => Ok((file, lock)),
        Err((line, why)) => {
            let bytes = sources.line(file, line).unwrap_or_default();
            let found = Diagnostic::new(RULE, "this is not a lock".to_owned());
            let found = found.at(sources.span(file, bytes), why);
            Err(Box::new(found.help("`bytespec lock` writes such files")))
        }
    }
}
