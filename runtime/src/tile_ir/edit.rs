//! Making and changing functions.

pub(in crate::tile_ir) mod attribute_values;
pub(in crate::tile_ir) mod builder;
pub(in crate::tile_ir) mod change;
pub(in crate::tile_ir) mod clone;
pub(in crate::tile_ir) mod import;
pub(in crate::tile_ir) mod moves;
pub(in crate::tile_ir) mod values;
