//! What was looked for in the tables of a module.

use crate::interner::Interner;
use crate::mlir::generated::DialectId;
use crate::wire::Writer;

/// What finds the entries of each table by their content.
#[derive(Clone, Debug, Default)]
pub(in crate::mlir) struct Known {
    pub(in crate::mlir) strings: Interner,
    pub(in crate::mlir) dialects: Interner,
    /// The dialect that was asked for last by the name that it has in the schema.
    pub(in crate::mlir) dialect: Option<(&'static str, DialectId)>,
    pub(in crate::mlir) attributes: Interner,
    pub(in crate::mlir) types: Interner,
    pub(in crate::mlir) op_names: Interner,
    pub(in crate::mlir) properties: Interner,
    /// By dialect and key.
    pub(in crate::mlir) resources: Interner,
    /// Room to write an entry in.
    pub(in crate::mlir) writer: Writer,
}
