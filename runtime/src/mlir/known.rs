//! What was looked for in the tables of a module.

use super::generated::DialectId;
use crate::interner::Interner;
use crate::wire::Writer;

/// What finds the entries of each table by their content.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) strings: Interner,
    pub(super) dialects: Interner,
    /// The dialect that was asked for last by the name that it has in the schema.
    pub(super) dialect: Option<(&'static str, DialectId)>,
    pub(super) attributes: Interner,
    pub(super) types: Interner,
    pub(super) op_names: Interner,
    pub(super) properties: Interner,
    /// By dialect and key.
    pub(super) resources: Interner,
    /// Room to write an entry in.
    pub(super) writer: Writer,
}
