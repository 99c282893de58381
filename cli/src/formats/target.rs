//! What text becomes: bytecode of a version, or what is said against it.

use crate::failure::Failure;
use crate::report::say;
use bytespec::text::ParseErrors;

/// What is made of text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Target<'a> {
    /// The version to write, the newest one when left out.
    pub(crate) version: Option<&'a str>,
    /// Releases that the command line names, as it names them: those of files that are read.
    pub(crate) releases: &'a [String],
    /// The release that the file is for, where that is another one.
    pub(crate) to_release: Option<&'a str>,
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
