//! What a call accepts can be read back: every shape in every position, at every version of the dialect and of the format.
//!
//! A call that adds, writes or converts a derived entry or derived properties either errs and names the item, or
//! the file that is written afterwards gives the same value, with the same registry.

#[path = "readable/entries.rs"]
mod entries;
#[path = "readable/plain.rs"]
mod plain;
#[path = "readable/properties.rs"]
mod properties;
#[path = "readable/refused.rs"]
mod refused;
