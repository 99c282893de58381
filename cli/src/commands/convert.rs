//! `convert`: converts a file to another version.

use super::print;
use crate::args::{ConvertArgs, Emit, Numbering, PrintArgs};
use crate::failure::{Result, display};
use crate::formats::{self, Converted, Encoding, Format, Input, Target};
use crate::report::note;
use crate::{files, output};
use std::io::Write;
use std::path::Path;

/// Converts the file.
pub(crate) fn run(args: &ConvertArgs) -> Result {
    let ConvertArgs { file, to, canonical, dialect, lossy, release, format, .. } = args;
    let bytes = files::read(file)?;
    let (to, lossy) = (to.as_deref(), *lossy);
    let is_plain = dialect.is_empty() && !matches!(canonical, Numbering::Python);
    let text = formats::text_format(&bytes, *format);
    if let Some(format) = text.filter(|format| is_plain && format.converts_text()) {
        let target = Target { version: to, releases: release, lossy, ..Target::default() };
        let made = formats::parse(file, &bytes, format, &target)?;
        return write(made, format, args);
    }
    let Input { format, bytes } = Input::of(file, bytes, *format, release)?;
    let how = Encoding {
        to,
        numbering: *canonical,
        releases: release,
        dialects: dialect,
        lossy,
        entries: false,
    };
    write(format.encode(file, &bytes, &how)?, format, args)
}

/// Writes the result, as bytecode or as text.
fn write(converted: Converted<'_>, format: Format, args: &ConvertArgs) -> Result {
    let ConvertArgs { file, output: out, emit, .. } = args;
    for text in &converted.notes {
        note(&format!("{}: {text}", display(file)));
    }
    if *emit == Emit::Text {
        let how = PrintArgs::whole(file, out);
        let bytes = converted.content.into_bytes(file)?.into();
        return print::print(&how, &Input { format, bytes });
    }
    deliver(&converted, file, out)
}

/// Writes the result for the file `from` to the file `to`, and prints a message. For `-`, writes to the standard output.
pub(super) fn deliver(made: &Converted<'_>, from: &Path, to: &Path) -> Result {
    let write = |out: &mut dyn Write| made.content.write_to(from, to, out);
    if to == Path::new("-") {
        return output::written(write);
    }
    let size = files::write_by(to, write)?;
    output::line(format_args!("{}: {size} bytes, version {}", to.display(), made.version))
}
