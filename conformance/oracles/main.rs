//! Bytespec against the tools of the formats' own makers: NVIDIA's, and `mlir-opt` of LLVM.

mod attributes;
mod gates;
mod kernels;
mod mlir;
mod ops;
mod rewriting;
mod sections;
mod suite;
mod types;
