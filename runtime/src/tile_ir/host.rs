//! What generated code is given: the contexts of reading and writing, and the hand-written codecs. Nothing
//! else looks here.

pub(super) use super::builder::Builder;
pub(super) use super::codecs as codec;
pub(super) use super::context::Context;
#[cfg(any(test, feature = "samples"))]
pub(super) use super::example_tables::example;
pub(super) use super::numbering::Encoder;
pub(super) use super::text;
