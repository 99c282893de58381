//! What reading and writing need besides bytes and values, and the codecs that the schema names.

pub(crate) mod context;
pub(crate) mod encoder;
pub(crate) mod numbers;
pub(crate) mod widths;
