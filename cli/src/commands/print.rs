//! `print`: a file as text that other tools read.

use crate::args::PrintArgs;
use crate::failure::Result;
use crate::formats::{self, Format, Input};
use crate::{files, output};
use std::io::Write;
use std::path::Path;

/// Prints the file.
pub(crate) fn run(args: &PrintArgs) -> Result {
    let input = Input::read(&args.file, args.format, &args.release)?;
    print(args, &input)
}

/// Prints bytecode of a format.
pub(super) fn print(args: &PrintArgs, input: &Input) -> Result {
    let bytes = &input.bytes;
    // What is said of the file comes before the text, and not in the middle of it.
    if args.warn {
        input.format.refuse("--warn", input.format == Format::Mlir)?;
        formats::tile_ir::warn(&args.file, bytes)?;
    }
    let print = |out: &mut dyn Write| match input.format {
        Format::Mlir => formats::mlir::text(args, bytes, out),
        Format::TileIr => formats::tile_ir::text(args, bytes, out),
    };
    if args.output == Path::new("-") {
        return output::written(print);
    }
    files::write_by(&args.output, print).map(|_| ())
}
