//! `convert`: a file in another version.

use super::print;
use crate::args::{ConvertArgs, Emit, Numbering, PrintArgs};
use crate::failure::{Result, display};
use crate::formats::mlir::Encoding;
use crate::formats::{self, Converted, Format, Input};
use crate::report::note;
use crate::{files, output};
use std::io::Write;
use std::path::Path;

/// Converts the file.
pub(crate) fn run(args: &ConvertArgs) -> Result {
    let ConvertArgs { file, output: out, to, canonical, dialect, lossy, release, format, emit } =
        args;
    let Input { format, bytes } = Input::read(file, *format, release)?;
    let to = to.as_deref();
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
