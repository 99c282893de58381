//! What reading needs besides bytes, and the codecs that the schema names.

pub(crate) mod by_hand;
pub(crate) mod context;
