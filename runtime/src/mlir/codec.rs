//! What reading and writing need besides bytes and values, and the codecs that the schema names.

pub(in crate::mlir) mod context;
pub(in crate::mlir) mod encoder;
pub(in crate::mlir) mod numbers;
pub(in crate::mlir) mod widths;
