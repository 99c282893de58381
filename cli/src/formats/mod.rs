//! The formats that files may have, found by their first bytes.

mod bounds;
mod content;
pub(crate) mod explain;
mod hex;
mod input;
pub(crate) mod interpreted;
mod listing;
pub(crate) mod mlir;
mod objects;
mod proof;
mod target;
pub(crate) mod tile_ir;
mod undescribed;
mod whole;

use crate::failure::{Failure, Result};
use clap::ValueEnum;
pub(crate) use content::{Comparison, Content};
pub(crate) use input::{Input, parse, text_format};
use serde::Serialize;
use std::path::Path;
pub(crate) use target::Target;

/// A section of a file, as `info` says it.
#[derive(Debug, Serialize)]
pub(crate) struct Section {
    /// The name; none for an id that the schema does not know.
    pub(crate) name: Option<String>,
    /// The id.
    pub(crate) id: u8,
    /// Offset of the payload.
    pub(crate) offset: usize,
    /// Length of the payload in bytes.
    pub(crate) size: usize,
    /// The alignment in the header.
    pub(crate) alignment: Option<u64>,
    /// Offset of the header.
    pub(crate) header_offset: usize,
}

impl From<&bytespec::container::Section<'_>> for Section {
    fn from(section: &bytespec::container::Section<'_>) -> Self {
        Section {
            name: section.name.map(str::to_owned),
            id: section.id,
            offset: section.offset,
            size: section.len,
            alignment: section.alignment,
            header_offset: section.header,
        }
    }
}

impl From<&bytespec::plan::Section<'_, '_>> for Section {
    fn from(section: &bytespec::plan::Section<'_, '_>) -> Self {
        Section {
            name: section.name.map(str::to_owned),
            id: section.id,
            offset: section.payload.start,
            size: section.payload.len(),
            alignment: section.alignment,
            header_offset: section.header,
        }
    }
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Format {
    /// MLIR: bytecode, or text in the generic form
    Mlir,
    /// CUDA Tile IR: bytecode, or text
    TileIr,
}

impl Format {
    /// The format's title.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Format::Mlir => bytespec::mlir::TITLE,
            Format::TileIr => bytespec::tile_ir::TITLE,
        }
    }

    /// Refuses an option that the format has no use for.
    pub(crate) fn refuse(self, option: &str, given: bool) -> Result {
        if given {
            let title = self.title();
            return Err(Failure::Usage(format!("{option}: not an option for {title}")));
        }
        Ok(())
    }
}

/// The format of a file with this content; the name is for the error.
pub(crate) fn detect(name: &Path, bytes: &[u8]) -> Result<Format> {
    if bytespec::tile_ir::File::is_magic(bytes) {
        return Ok(Format::TileIr);
    }
    if bytespec::mlir::File::is_magic(bytes) {
        return Ok(Format::Mlir);
    }
    let hex = |bytes: &[u8]| {
        let bytes: Vec<String> = bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        bytes.join(" ")
    };
    let found = match bytes {
        [] => "is empty".to_owned(),
        _ => format!("begins with {}", hex(bytes)),
    };
    Err(Failure::input(
        name,
        format_args!(
            "no known format: the file {found}, and {} begins with {}, {} with {}; text is told by its first word, or by \
             --format",
            Format::TileIr.title(),
            hex(&bytespec::tile_ir::MAGIC),
            Format::Mlir.title(),
            hex(&bytespec::mlir::MAGIC)
        ),
    ))
}

/// A file that was decoded and encoded.
#[derive(Debug)]
pub(crate) struct Converted<'m> {
    /// The new file.
    pub(crate) content: Content<'m>,
    /// What was carried without being decoded.
    pub(crate) carried: Carried,
    /// The first entry of a table that came back otherwise, where that was looked for.
    pub(crate) difference: Option<String>,
    /// The version written.
    pub(crate) version: String,
    /// What the new file lacks and why.
    pub(crate) notes: Vec<String>,
}

/// What was carried without being decoded. Text is no part of it.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    /// Number of bytes.
    pub(crate) bytes: usize,
    /// Number of bytes of text.
    pub(crate) text: usize,
    /// Sections that say what they say in more bytes than a writer would.
    pub(crate) kept: Vec<&'static str>,
    /// Whose they are, as `12 in attributes of stablehlo`.
    pub(crate) parts: Vec<String>,
}

/// The most owners of carried bytes that are named.
const MAX_OWNERS: usize = 8;

impl Carried {
    /// Of so many bytes in each of these, and so many bytes of text; the largest part comes first.
    pub(crate) fn of(mut parts: Vec<(usize, String)>, text: usize) -> Self {
        parts.retain(|(bytes, _)| *bytes > 0);
        parts.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
        let bytes = parts.iter().map(|(bytes, _)| bytes).sum();
        let more: usize = parts.iter().skip(MAX_OWNERS).map(|(bytes, _)| bytes).sum();
        let named =
            parts.iter().take(MAX_OWNERS).map(|(bytes, whose)| format!("{bytes} in {whose}"));
        let mut named: Vec<String> = named.collect();
        if more > 0 {
            named.push(format!("{more} elsewhere"));
        }
        Carried { bytes, text, kept: Vec::new(), parts: named }
    }
}

/// Why a listing ends early.
pub(crate) enum Stop {
    /// The file.
    File(bytespec::Error),
    /// The output.
    Output(Failure),
}

impl Stop {
    /// As a failure of the file with this name.
    pub(crate) fn of(self, name: &Path) -> Failure {
        match self {
            Stop::File(error) => Failure::input(name, error),
            Stop::Output(failure) => failure,
        }
    }
}

impl From<bytespec::Error> for Stop {
    fn from(error: bytespec::Error) -> Self {
        Stop::File(error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Output(failure)
    }
}
