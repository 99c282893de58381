//! Parses the text of a module.
//!
//! The parser makes one pass over the text. It reads operations by the templates that print them. Values are defined before their
//! use. Aliases of locations may be defined anywhere.

mod attributes;
mod elements;
mod functions;
mod groups;
mod head;
mod locations;
mod numbers;
mod operations;
mod options;
mod parser;
mod pieces;
mod preview;
mod state;
mod types;
mod values;

use super::super::SECTION_OPERATIONS;
use super::super::module::Module;
use super::functions::{DECLARATION, WHOLE};
use bytespec_core::text::ParseErrors;
pub use options::ParseOptions;
use parser::{DIALECT, Parser};

/// Whether the text of a module can start with this word, after comments and aliases: that of a function or a global, or one of
/// the dialect.
#[must_use]
pub fn begins_module(word: &str) -> bool {
    word.starts_with(DIALECT)
        || [DECLARATION, WHOLE].contains(&word)
        || SECTION_OPERATIONS.iter().any(|info| info.name == word)
}

impl Module {
    /// Parses a module from text in the form of [`Module::print`] and `tileirdisasm`.
    ///
    /// The parser also accepts modules in `cuda_tile.module @name { ... }`, names of operations after `cuda_tile.` and types
    /// after `!cuda_tile.`, any white space, comments, any names of values, explicit defaults, and locations in place of their
    /// aliases. It accepts preview content, and sets the feature in the header. It does not accept generic forms of operations,
    /// and names that the disassembler prints as they are although they are not words: keys of hints, which need quotation
    /// marks, and parameters in expressions.
    ///
    /// What the text does not state is set as front ends do: integers in hints have 32 bits, elements that are all equal are
    /// stored once, and entries without hints have none. In expressions, a word with a dot is a builtin, `-3` is a number, and
    /// `N / M` rounds down.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, ParseOptions, PrintOptions};
    ///
    /// let text = "entry @k() {\n  return\n}\n";
    /// let module = Module::parse(text, &ParseOptions::default())?;
    /// assert_eq!(module.print(&PrintOptions::default()).unwrap(), text);
    /// let errors = Module::parse("entry @k(%x i32) {}", &ParseOptions::default()).unwrap_err();
    /// assert_eq!(errors.iter().next().map(|error| (error.line, error.column)), Some((1, 13)));
    /// # Ok::<(), bytespec::text::ParseErrors>(())
    /// ```
    ///
    /// # Errors
    /// All faults in the text, as far as the parser could continue after them.
    pub fn parse(text: &str, options: &ParseOptions) -> Result<Self, ParseErrors> {
        Parser::new(text, options).module()
    }
}
