//! `explain`: explains every byte of a file.

use crate::args::ExplainArgs;
use crate::failure::Result;
use crate::files;
use crate::formats::interpreted::{Reader, Schema};
use crate::formats::{self, Input};

/// Explains a file.
pub(super) fn run(args: &ExplainArgs) -> Result {
    if let Some(folder) = &args.schema {
        let schema = Schema::read(folder, &args.release)?;
        let reader = schema.reader()?;
        return formats::explain::explain(
            &reader,
            (&args.file, None),
            &files::read(&args.file)?,
            args,
        );
    }
    let Input { format, bytes } = Input::read(&args.file, args.format, &args.release)?;
    format.check_releases(&args.release)?;
    let reader = Reader::shipped(format, &args.release)?;
    formats::explain::explain(&reader, (&args.file, Some(format)), &bytes, args)
}
