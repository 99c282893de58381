//! The textual form of a module, as `tileirdisasm` prints it.
//!
//! The templates of the schema spell operations ([`bytespec_core::operation_text`]), and the templates of variants spell types,
//! attributes and debug entries. Handwritten code spells what no template can express: names of values, numbers, constants,
//! dictionaries, places in files, and expressions of preview content.
//!
//! * `printer` fills the templates. `conditions`, `arguments`, `operand_types` and `constants` are parts of it; `display` prints a part
//!   of a module.
//! * `names` gives names to values.
//! * `types`, `attributes`, `elements` and `preview` spell what operations refer to. `types` also prints what templates of variants
//!   refer to. `locations` has the aliases of locations.
//! * `functions` has the forms of functions; one of them is this library's own.
//! * `refusals` lists what the reference tool refuses to print, and `omissions` what the text does not state.
//! * `parse` reads all of it back by the same tables. The next token, or the text so far, determines whether an optional part is
//!   present.

mod arguments;
mod attributes;
mod conditions;
mod constants;
mod display;
pub(super) mod elements;
mod functions;
mod groups;
mod locations;
mod names;
mod omissions;
mod operand_types;
mod options;
mod parse;
mod parts;
mod preview;
mod printer;
mod refusals;
mod types;
mod visit;

use super::file::File;
use super::module::Module;
use bytespec_core::error::Result;
use bytespec_core::text::output::{max_bytes, whole};
pub use display::{Display, Displayed};
pub use omissions::{Omission, OmittedPart};
pub use options::PrintOptions;
pub use parse::{ParseOptions, begins_module};
pub(super) use parts::{Assemble, Given, Parts, Show, ShowAttribute, Take};
use printer::Printer;
pub use refusals::{Refusal, RefusalReason, RefusedPlace};
use std::io;

impl Module {
    /// The module as text, as `tileirdisasm` prints it.
    ///
    /// Modules that the tool refuses, such as those with constants of `i1` with a byte for each element, are printed by the
    /// same rules; [`Module::refusals`] lists what the tool refuses. Functions that the tool does not print, such as device
    /// functions with a body and private kernels, are printed in a form of this library, which starts with the word `function`.
    /// [`Module::omissions`] lists what the text lacks.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, PrintOptions, Version};
    ///
    /// let text = Module::new(Version::LATEST).print(&PrintOptions::default())?;
    /// assert_eq!(text, "\n");
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// References past their tables, regions of several blocks, constants that are not tiles of numbers, types nested more than
    /// [`MAX_DEPTH`](bytespec_core::wire::MAX_DEPTH) deep, a producer that is not UTF-8, and text over the size limit
    /// ([`ErrorKind::Limit`](bytespec_core::ErrorKind::Limit)).
    pub fn print(&self, options: &PrintOptions) -> Result<String> {
        whole(|out| self.print_all(out, options))
    }

    /// Prints to `out` in pieces; the memory in use does not grow with the text.
    ///
    /// # Errors
    /// Those of [`Module::print`], except for the encoding of the producer, as [`io::ErrorKind::InvalidData`], and those of
    /// `out`. The text before the error can already be written.
    pub fn print_to(&self, out: &mut dyn io::Write, options: &PrintOptions) -> io::Result<()> {
        Ok(self.print_all(out, options)?)
    }

    fn print_all(&self, out: &mut dyn io::Write, options: &PrintOptions) -> Result<()> {
        let max = options.max_bytes.unwrap_or_else(|| {
            let bytes =
                |entries: &[Box<[u8]>]| entries.iter().map(|entry| entry.len()).sum::<usize>();
            let values = self.functions.iter().map(|function| {
                function.body.op_limit()
                    + function.body.value_count()
                    + function.body.region_count()
            });
            let tables = bytes(self.strings()) + bytes(self.constants());
            let entries = self.types().len() + self.debug_entries().len();
            max_bytes(tables + entries + values.sum::<usize>())
        });
        Printer::new(self, options, Some(out), max)?.all()
    }
}

impl File<'_> {
    /// The file as text, see [`Module::print`].
    ///
    /// # Errors
    /// Content that cannot be read, and those of [`Module::print`].
    pub fn print(&self, options: &PrintOptions) -> Result<String> {
        Module::from_file(self)?.print(options)
    }
}
