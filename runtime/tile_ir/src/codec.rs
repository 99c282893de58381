//! What reading needs besides bytes, and the codecs that the schema names.

pub(crate) mod context;
pub(crate) mod custom;
