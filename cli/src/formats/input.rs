//! The content of an input file: bytecode, or text that is parsed into bytecode.

use super::converted::Converted;
use super::format::Format;
use super::registry::{detect, text_format};
use super::target::{Target, refused};
use crate::failure::{Failure, Result, display};
use crate::files;
use crate::mapped::Bytes;
use bytespec::text::ParseErrors;
use bytespec::{Error, ErrorKind};
use std::path::Path;

/// A file of a format as bytecode.
pub(crate) struct Input {
    /// The format.
    pub(crate) format: Format,
    /// The bytes of the file, or the bytecode for its text.
    pub(crate) bytes: Bytes,
}

impl Input {
    /// Reads a file. Text is parsed into bytecode of the newest version, and of the release of LLVM in `releases`. `wanted` is
    /// the format that the command line names.
    pub(crate) fn read(name: &Path, wanted: Option<Format>, releases: &[String]) -> Result<Input> {
        Input::of(name, files::read(name)?, wanted, releases)
    }

    /// The input from the content of a file with this name.
    pub(crate) fn of(
        name: &Path,
        bytes: Bytes,
        wanted: Option<Format>,
        releases: &[String],
    ) -> Result<Input> {
        let Some(format) = text_format(&bytes, wanted) else {
            let format = detect(name, &bytes)?;
            if let Some(wanted) = wanted.filter(|wanted| *wanted != format) {
                let (title, wanted) = (format.title(), wanted.title());
                let why = format_args!("this is {title}, and --format says {wanted}");
                return Err(Failure::input(name, why));
            }
            return Ok(Input { format, bytes });
        };
        let target = Target { releases, ..Target::default() };
        let made = parse(name, &bytes, format, &target)?;
        Ok(Input { format, bytes: made.content.into_bytes(name)?.into() })
    }
}

/// Parses text of a format into bytecode.
pub(crate) fn parse(
    name: &Path,
    text: &[u8],
    format: Format,
    target: &Target<'_>,
) -> Result<Converted<'static>> {
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(error) => {
            let error = Error::at(error.valid_up_to(), ErrorKind::Utf8);
            let shown = String::from_utf8_lossy(text);
            let name = display(name);
            return Err(refused(&name, &ParseErrors::new(&name, &shown, &[error])));
        }
    };
    // The name that the tools give it.
    let title = match name == Path::new("-") {
        true => "<stdin>".to_owned(),
        false => name.display().to_string(),
    };
    format.parse(name, title, text, target)
}
