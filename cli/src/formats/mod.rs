//! The formats that files may have, found by their first bytes.

pub(crate) mod tile_ir;

use crate::failure::{Failure, Result};
use std::path::Path;

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// CUDA Tile IR bytecode.
    TileIr,
}

/// The first bytes of MLIR bytecode.
const MLIR_MAGIC: &[u8] = b"ML\xefR";

/// The format of a file with this content; the name is for the error.
pub(crate) fn detect(name: &Path, bytes: &[u8]) -> Result<Format> {
    if bytespec::tile_ir::File::is_magic(bytes) {
        return Ok(Format::TileIr);
    }
    if bytes.starts_with(MLIR_MAGIC) {
        return Err(Failure::input(
            name,
            "this is MLIR bytecode, which this build does not support; it supports CUDA Tile IR bytecode",
        ));
    }
    let found: Vec<String> = bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let found = match bytes {
        [] => "is empty".to_owned(),
        _ => format!("begins with {}", found.join(" ")),
    };
    let magic: Vec<String> =
        bytespec::tile_ir::MAGIC.iter().map(|byte| format!("{byte:02x}")).collect();
    Err(Failure::input(
        name,
        format_args!(
            "no known format: the file {found}, and CUDA Tile IR bytecode begins with {}",
            magic.join(" ")
        ),
    ))
}

/// Whether this build has the codecs of the format that a schema describes.
pub(crate) fn is_built_in(schema: &str) -> bool {
    schema == "tile_ir"
}
