//! The names of the formats.

use clap::ValueEnum;

/// A format that ships with the command; `registry` maps it to its implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Format {
    /// MLIR: bytecode, or text in the generic form
    Mlir,
    /// CUDA Tile IR: bytecode, or text
    TileIr,
}
