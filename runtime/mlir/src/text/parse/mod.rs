//! The text of a module, read: MLIR's generic form, as the language reference has it and `mlir-opt` prints it.
//!
//! One pass over the text. Attributes and types are put into the tables of the module as they are met; operands and blocks
//! may be named before they are defined, and so may locations that have a name.
//!
//! `parser` and `state` hold what was read so far. `operations` keeps the operations whose regions are open on a stack of its own, `values`
//! resolves names that are used before they are defined, `names` aliases, and `types`, `attributes`, `elements`, `locations`, `numbers` and `affine`
//! each read their kind; `assembly` reads operations in the form of their own that a dialect of the registry gives them. `fold` simplifies affine expressions as each release does. Entries of dialects are read by the templates of the schema
//! (`templates`; what none can say by `custom` and `quant`) or else kept as text (`bodies`). `properties` puts attributes where the release has
//! them, and `defaults` gives operations what a text leaves out. `suffixes` caches what the text behind the operands of an operation said;
//! `repeated` reads operations whose text was cached, without tokens. `use_orders` says in which order `mlir-opt` would have made the uses, and
//! `recover` finds where to go on behind something wrong.

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
    /// Reads a module from text in MLIR's generic form. An operation whose name has no quotes is read in the form of its own that its
    /// dialect in [`ParseOptions::registry`] gives it; one that no dialect there has such a form for is an error.
    ///
    /// Several operations at the top are put into a `builtin.module`, and so is none, as `mlir-opt` does. What has no
    /// location is where it stands in the text. The module is of the newest version that the release has; see
    /// [`Module::convert`] for another one.
    ///
    /// Attributes that an operation always has go to its properties where the release has a layout for them. What a text leaves
    /// out is given to operations as `mlir-opt` of the release does: `fastmath` of `arith.addf`, for instance. Attributes and types of
    /// dialects are kept as text where no schema spells them; aliases in them are replaced by what they stand for. What is text
    /// in the release and is spelled by a schema is written as the release does.
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
    /// Bytes of properties and entries that no schema describes, which [`Module::print`] shows, are refused: they hold numbers of
    /// the tables of their file. A file goes to another version without text ([`Module::convert`]). Resources are kept where nothing
    /// refers to them, too, and two of one name are refused.
    ///
    /// # Errors
    /// All that is wrong in the text, each with its line and column, as far as the parser could go on behind it.
    pub fn parse(text: &str, options: &ParseOptions) -> Result<Self, ParseErrors> {
        Parser::new(text, options).module()
    }
}
