//! The interface for generated code: the contexts of reading and writing, and the handwritten codecs. No other code uses it.

#[cfg(any(test, feature = "samples"))]
pub(super) use super::example_tables::example;
pub(super) use super::text;
pub(super) use crate::codec::context::Context;
pub(super) use crate::codec::custom as codec;
pub(super) use crate::edit::builder::Builder;
pub(super) use crate::write::numbering::Encoder;
