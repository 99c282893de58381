//! What was looked for in the tables of a module.

use crate::generated::DialectId;
use bytespec_core::interner::Interner;
use bytespec_core::wire::Writer;

/// What finds the entries of each table by their content.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interners {
    pub(crate) strings: Interner,
    pub(crate) dialects: Interner,
    /// The dialect that was asked for last by the name that it has in the schema.
    pub(crate) dialect: Option<(&'static str, DialectId)>,
    pub(crate) attributes: Interner,
    pub(crate) types: Interner,
    pub(crate) op_names: Interner,
    pub(crate) properties: Interner,
    /// By dialect and key.
    pub(crate) resources: Interner,
    /// Room to write an entry in.
    pub(crate) writer: Writer,
}
