//! A function of the source, for locations.

use super::super::generated::StringId;

/// A function of the source. Its references are of type `R`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Subprogram<R> {
    pub(super) file: R,
    pub(super) line: u32,
    pub(super) name: StringId,
    pub(super) linkage_name: StringId,
    pub(super) compile_unit: R,
    pub(super) scope_line: u32,
    pub(super) declaration: bool,
}
