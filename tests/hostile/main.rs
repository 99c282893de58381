//! No bytes can panic, abort, hang or exhaust memory.

mod amplification;
mod announced;
mod bytes;
mod commands;
mod edits;
mod limits;
mod mlir;
mod mlir_text;
mod mutants;
mod soak;
mod text;
