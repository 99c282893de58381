//! `dump`: lists the whole content of a file.

use crate::failure::Result;
use crate::formats::{Format, Input};
use std::path::Path;

/// Lists the file.
pub(crate) fn run(file: &Path, wanted: Option<Format>, debug: bool, release: &[String]) -> Result {
    let Input { format, bytes } = Input::read(file, wanted, release)?;
    format.dump(file, &bytes, debug, release)
}
