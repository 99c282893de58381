//! `dump`: everything that is in a file, readably.

use crate::failure::Result;
use crate::formats::{self, Format, Input};
use std::path::Path;

/// Lists the file.
pub(crate) fn run(file: &Path, wanted: Option<Format>, debug: bool, release: &[String]) -> Result {
    let Input { format, bytes } = Input::read(file, wanted, release)?;
    match format {
        Format::Mlir => {
            let options = formats::mlir::options(release)?;
            formats::mlir::dump(file, &bytes, debug, &options)
        }
        Format::TileIr => {
            format.refuse("--release", !release.is_empty())?;
            formats::tile_ir::dump(file, &bytes, debug)
        }
    }
}
