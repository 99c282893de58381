//! `convert`: a file in another version.

use crate::args::Numbering;
use crate::failure::{Result, display, note};
use crate::formats::{self, Format};
use crate::{files, output};
use std::path::Path;

/// Converts the file.
pub(crate) fn run(file: &Path, out: &Path, to: Option<&str>, numbering: Numbering) -> Result {
    let bytes = files::read(file)?;
    let converted = match formats::detect(file, &bytes)? {
        Format::TileIr => formats::tile_ir::encode(file, &bytes, to, numbering)?,
    };
    for text in &converted.notes {
        note(&format!("{}: {text}", display(file)));
    }
    if out == Path::new("-") {
        return output::bytes(&converted.bytes);
    }
    files::write(out, &converted.bytes)?;
    output::line(format_args!(
        "{}: {} bytes, version {}",
        out.display(),
        converted.bytes.len(),
        converted.version
    ))
}
