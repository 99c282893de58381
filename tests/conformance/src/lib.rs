//! What the conformance suite needs: the real tools, their listings, and samples of every type.
//!
//! The suite itself is the test `oracles`, behind the feature of that name:
//!
//! ```text
//! tests/conformance/install-oracles.sh
//! cargo test -p bytespec-conformance --features oracles
//! ```

pub mod generic;
pub mod jaxlib;
pub mod listing;
pub mod mlir_opt;
pub mod plugin;
pub mod process;
pub mod sample;
pub mod tools;
