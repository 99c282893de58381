//! `parse`: converts the text form into a file.

use super::convert::deliver;
use crate::args::ParseArgs;
use crate::failure::{Failure, Result, display};
use crate::files;
use crate::formats::{self, Target};
use crate::report::note;

/// Reads the text and writes the file.
pub(crate) fn run(args: &ParseArgs) -> Result {
    let text = files::read(&args.file)?;
    let Some(format) = formats::text_format(&text, args.format) else {
        let why = "this is not text of a known format; state the format with `--format`";
        return Err(Failure::input(&args.file, why));
    };
    let target = Target {
        version: args.to.as_deref(),
        releases: &[],
        to_release: args.to_release.as_deref(),
        lossy: args.lossy,
    };
    let made = formats::parse(&args.file, &text, format, &target)?;
    for text in &made.notes {
        note(&format!("{}: {text}", display(&args.file)));
    }
    deliver(&made, &args.file, &args.output)
}
