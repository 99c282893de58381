//! The formats that ship with the command, and how the format of a file is recognized.

use super::file_format::FileFormat;
use super::format::Format;
use super::mlir::Mlir;
use super::tile_ir::TileIr;
use crate::failure::{Failure, Result};
use bytespec::text::{Kind, Scanner};
use std::ops::Deref;
use std::path::Path;

/// All formats, in the order in which they are tried for text.
const ALL: [Format; 2] = [Format::TileIr, Format::Mlir];

impl Deref for Format {
    type Target = dyn FileFormat;

    fn deref(&self) -> &Self::Target {
        match self {
            Format::Mlir => &Mlir,
            Format::TileIr => &TileIr,
        }
    }
}

/// The format whose magic number is at the start of bytes.
fn by_magic(bytes: &[u8]) -> Option<Format> {
    ALL.into_iter().find(|format| bytes.starts_with(format.magic()))
}

/// The format of a file with this content. The name is used in errors.
pub(super) fn detect(name: &Path, bytes: &[u8]) -> Result<Format> {
    if let Some(format) = by_magic(bytes) {
        return Ok(format);
    }
    let hex = |bytes: &[u8]| {
        let bytes: Vec<String> = bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        bytes.join(" ")
    };
    let found = match bytes {
        [] => "is empty".to_owned(),
        _ => format!("begins with {}", hex(bytes)),
    };
    let [first, rest @ ..] = ALL;
    let others: Vec<_> = rest
        .iter()
        .map(|format| format!("{} with {}", format.title(), hex(format.magic())))
        .collect();
    Err(Failure::input(
        name,
        format_args!(
            "no known format: the file {found}, and {} begins with {}, {}; text is told by its first word, or by --format",
            first.title(),
            hex(first.magic()),
            others.join(", ")
        ),
    ))
}

/// The format of bytes that are text; `None` if they are not text of a format.
pub(crate) fn text_format(bytes: &[u8], wanted: Option<Format>) -> Option<Format> {
    if by_magic(bytes).is_some() {
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

/// The format that the first words identify.
fn by_first_word(text: &str) -> Option<Format> {
    ALL.into_iter().find(|format| format.is_text(text, behind_aliases(text)))
}

/// The first word after aliases. All formats write aliases in the same way.
fn behind_aliases(text: &str) -> Scanner<'_> {
    let mut scanner = Scanner::new(text);
    while matches!(scanner.kind(), Kind::Hash | Kind::Exclamation) {
        let at = scanner.offset();
        let line = text[at..].find('\n').map_or(text.len(), |end| at + end);
        scanner.resume(line);
    }
    scanner
}
