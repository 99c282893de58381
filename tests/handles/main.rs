//! Every public call that takes a handle, against every kind of wrong handle: it is refused, or answers
//! nothing, and never panics, hangs or leads to a file that cannot be read.

mod mlir;
mod sources;
mod tile_ir;
