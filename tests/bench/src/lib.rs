//! Inputs, peers and a way to measure for the benchmarks in `benches`.
//!
//! * [`program`] decides which operations the generated Tile IR files hold; the same program goes
//!   through our own builder ([`sample`]) and through [`cutile`], the other writer of this format
//!   in Rust.
//! * [`tile_ir`] reads such files with the library.
//! * [`wasm`] makes a WebAssembly module of about the same size and reads it with `wasmparser`, the
//!   closest thing to a fair peer for reading.
//! * [`modules`] reads real WebAssembly modules with what is generated from the schema of an example.
//! * [`varint`] holds the bare loops that bound what any reader can reach.
//! * [`race`] measures: what is compared is run in turns.
//!
//! Everything is deterministic: the same arguments give the same bytes.

pub mod cutile;
pub mod mlir;
pub mod modules;
pub mod program;
pub mod race;
pub mod rng;
pub mod sample;
pub mod tile_ir;
pub mod varint;
pub mod wasm;
