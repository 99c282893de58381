//! The context for reading, and the codecs that the schema names.

pub(crate) mod context;
pub(crate) mod custom;
