//! `parse`: text that other tools read, as a file.

use crate::args::ParseArgs;
use crate::failure::{Failure, Result, display};
use crate::formats::{self, Target};
use crate::report::note;
use crate::{files, output};
use std::path::Path;

/// Reads the text and writes the file.
pub(crate) fn run(args: &ParseArgs) -> Result {
    let text = files::read(&args.file)?;
    let Some(format) = formats::text_format(&text, args.format) else {
        let why = "this is no text of a known format; `--format` says which one it is of";
        return Err(Failure::input(&args.file, why));
    };
    let release = args.to_release.as_deref();
    let release = release.map(|name| formats::mlir::llvm("--to-release", name)).transpose()?;
    let target = Target { version: args.to.as_deref(), release, lossy: args.lossy };
    let made = formats::parse(&args.file, &text, format, &target)?;
    for text in &made.notes {
        note(&format!("{}: {text}", display(&args.file)));
    }
    if args.output == Path::new("-") {
        return output::written(|to| made.content.write_to(&args.file, &args.output, to));
    }
    let size =
        files::write_by(&args.output, |to| made.content.write_to(&args.file, &args.output, to))?;
    let version = made.version;
    output::line(format_args!("{}: {size} bytes, version {version}", args.output.display()))
}
