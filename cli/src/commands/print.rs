//! `print`: prints a file in the text form of other tools.

use crate::args::PrintArgs;
use crate::failure::{Result, display};
use crate::formats::Input;
use crate::report::note;
use crate::{files, output};
use std::path::Path;

/// Prints the file.
pub(crate) fn run(args: &PrintArgs) -> Result {
    let input = Input::read(&args.file, args.format, &args.release)?;
    print(args, &input)
}

/// Prints bytecode of a format.
pub(super) fn print(args: &PrintArgs, input: &Input) -> Result {
    let printer = input.format.printer(args, &input.bytes)?;
    let mut notes = Vec::new();
    let print = |out: &mut dyn std::io::Write| {
        notes = printer(out)?;
        Ok(())
    };
    if args.output == Path::new("-") {
        output::written(print)?;
    } else {
        files::write_by(&args.output, print)?;
    }
    for text in notes {
        note(&format!("{}: {text}", display(&args.file)));
    }
    Ok(())
}
