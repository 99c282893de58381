//! `info`: prints a summary of a file.

use crate::failure::Result;
use crate::formats::{Format, InfoOptions, Input};
use std::path::Path;

/// Prints the summary of a file.
pub(crate) fn run(file: &Path, wanted: Option<Format>, options: &InfoOptions<'_>) -> Result {
    let Input { format, bytes } = Input::read(file, wanted, options.releases)?;
    format.info(file, &bytes, options)
}
