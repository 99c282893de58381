//! What text becomes: bytecode of a version, or what is said against it.

use crate::failure::Failure;
use crate::report::say;
use bytespec::mlir::Release;
use bytespec::text::ParseErrors;

/// What is made of text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Target<'a> {
    /// The version to write, the newest one when left out.
    pub(crate) version: Option<&'a str>,
    /// The release of LLVM that a file of MLIR is for.
    pub(crate) release: Option<Release>,
    /// What the version cannot carry is dropped.
    pub(crate) lossy: bool,
}

/// Says what is wrong in a text.
pub(super) fn refused(name: &str, errors: &ParseErrors) -> Failure {
    for error in errors {
        say(&format!("{name}:{error}"));
    }
    Failure::Reported
}
