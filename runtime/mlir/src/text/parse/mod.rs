//! Parses the text of a module: MLIR's generic form, as in the language reference and as `mlir-opt` prints it.
//!
//! The parser makes one pass over the text. It adds attributes and types to the tables of the module when it meets them. Operands,
//! blocks and named locations may be used before their definition.
//!
//! * `parser` and `state` hold what was read so far.
//! * `operations` keeps operations with open regions on a stack of its own. `values` resolves names that are used before their
//!   definition, and `names` resolves aliases.
//! * `types`, `attributes`, `elements`, `locations`, `numbers` and `affine` each read their kind.
//! * `assembly` reads operations in the custom form that a dialect of the registry gives them.
//! * `fold` simplifies affine expressions as each release does.
//! * `templates` reads entries of dialects by the templates of the schema; `custom` and `quant` read what no template can express.
//!   `bodies` keeps all others as text.
//! * `properties` stores attributes where the release has them, and `defaults` adds what a text leaves out.
//! * `suffixes` caches the meaning of the text after an operation's operands. `repeated` reads operations with cached text, without
//!   tokens.
//! * `use_orders` gives the order in which `mlir-opt` would create the uses, and `recover` finds where to continue after a fault.

mod affine;
mod assembly;
mod attributes;
mod bodies;
mod custom;
mod defaults;
mod elements;
mod entries;
mod fold;
mod llvm;
mod locations;
mod metadata;
mod names;
mod numbers;
mod open;
mod operations;
mod options;
mod parser;
mod properties;
mod quant;
mod recover;
mod repeated;
mod state;
mod suffixes;
mod templates;
mod texts;
mod types;
mod use_orders;
mod values;

use super::super::module::Module;
pub use bytespec_core::text::{ParseError, ParseErrors};
pub(super) use llvm::llvm_attributes;
pub use options::ParseOptions;
use parser::Parser;

impl Module<'static> {
    /// Parses a module from text in MLIR's generic form. An operation name without quotes starts the custom form that its
    /// dialect in [`ParseOptions::registry`] defines; without such a form it is an error.
    ///
    /// Several top-level operations, or none, are put into a `builtin.module`, as in `mlir-opt`. An operation without a
    /// location gets its place in the text. The module has the newest version that the release has; see [`Module::convert`] for
    /// another one.
    ///
    /// Inherent attributes become properties if the release has a layout for them. Operations get the default values of the
    /// release for what the text omits, as in `mlir-opt`: for instance `fastmath` of `arith.addf`. Attributes and types of
    /// dialects are kept as text if no schema has a template for them; aliases in them are replaced by their definitions. An
    /// entry that is text in the release, and has a template in a schema, is written as the release spells it.
    ///
    /// ```
    /// use bytespec::mlir::{Module, ParseOptions, PrintOptions};
    ///
    /// let module = Module::parse("\"test.empty\"() : () -> ()", &ParseOptions::default())?;
    /// let text = module.print(&PrintOptions::default()).unwrap();
    /// assert!(text.starts_with("\"builtin.module\"() ({\n  \"test.empty\"() : () -> ()\n"));
    /// let errors = Module::parse("%0 = \"test.empty\"() : () -> ()", &ParseOptions::default()).unwrap_err();
    /// assert_eq!(errors.iter().next().map(|error| (error.line, error.column)), Some((1, 1)));
    /// # Ok::<(), bytespec::mlir::ParseErrors>(())
    /// ```
    ///
    /// Properties and entries that [`Module::print`] shows as bytes are refused, because they contain numbers of the tables of
    /// their file. To convert a file to another version, use [`Module::convert`] instead of text. Resources are kept even if
    /// nothing refers to them. Two resources of the same name are refused.
    ///
    /// # Errors
    /// All faults in the text, each with its line and column, as far as the parser could continue after them.
    pub fn parse(text: &str, options: &ParseOptions) -> Result<Self, ParseErrors> {
        Parser::new(text, options).module()
    }
}
