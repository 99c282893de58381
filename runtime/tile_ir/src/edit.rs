//! Creates and changes functions.

pub(crate) mod attribute_values;
pub(crate) mod builder;
pub(crate) mod change;
pub(crate) mod clone;
pub(crate) mod import;
pub(crate) mod moves;
pub(crate) mod symbols;
pub(crate) mod values;
