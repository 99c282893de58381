//! `dump`: everything that is in a file, readably.

use crate::failure::Result;
use crate::files;
use crate::formats::{self, Format};
use std::path::Path;

/// Lists the file.
pub(crate) fn run(file: &Path, debug: bool, release: &[String]) -> Result {
    let bytes = files::read(file)?;
    let format = formats::detect(file, &bytes)?;
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
