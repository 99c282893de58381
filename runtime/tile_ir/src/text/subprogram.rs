//! A function of the source, as locations refer to it.

use super::super::generated::StringId;

/// A function of the source; what it refers to is an `R`.
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
