//! `print`: a file as text that other tools read.

use crate::args::PrintArgs;
use crate::failure::{Result, display};
use crate::formats::{self, Format, Input};
use crate::report::note;
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
    match input.format {
        Format::Mlir => {
            input.format.refuse("--warn", args.warn)?;
            let mut notes = Vec::new();
            put(args, |out| {
                notes = formats::mlir::text(args, bytes, out)?;
                Ok(())
            })?;
            for text in notes {
                note(&format!("{}: {text}", display(&args.file)));
            }
            Ok(())
        }
        Format::TileIr => {
            // What is said of the file comes before the text, and not in the middle of it.
            let module = formats::tile_ir::printable(args, bytes)?;
            put(args, |out| formats::tile_ir::text(args, &module, out))
        }
    }
}

fn put(args: &PrintArgs, print: impl FnOnce(&mut dyn Write) -> Result) -> Result {
    if args.output == Path::new("-") {
        return output::written(print);
    }
    files::write_by(&args.output, print).map(|_| ())
}
