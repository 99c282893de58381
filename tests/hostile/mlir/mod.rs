//! Files of MLIR bytecode that break a rule each: what is said of them, and where. The conditions are
//! those that the reference reader refuses, and those that it takes by mistake or fails on.

mod amplification;
pub(crate) mod bytes;
mod container;
mod depth;
mod dialects;
mod entries;
mod operations;
mod resources;
mod tables;
