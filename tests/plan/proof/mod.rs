//! Random values of all that the shipped schemas describe.

mod mlir;
mod tile_ir;
