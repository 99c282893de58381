//! Entries of tables as text for listings: in proportion to the file, and whatever it holds.
//!
//! An entry with a long text is referred to by its number and spelled once, separate, and so is one that lies deep inside
//! others. Chains, circles and entries that are used again and again thus end.

use super::super::generated::{AttributeId, StringId, TypeId};
use super::super::module::Module;
use super::folds::{Entry, Folds};
use super::options::PrintOptions;
use super::print_cache::PrintCache;
use super::printer::Printer;
use bytespec_core::error::{Error, ErrorKind, Result};
use std::fmt;

/// What is longer is spelled separate, in bytes.
const MAX_SPELLED: usize = 512;
/// The most that is spelled of one entry, in bytes.
const MAX_APART: usize = 1 << 20;
/// How many entries of each table are kept spelled.
const MAX_KEPT: usize = 1 << 12;
/// Entries are spelled inside one another up to this depth.
const MAX_NESTED: u32 = 64;

/// Spells what a module's tables hold as the textual form does, for listings: an entry that is long, or deep inside of others,
/// is a number (`#5`, `!5`, `string 5`) and spelled once by [`Spelling::next_apart`]; of many elements the first ones are shown;
/// and what cannot be spelled is marked, `<bad attribute 5>`, with the error in [`Spelling::failure`].
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
/// assert!(spelling.next_apart().is_none() && spelling.failure().is_none());
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
    /// Spells what the tables of a module hold; its operations are not looked at, see [`Module::tables`].
    #[must_use]
    pub fn new(module: &'m Module<'m>) -> Self {
        let mut printer = Printer::of_entry(module, PrintOptions::default(), usize::MAX);
        (printer.cache, printer.folds) =
            (PrintCache::of_first(module, MAX_KEPT), Some(Folds::default()));
        Spelling { printer }
    }

    /// From here on refers to what does not lie in another entry by number.
    pub fn by_number(&mut self) {
        self.folds().by_number = true;
    }

    /// Adds an attribute to a text.
    pub fn attribute(&mut self, out: &mut String, id: AttributeId) {
        self.add(out, |printer| printer.attribute(id, false));
    }

    /// Adds a location to a text, without the word in front that it has as an attribute.
    pub fn location(&mut self, out: &mut String, id: AttributeId) {
        self.add(out, |printer| printer.location(id));
    }

    /// Adds a type to a text.
    pub fn ty(&mut self, out: &mut String, id: TypeId) {
        self.add(out, |printer| printer.ty(id));
    }

    /// Adds a string to a text, as a literal.
    pub fn string(&mut self, out: &mut String, id: StringId) {
        self.add(out, |printer| printer.string(id));
    }

    /// The next entry that was referred to by number, in full: what is longer than a megabyte ends in `...`. What lies in it
    /// may be referred to by number, too, and comes later.
    pub fn next_apart(&mut self) -> Option<(Entry, String)> {
        let entry = self.folds().next()?;
        let mut out = String::new();
        let max = self.printer.printed().saturating_add(MAX_APART);
        let outer = std::mem::replace(&mut self.printer.max, max);
        self.add(&mut out, |printer| match printer.content(entry) {
            Err(error) if is_long(&error) => Ok(()),
            Err(error) => {
                printer.out.clear();
                printer.mark(entry, error);
                Ok(())
            }
            Ok(()) => Ok(()),
        });
        self.printer.max = outer;
        if out.len() > MAX_APART {
            let end = (0..=MAX_APART).rev().find(|end| out.is_char_boundary(*end));
            out.truncate(end.unwrap_or(0));
            out.push_str(" ...");
        }
        Some((entry, out))
    }

    /// Keeps the error of something else that could not be shown, if it is the first one.
    pub fn fail(&mut self, error: Error) {
        self.folds().fail(error);
    }

    /// The error of the first entry that could not be spelled, once.
    pub fn failure(&mut self) -> Option<Error> {
        self.folds().failure()
    }

    fn folds(&mut self) -> &mut Folds {
        self.printer.folds.get_or_insert_default()
    }

    fn add(&mut self, out: &mut String, print: impl FnOnce(&mut Printer<'m, 'm>) -> Result<()>) {
        std::mem::swap(&mut self.printer.out, out);
        let printed = print(&mut self.printer);
        std::mem::swap(&mut self.printer.out, out);
        if let Err(error) = printed {
            self.folds().fail(error);
        }
    }
}

impl Printer<'_, '_> {
    /// Prints an entry by what `print` prints, or by its number.
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
        let (start, separate) = (self.out.len(), self.separate);
        let limit = self.printed().saturating_add(MAX_SPELLED);
        let outer = std::mem::replace(&mut self.max, limit);
        let printed = print(self).and_then(|()| self.room());
        self.max = outer;
        if let Some(folds) = &mut self.folds {
            folds.depth -= 1;
        }
        if let Err(error) = printed {
            self.out.truncate(start);
            self.separate = separate;
            if is_long(&error) {
                self.refer(entry)?;
            } else {
                self.mark(entry, error);
            }
        }
        // The one that this lies in may have become too long.
        self.room()
    }

    /// Prints the number of an entry.
    fn refer(&mut self, entry: Entry) -> Result<()> {
        if let Some(folds) = &mut self.folds {
            folds.number(entry);
        }
        self.out.push_str(&entry.to_string());
        Ok(())
    }

    /// Prints that an entry cannot be spelled, and keeps the error.
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

/// Whether an error says no more than that there is much.
fn is_long(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Limit { .. })
}
