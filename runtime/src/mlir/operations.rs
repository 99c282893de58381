//! What is known of operations by their names: layouts of properties, names of parts, traits.

pub(in crate::mlir) mod properties;
pub(in crate::mlir) mod signatures;
