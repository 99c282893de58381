//! Facts about operations by their names: layouts of properties, names of parts, traits.

mod file_properties;
pub(crate) mod properties;
pub(crate) mod signatures;
pub(crate) mod typed;
pub(crate) mod unknown;
