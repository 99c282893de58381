//! The corpus of real files: every one is read, walked, written back and, where its writer is known,
//! written from scratch.

mod canonical;
mod editing;
mod importing;
mod mlir;
mod reading;
mod refused;
mod round_trip;
mod text;
mod text_forms;
mod text_functions;
mod text_preview;
