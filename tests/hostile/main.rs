//! No bytes can panic, abort, hang or exhaust memory.

mod amplification;
mod bytes;
mod limits;
mod mlir;
mod mutants;
