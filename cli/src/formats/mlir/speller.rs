//! Prints table entries in place while the listing is in proportion to its file, and after that by number.

use crate::formats::bounds::Allowance;
use bytespec::mlir::{AttributeId, Entry, Module, Spelling, StringId, TypeId};

/// Prints the entries of a file.
#[derive(Debug)]
pub(crate) struct Speller<'m> {
    spelling: Spelling<'m>,
    /// The remaining allowance for entries in place.
    pub(super) allowance: Allowance,
}

impl<'m> Speller<'m> {
    /// A printer for the table entries of a file of `size` bytes.
    pub(crate) fn new(tables: &'m Module<'m>, size: usize) -> Self {
        Speller { spelling: Spelling::new(tables), allowance: Allowance::of(size) }
    }

    fn spell(&mut self, out: &mut String, spell: impl FnOnce(&mut Spelling<'m>, &mut String)) {
        if self.allowance.is_spent() {
            self.spelling.by_number();
        }
        let start = out.len();
        spell(&mut self.spelling, out);
        self.allowance.spend(out.len() - start);
    }

    /// Appends an attribute.
    pub(crate) fn attribute(&mut self, out: &mut String, id: AttributeId) {
        self.spell(out, |spelling, out| spelling.attribute(out, id));
    }

    /// Appends a location.
    pub(super) fn location(&mut self, out: &mut String, id: AttributeId) {
        self.spell(out, |spelling, out| {
            out.push_str(" loc(");
            spelling.location(out, id);
            out.push(')');
        });
    }

    /// Appends a type.
    pub(crate) fn ty(&mut self, out: &mut String, id: TypeId) {
        self.spell(out, |spelling, out| spelling.ty(out, id));
    }

    /// Appends a string, in quotes.
    pub(super) fn string(&mut self, out: &mut String, id: StringId) {
        self.spell(out, |spelling, out| spelling.string(out, id));
    }

    /// The next entry that was referred to by number, in full.
    pub(super) fn next_numbered(&mut self) -> Option<(Entry, String)> {
        if self.allowance.is_spent() {
            self.spelling.by_number();
        }
        let (entry, text) = self.spelling.next_numbered()?;
        self.allowance.spend(text.len());
        Some((entry, text))
    }

    /// Stores an error of an item that is marked in the listing.
    pub(super) fn fail(&mut self, error: bytespec::Error) {
        self.spelling.fail(error);
    }

    /// Takes the first error of a marked item.
    pub(crate) fn failure(&mut self) -> Option<bytespec::Error> {
        self.spelling.failure()
    }
}
