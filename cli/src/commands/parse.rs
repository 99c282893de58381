//! `parse`: text that other tools read, as a file.

use crate::args::ParseArgs;
use crate::failure::Result;
use crate::formats;
use crate::report::note;
use crate::{files, output};
use std::path::Path;

/// Reads the text and writes the file.
pub(crate) fn run(args: &ParseArgs) -> Result {
    let text = files::read(&args.file)?;
    let made = match formats::tile_ir::is_text(&text) {
        true => formats::tile_ir::parse(args, &text)?,
        false => formats::mlir::parse(args, &text)?,
    };
    for text in &made.notes {
        note(&format!("{}: {text}", crate::failure::display(&args.file)));
    }
    if args.output == Path::new("-") {
        return output::bytes(&made.bytes);
    }
    files::write(&args.output, &made.bytes)?;
    output::line(format_args!(
        "{}: {} bytes, version {}",
        args.output.display(),
        made.bytes.len(),
        made.version
    ))
}
