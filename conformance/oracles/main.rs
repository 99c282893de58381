//! Bytespec against NVIDIA's own tools.

mod attributes;
mod gates;
mod kernels;
mod ops;
mod rewriting;
mod sections;
mod suite;
mod types;
