//! The interners of a module's tables.

use crate::generated::DialectId;
use bytespec_core::interner::Interner;
use bytespec_core::wire::Writer;

/// Finds the entries of each table by their content.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interners {
    pub(crate) strings: Interner,
    pub(crate) dialects: Interner,
    /// The dialect of the last look-up, by its name in the schema.
    pub(crate) dialect: Option<(&'static str, DialectId)>,
    pub(crate) attributes: Interner,
    pub(crate) types: Interner,
    pub(crate) op_names: Interner,
    pub(crate) properties: Interner,
    /// By dialect and key.
    pub(crate) resources: Interner,
    /// A reusable buffer for writing an entry.
    pub(crate) writer: Writer,
}
