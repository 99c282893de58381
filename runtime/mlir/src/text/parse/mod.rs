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
