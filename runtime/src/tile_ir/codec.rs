//! What reading needs besides bytes, and the codecs that the schema names.

pub(in crate::tile_ir) mod by_hand;
pub(in crate::tile_ir) mod context;
