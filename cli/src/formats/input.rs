//! What stands in a file: bytecode, or text that is read as such.

use super::target::{Target, refused};
use super::{Format, mlir, tile_ir};
use crate::failure::{Failure, Result, display};
use crate::files;
use crate::mapped::Bytes;
use bytespec::text::{Kind, ParseErrors, Scanner};
use bytespec::{Error, ErrorKind};
use std::path::Path;

/// A file of a format as bytecode.
pub(crate) struct Input {
    /// The format.
    pub(crate) format: Format,
    /// What the file has; made of it, where that is text.
    pub(crate) bytes: Bytes,
}

impl Input {
    /// Reads a file. Text becomes bytecode of the newest version, and of the release of LLVM among those that the command line
    /// names; `wanted` is the format that it names.
    pub(crate) fn read(name: &Path, wanted: Option<Format>, releases: &[String]) -> Result<Input> {
        Input::of(name, files::read(name)?, wanted, releases)
    }

    /// The content of a file with this name.
    pub(crate) fn of(
        name: &Path,
        bytes: Bytes,
        wanted: Option<Format>,
        releases: &[String],
    ) -> Result<Input> {
        let Some(format) = text_format(&bytes, wanted) else {
            let format = super::detect(name, &bytes)?;
            if let Some(wanted) = wanted.filter(|wanted| *wanted != format) {
                let (title, wanted) = (format.title(), wanted.title());
                let why = format_args!("this is {title}, and --format says {wanted}");
                return Err(Failure::input(name, why));
            }
            return Ok(Input { format, bytes });
        };
        let release = match format {
            Format::Mlir => mlir::options(releases)?.release,
            Format::TileIr => None,
        };
        let target = Target { release, ..Target::default() };
        let made = parse(name, &bytes, format, &target)?;
        Ok(Input { format, bytes: made.content.into_bytes(name)?.into() })
    }
}

/// Text of a format as bytecode.
pub(crate) fn parse(
    name: &Path,
    text: &[u8],
    format: Format,
    target: &Target<'_>,
) -> Result<super::Converted<'static>> {
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
    match format {
        Format::Mlir => mlir::parse(title, text, target),
        Format::TileIr => {
            format.refuse("--to-release", target.release.is_some())?;
            format.refuse("--lossy", target.lossy)?;
            tile_ir::parse(name, title, text, target.version)
        }
    }
}

/// The format of the text that these bytes are; none where they are no text of a format.
pub(crate) fn text_format(bytes: &[u8], wanted: Option<Format>) -> Option<Format> {
    let is_bytecode =
        bytespec::tile_ir::File::is_magic(bytes) || bytespec::mlir::File::is_magic(bytes);
    if is_bytecode {
        return None;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => wanted.or_else(|| by_first_word(text)),
        // Text with a byte that no text has begins as text does.
        Err(_) => {
            by_first_word(&String::from_utf8_lossy(bytes)).map(|found| wanted.unwrap_or(found))
        }
    }
}

/// The format that the first words tell.
fn by_first_word(text: &str) -> Option<Format> {
    let mut scanner = Scanner::new(text);
    // Aliases are written alike; both formats may have them in front.
    while matches!(scanner.kind(), Kind::Hash | Kind::Exclamation) {
        let at = scanner.offset();
        let line = text[at..].find('\n').map_or(text.len(), |end| at + end);
        scanner.resume(line);
    }
    let word = scanner.spelling();
    match scanner.kind() {
        Kind::String | Kind::Percent | Kind::MetadataBegin => Some(Format::Mlir),
        Kind::Word if bytespec::tile_ir::begins_module(word) => Some(Format::TileIr),
        // The module that one front end puts around the other's.
        Kind::Word if word == MODULE => {
            scanner.advance();
            scanner.eat_kind(Kind::At);
            let inside = scanner.eat(b'{') && bytespec::tile_ir::begins_module(scanner.spelling());
            Some(if inside { Format::TileIr } else { Format::Mlir })
        }
        Kind::Word if is_operation(word) => Some(Format::Mlir),
        Kind::End if text.starts_with(PRODUCER) => Some(Format::TileIr),
        // A file with aliases alone, or with nothing but comments.
        Kind::End if !text.trim().is_empty() => Some(Format::Mlir),
        _ => None,
    }
}

/// Whether a word may be the name of an operation of MLIR in the syntax of its dialect, as `func.func`.
fn is_operation(word: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    word.split_once('.').is_some_and(|(dialect, rest)| part(dialect) && rest.split('.').all(part))
}

/// How the text of a module of Tile IR begins that tells who wrote it.
const PRODUCER: &str = "// Producer: ";
/// The word that stands for a module of MLIR.
const MODULE: &str = "module";
