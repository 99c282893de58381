//! The target of parsing text: bytecode of a version.

use crate::failure::Failure;
use crate::report::print_error;
use bytespec::text::ParseErrors;

/// The options for the result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Target<'a> {
    /// The version to write; by default the newest one.
    pub(crate) version: Option<&'a str>,
    /// Releases as the command line names them: those of files that are read.
    pub(crate) releases: &'a [String],
    /// The release that the file is for, if it is another one.
    pub(crate) to_release: Option<&'a str>,
    /// Whether content that the version cannot represent is dropped.
    pub(crate) lossy: bool,
}

/// Reports the faults of a text.
pub(super) fn refused(name: &str, errors: &ParseErrors) -> Failure {
    for error in errors {
        print_error(&format!("{name}:{error}"));
    }
    Failure::Reported
}
