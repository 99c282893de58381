//! Prints table entries for listings, with a size in proportion to the file, for any content.
//!
//! An entry with a long text, or deep inside others, is referred to by its number and printed once, separately. Chains, cycles
//! and entries that are used many times therefore end.

use super::super::generated::{AttributeId, StringId, TypeId};
use super::super::module::Module;
use super::folds::{Entry, Folds};
use super::options::PrintOptions;
use super::print_cache::PrintCache;
use super::printer::Printer;
use bytespec_core::error::{Error, ErrorKind, Result};
use std::fmt;

/// Longer entries are printed separately, in bytes.
const MAX_INLINE: usize = 512;
/// The maximum size of one entry, in bytes.
const MAX_ENTRY: usize = 1 << 20;
/// The number of entries of each table whose text is cached.
const MAX_CACHED: usize = 1 << 12;
/// The maximum nesting depth of printed entries.
const MAX_NESTED: u32 = 64;

/// Prints a module's table entries for listings, as the text form does. An entry that is long, or deep inside others, is
/// printed as its number (`#5`, `!5`, `string 5`); [`Spelling::next_numbered`] then prints it once. Of many elements only the
/// first ones are printed. An entry that cannot be printed is marked, `<bad attribute 5>`, and [`Spelling::failure`] returns
/// the error.
///
/// ```
/// use bytespec::mlir::{Module, Spelling};
///
/// let mut module = Module::new("example");
/// let ty = module.parse_type("tensor<?x4xf32>")?;
/// let mut spelling = Spelling::new(&module);
/// let mut text = String::new();
/// spelling.ty(&mut text, ty);
/// assert_eq!(text, "tensor<?x4xf32>");
/// assert!(spelling.next_numbered().is_none() && spelling.failure().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Spelling<'m> {
    printer: Printer<'m, 'm>,
}

impl fmt::Debug for Spelling<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spelling").field("folds", &self.printer.folds).finish_non_exhaustive()
    }
}

impl<'m> Spelling<'m> {
    /// Prints the table entries of a module. The operations are not used, see [`Module::tables`].
    #[must_use]
    pub fn new(module: &'m Module<'m>) -> Self {
        let mut printer = Printer::of_entry(module, PrintOptions::default(), usize::MAX);
        (printer.cache, printer.folds) =
            (PrintCache::of_first(module, MAX_CACHED), Some(Folds::default()));
        Spelling { printer }
    }

    /// After this call, refers by number to every entry that is not inside another one.
    pub fn by_number(&mut self) {
        self.folds().by_number = true;
    }

    /// Appends an attribute to a text.
    pub fn attribute(&mut self, out: &mut String, id: AttributeId) {
        self.add(out, |printer| printer.attribute(id, false));
    }

    /// Appends a location to a text, without the keyword `loc`.
    pub fn location(&mut self, out: &mut String, id: AttributeId) {
        self.add(out, |printer| printer.location(id));
    }

    /// Appends a type to a text.
    pub fn ty(&mut self, out: &mut String, id: TypeId) {
        self.add(out, |printer| printer.ty(id));
    }

    /// Appends a string to a text, as a string literal.
    pub fn string(&mut self, out: &mut String, id: StringId) {
        self.add(out, |printer| printer.string(id));
    }

    /// The next entry that was referred to by number, in full. Text over 1 MiB is cut and ends in `...`. Entries inside can
    /// also be referred to by number; they follow later.
    pub fn next_numbered(&mut self) -> Option<(Entry, String)> {
        let entry = self.folds().next()?;
        let mut out = String::new();
        let max = self.printer.out.size().saturating_add(MAX_ENTRY);
        let outer = self.printer.out.limit(max);
        self.add(&mut out, |printer| match printer.content(entry) {
            Err(error) if is_long(&error) => Ok(()),
            Err(error) => {
                printer.out.clear();
                printer.mark(entry, error);
                Ok(())
            }
            Ok(()) => Ok(()),
        });
        self.printer.out.limit(outer);
        if out.len() > MAX_ENTRY {
            let end = (0..=MAX_ENTRY).rev().find(|end| out.is_char_boundary(*end));
            out.truncate(end.unwrap_or(0));
            out.push_str(" ...");
        }
        Some((entry, out))
    }

    /// Stores the error of other content that could not be shown, if it is the first error.
    pub fn fail(&mut self, error: Error) {
        self.folds().fail(error);
    }

    /// Takes the first error of an entry that could not be printed.
    pub fn failure(&mut self) -> Option<Error> {
        self.folds().failure()
    }

    fn folds(&mut self) -> &mut Folds {
        self.printer.folds.get_or_insert_default()
    }

    fn add(&mut self, out: &mut String, print: impl FnOnce(&mut Printer<'m, 'm>) -> Result<()>) {
        std::mem::swap(&mut *self.printer.out, out);
        let printed = print(&mut self.printer);
        std::mem::swap(&mut *self.printer.out, out);
        if let Err(error) = printed {
            self.folds().fail(error);
        }
    }
}

impl Printer<'_, '_> {
    /// Prints an entry with `print`, or as its number.
    pub(super) fn folded(
        &mut self,
        entry: Entry,
        print: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let Some(folds) = &mut self.folds else { return print(self) };
        if folds.depth >= MAX_NESTED || folds.is_numbered(entry) {
            return self.refer(entry);
        }
        folds.depth += 1;
        let start = self.out.mark();
        let outer = self.out.limit(self.out.size().saturating_add(MAX_INLINE));
        let printed = print(self).and_then(|()| self.out.room());
        self.out.limit(outer);
        if let Some(folds) = &mut self.folds {
            folds.depth -= 1;
        }
        if let Err(error) = printed {
            self.out.reset(start);
            if is_long(&error) {
                self.refer(entry)?;
            } else {
                self.mark(entry, error);
            }
        }
        // The text around this one can now be too long.
        self.out.room()
    }

    /// Prints the number of an entry.
    fn refer(&mut self, entry: Entry) -> Result<()> {
        if let Some(folds) = &mut self.folds {
            folds.number(entry);
        }
        self.out.push_str(&entry.to_string());
        Ok(())
    }

    /// Prints that an entry cannot be printed, and stores the error.
    fn mark(&mut self, entry: Entry, error: Error) {
        self.out.push_str(&entry.bad());
        if let Some(folds) = &mut self.folds {
            folds.fail(error);
        }
    }

    fn content(&mut self, entry: Entry) -> Result<()> {
        match entry {
            Entry::Attribute(id) => self.attribute_content(id, false),
            Entry::Type(id) => self.type_content(id),
            Entry::String(id) => self.string_content(id),
        }
    }
}

/// Whether an error only means that the text is too long or too deep.
fn is_long(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Limit { .. })
}
