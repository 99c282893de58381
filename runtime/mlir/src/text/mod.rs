//! The textual form of a module: MLIR's generic form, as `mlir-opt --mlir-print-op-generic` prints it.
//!
//! A module is spelled as by the release of LLVM that wrote it: numbers of values, aliases, properties, and resources in a section
//! at the end. Text that only a dialect's own printer knows comes from the file or the schema. Entries that are text in the file are
//! printed as that text; if templates of the schema read all of the text, they are split into fields. Other entries are printed by
//! the `text` of the schema.
//!
//! * `module_printer` combines aliases, the operation and resources.
//! * `collect` finds the entries with an alias (`children` lists the references of an entry), and `values` numbers values and blocks.
//! * The `text` of the schema prints and parses attributes and types, builtin ones and those of dialects. Handwritten code does it
//!   where the text depends on more than the fields: builtin variants with `listed_only`, and `quant`, `stablehlo` and `vhlo`. A
//!   template omits what the place of an entry already states.
//! * Operations that differ only in their values share one shape (`shapes`). Their common text is cached (`print_cache`). An
//!   operation without regions and successors is assembled from it at once.
//! * `assembly` prints operations of dialects in the registry in their custom form, if a reader makes the same operation of it, and
//!   otherwise in the generic form. The printer and the parser (`parse/assembly`) use only the operation's
//!   [`OpText`](crate::dialect::OpText): the same pieces as in the schema's templates, without code for single operations.
//! * Attributes of `llvm` that are text are parsed (`llvm`, `parse/llvm`). A module with such attributes is printed from a copy whose
//!   tables hold their content. The parser spells them after it has read the whole text. Up to LLVM 21 they are read as in the first
//!   encoding.

mod affine;
mod aliases;
mod assembly;
mod attributes;
mod children;
mod collect;
mod dialects;
mod display;
mod elements;
mod flags;
mod folds;
mod llvm;
mod locations;
mod losses;
mod module_printer;
mod native;
mod operations;
mod options;
mod parse;
mod places;
mod print_cache;
mod printer;
mod properties;
mod quant;
mod resources;
mod shapes;
mod spelling;
mod stablehlo;
mod types;
mod values;
mod versions;
mod vhlo;

use super::module::Module;
use crate::module::ir::OpId;
use bytespec_core::error::{Error, Result};
use bytespec_core::quoted as strings;
use bytespec_core::text::output::{max_bytes, whole};
pub use display::{Display, Displayed};
pub use folds::Entry;
use llvm::LlvmAttributes;
use losses::Found;
pub use losses::TextLosses;
pub use options::PrintOptions;
pub use parse::{ParseError, ParseErrors, ParseOptions};
use printer::Printer;
pub use spelling::Spelling;
use std::io;

/// The separator between top-level operations, at which tools split their input.
const BETWEEN: &str = "// -----\n";

