//! MLIR bytecode against `mlir-opt` of many releases.

mod attributes;
pub(crate) mod compare;
mod defaults;
mod edits;
mod exceptions;
mod kinds;
mod layouts;
mod lengths;
mod made;
mod parsing;
mod printing;
mod properties;
mod pure;
mod refused;
mod sources;
mod text;
mod types;
mod versions;
