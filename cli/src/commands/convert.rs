//! `convert`: a file in another version.

use super::print;
use crate::args::{ConvertArgs, Emit, Numbering, PrintArgs};
use crate::failure::{Result, display};
use crate::formats::mlir::Encoding;
use crate::formats::{self, Converted, Format, Input, Target};
use crate::report::note;
use crate::{files, output};
use std::io::Write;
use std::path::Path;

/// Converts the file.
pub(crate) fn run(args: &ConvertArgs) -> Result {
    let ConvertArgs { file, to, canonical, dialect, lossy, release, format, .. } = args;
    let bytes = files::read(file)?;
    let to = to.as_deref();
    let text = formats::text_format(&bytes, *format).filter(|format| *format == Format::Mlir);
    let is_plain = dialect.is_empty() && !matches!(canonical, Numbering::Python);
    if text.is_some() && is_plain {
        let release = formats::mlir::options(release)?.release;
        let target = Target { version: to, release, lossy: *lossy };
        let made = formats::parse(file, &bytes, Format::Mlir, &target)?;
        return write(made, Format::Mlir, args);
    }
    let Input { format, bytes } = Input::of(file, bytes, *format, release)?;
    let converted = match format {
        Format::Mlir => {
            let options = formats::mlir::options(release)?;
            let dialects = dialect.iter().map(|text| formats::mlir::target(text));
            let dialects = dialects.collect::<Result<Vec<_>>>()?;
            let numbering = if dialects.is_empty() { *canonical } else { Numbering::Cxx };
            let lossy = *lossy;
            let how = Encoding { options, to, dialects, numbering, lossy, entries: false };
            formats::mlir::encode(file, &bytes, &how)?
        }
        Format::TileIr => {
            format.refuse("--lossy", *lossy)?;
            format.refuse("--dialect", !dialect.is_empty())?;
            format.refuse("--release", !release.is_empty())?;
            formats::tile_ir::encode(file, &bytes, to, *canonical)?
        }
    };
    write(converted, format, args)
}

/// Writes what was made, as bytecode or as text.
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

/// Writes what was made of the file `from` to the file `to`, and says so; to the standard output, where that is `-`.
pub(super) fn deliver(made: &Converted<'_>, from: &Path, to: &Path) -> Result {
    let write = |out: &mut dyn Write| made.content.write_to(from, to, out);
    if to == Path::new("-") {
        return output::written(write);
    }
    let size = files::write_by(to, write)?;
    output::line(format_args!("{}: {size} bytes, version {}", to.display(), made.version))
}
