//! Support of the whole-system tests: the corpora, and what is done to bytes that mean harm.

pub mod corpus;
pub mod hostile;
pub mod mutate;
