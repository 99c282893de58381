//! `dump`: everything that is in a file, readably.

use crate::failure::Result;
use crate::files;
use crate::formats::{self, Format};
use std::path::Path;

/// Lists the file.
pub(crate) fn run(file: &Path, debug: bool) -> Result {
    let bytes = files::read(file)?;
    match formats::detect(file, &bytes)? {
        Format::TileIr => formats::tile_ir::dump(file, &bytes, debug),
    }
}
