//! Support code of the whole-system tests: the corpora, and the checks that hostile bytes go through.

mod archive;
pub mod corpus;
pub mod hostile;
pub mod ill_formed;
pub mod meaning;
pub mod mlir_corpus;
pub mod mlir_hostile;
pub mod mutate;
pub mod odd;
pub mod preview;
pub mod shifted;
pub mod ways;
