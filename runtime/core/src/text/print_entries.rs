//! Prints what templates refer to.

use super::output::Print;
use crate::error::{Error, Result};
use crate::reflect::{Names, Reflect};
use std::cell::RefCell;
use std::fmt::{self, Write};

/// A printer of the entries of tables that templates refer to.
pub trait PrintEntries: Print {
    /// Keeps the text in the buffer from now on, or no longer. Calls come in pairs, which can be nested.
    fn hold(&mut self, _hold: bool) {}

    /// Counts text that was printed separately.
    fn count(&mut self, _size: usize) {}

    /// Prints an entry of a table.
    ///
    /// # Errors
    /// Those of the entry.
    fn reference(&mut self, table: &'static str, index: u32) -> Result<()>;

    /// Prints an entry whose place determines the beginning of its text, see [`Names::shortened`].
    ///
    /// # Errors
    /// Those of the entry.
    fn shortened(
        &mut self,
        table: &'static str,
        index: u32,
        _before: &str,
        _after: &str,
    ) -> Result<()> {
        self.reference(table, index)
    }

    /// Prints a missing reference, which listings show as `word`.
    fn absent(&mut self, word: &'static str) {
        self.out().push_str(word);
    }

    /// Prints a value inside of another, unless its template does, and returns whether it did.
    ///
    /// # Errors
    /// Those of the value.
    fn item(&mut self, _item: &dyn Reflect) -> Result<bool> {
        Ok(false)
    }
}

/// Prints to the text of a printer, with the names that the printer prints. On failure, the text is as before.
///
/// # Errors
/// Those of the printer, and otherwise those of `print`.
pub fn with_names<T>(
    printer: &mut dyn PrintEntries,
    print: impl FnOnce(&mut dyn Write, &dyn Names) -> Result<T>,
) -> Result<T> {
    let start = printer.out().len();
    printer.hold(true);
    let nested = Nested { printer: RefCell::new(printer), failure: RefCell::new(None) };
    let printed = print(&mut &nested, &nested);
    let Nested { printer, failure } = nested;
    let printer = printer.into_inner();
    printer.hold(false);
    let printed = failure.into_inner().map_or(printed, Err);
    if printed.is_err() {
        printer.out().truncate(start);
    }
    printed
}

/// Gives a template access to the printer.
struct Nested<'n> {
    printer: RefCell<&'n mut dyn PrintEntries>,
    failure: RefCell<Option<Error>>,
}

impl Nested<'_> {
    /// Prints separately, and writes the resulting text.
    fn separately<T>(
        &self,
        f: &mut dyn Write,
        print: impl FnOnce(&mut dyn PrintEntries) -> Result<T>,
    ) -> Result<T, fmt::Error> {
        let (printed, text) = {
            let mut printer = self.printer.borrow_mut();
            let start = printer.out().len();
            let printed = print(&mut **printer);
            let text = printer.out().split_off(start);
            printer.count(text.len());
            (printed, text)
        };
        match printed {
            Ok(value) => f.write_str(&text).map(|()| value),
            Err(error) => {
                self.failure.borrow_mut().get_or_insert(error);
                Err(fmt::Error)
            }
        }
    }
}

impl Write for &Nested<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.printer.borrow_mut().out().push_str(text);
        Ok(())
    }
}

impl Names for Nested<'_> {
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
        self.separately(f, |printer| printer.reference(table, index))
    }

    fn shortened(
        &self,
        f: &mut dyn Write,
        table: &'static str,
        index: u32,
        before: &'static str,
        after: &'static str,
    ) -> fmt::Result {
        self.separately(f, |printer| printer.shortened(table, index, before, after))
    }

    fn absent(&self, f: &mut dyn Write, word: &'static str) -> fmt::Result {
        self.separately(f, |printer| {
            printer.absent(word);
            Ok(())
        })
    }

    fn item(&self, f: &mut dyn Write, item: &dyn Reflect) -> Result<bool, fmt::Error> {
        self.separately(f, |printer| printer.item(item))
    }
}
