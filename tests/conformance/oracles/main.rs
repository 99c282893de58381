//! Bytespec against the tools of the formats' own makers: NVIDIA's, `mlir-opt` of LLVM, and `jaxlib`.

mod attributes;
mod gates;
mod jax;
mod kernels;
mod mlir;
mod new_dialect;
mod ops;
mod plugin;
mod rewriting;
mod sections;
mod suite;
mod text;
mod types;
