//! The interface for generated code: the contexts of reading and writing, and the handwritten codecs. No other code uses it.

#[cfg(any(test, feature = "samples"))]
pub(super) use super::example_tables::example;
pub(super) use crate::codec::context::Context;
pub(super) use crate::codec::encoder::Encoder;

/// Codecs that the schema names but does not describe.
pub(super) mod codec {
    pub(crate) use crate::codec::numbers::{
        ApFloat, ApInt, Double, double_from_text, pass_ap_float, pass_ap_int, pass_double,
        read_ap_float, read_ap_int, read_double, view, write_ap_float, write_ap_int, write_double,
    };
}