impl Module<'_> {
    /// The module as text in MLIR's generic form, as `mlir-opt --mlir-print-op-generic` prints it. Operations with a text
    /// template in a dialect of the registry have their custom form, unless [`PrintOptions::generic`] is set or the custom form
    /// would lose something.
    ///
    /// Properties without a known layout are printed as their bytes, `<#builtin<properties "0x...">>`, and so are entries that
    /// no schema describes, `#dialect<bytecode "0x...">`. These are for inspection only: their bytes contain numbers of the
    /// module's tables, which text does not have. [`Module::parse`] refuses them with their place. Several top-level operations
    /// are printed one after the other, with the line between them at which tools split their input; `mlir-opt` would put them
    /// into a module. [`Module::print_to`] lists what the text lacks.
    ///
    /// ```
    /// use bytespec::mlir::{Module, PrintOptions};
    ///
    /// let text = Module::new("example").print(&PrintOptions::default())?;
    /// assert_eq!(text, "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()\n\n");
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// Entries that cannot be read, regions that are still bytes (see [`ReadOptions::lazy`](super::ReadOptions::lazy)), text of
    /// a dialect that is not UTF-8, entries nested more than [`MAX_DEPTH`](bytespec_core::wire::MAX_DEPTH) deep, and text over
    /// the size limit ([`ErrorKind::Limit`](bytespec_core::ErrorKind::Limit)).
    pub fn print(&self, options: &PrintOptions) -> Result<String> {
        whole(|out| self.print_tops(options, out).map(drop))
    }

    /// An operation with its content as text, with the aliases that it needs, see [`Module::print`].
    ///
    /// # Errors
    /// A wrong handle, and those of [`Module::print`].
    pub fn print_op(&self, op: OpId, options: &PrintOptions) -> Result<String> {
        self.ir.forest().check_op(op)?;
        whole(|out| self.print_top(op, options, &parse::llvm_attributes(self)?, out).map(drop))
    }

    /// Prints to `out` in pieces; the memory in use does not grow with the text. Returns the content of the module that the
    /// text lacks.
    ///
    /// ```
    /// use bytespec::mlir::{Module, NewResource, PrintOptions};
    ///
    /// let mut module = Module::new("example");
    /// module.add_resource(b"builtin", b"weights", NewResource::Bool(true))?;
    /// let losses = module.print_to(&mut std::io::sink(), &PrintOptions::default())?;
    /// assert!(losses.unreadable.is_empty());
    /// assert_eq!(losses.missing[0].to_string(), "the unused resource `weights` of builtin");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Module::print`], as [`io::ErrorKind::InvalidData`], and those of `out`. The text before the error can already
    /// be written.
    pub fn print_to(
        &self,
        out: &mut dyn io::Write,
        options: &PrintOptions,
    ) -> io::Result<TextLosses> {
        let found = self.print_tops(options, out)?;
        let missing = found.missing(self, options.release_of(self));
        Ok(TextLosses { unreadable: found.unreadable(self), missing })
    }

    /// Prints an operation with its content to `out`, see [`Module::print_to`]. Content of the module outside of the operation
    /// is not listed as missing.
    ///
    /// # Errors
    /// A wrong handle, as [`io::ErrorKind::InvalidData`], and those of [`Module::print_to`].
    pub fn print_op_to(
        &self,
        op: OpId,
        out: &mut dyn io::Write,
        options: &PrintOptions,
    ) -> io::Result<TextLosses> {
        self.ir.forest().check_op(op)?;
        let found = self.print_top(op, options, &parse::llvm_attributes(self)?, out)?;
        Ok(TextLosses { unreadable: found.unreadable(self), missing: Vec::new() })
    }

    fn print_tops(&self, options: &PrintOptions, out: &mut dyn io::Write) -> Result<Found> {
        let llvm = parse::llvm_attributes(self)?;
        let mut found = Found::default();
        let alone = self.ops(self.root()).nth(1).is_none();
        for (index, top) in self.ops(self.root()).enumerate() {
            if index > 0 {
                out.write_all(BETWEEN.as_bytes()).map_err(|error| Error::io(&error))?;
            }
            found.top(self, top, alone);
            found.add(self.print_top(top, options, &llvm, out)?);
        }
        Ok(found)
    }

    /// Prints an operation. If attributes that are text were parsed, prints it from the copy of the module with their content.
    fn print_top(
        &self,
        op: OpId,
        options: &PrintOptions,
        llvm: &Option<(Module<'static>, LlvmAttributes)>,
        out: &mut dyn io::Write,
    ) -> Result<Found> {
        if self.ir.has_lazy()
            && let Some(op) = self.walk_op(op).find(|op| self.is_materializable(*op))
        {
            return Err(self.not_materialized(op));
        }
        let max =
            options.max_bytes.unwrap_or_else(|| max_bytes(self.input.len() + self.added.len()));
        let mut printer = match llvm {
            None => Printer::new(self, op, options, out, max),
            Some((module, _)) => Printer::new(module, op, options, out, max),
        };
        printer.texts = llvm.as_ref().map(|(_, llvm)| llvm);
        printer.all(op)?;
        let Printer { mut found, resources, .. } = printer;
        found.resources(&resources);
        out.write_all("\n".as_bytes()).map_err(|error| Error::io(&error))?;
        Ok(found)
    }
}
