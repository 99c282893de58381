//! Depends on what the whole workspace depends on; see `Cargo.toml`.
