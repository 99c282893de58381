//! Entries of tables, spelled as long as the listing is in proportion to its file, and by number from there on.

use crate::formats::bounds::Allowance;
use bytespec::mlir::{AttributeId, Entry, Module, Spelling, StringId, TypeId};

/// Spells what stands in a file.
#[derive(Debug)]
pub(crate) struct Speller<'m> {
    spelling: Spelling<'m>,
    /// What may still be spelled where it is referred to.
    pub(super) allowance: Allowance,
}

impl<'m> Speller<'m> {
    /// Spells what the tables of a file of so many bytes hold.
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

    /// Adds an attribute.
    pub(crate) fn attribute(&mut self, out: &mut String, id: AttributeId) {
        self.spell(out, |spelling, out| spelling.attribute(out, id));
    }

    /// Adds a location.
    pub(super) fn location(&mut self, out: &mut String, id: AttributeId) {
        self.spell(out, |spelling, out| {
            out.push_str(" loc(");
            spelling.location(out, id);
            out.push(')');
        });
    }

    /// Adds a type.
    pub(crate) fn ty(&mut self, out: &mut String, id: TypeId) {
        self.spell(out, |spelling, out| spelling.ty(out, id));
    }

    /// Adds a string, in quotes.
    pub(super) fn string(&mut self, out: &mut String, id: StringId) {
        self.spell(out, |spelling, out| spelling.string(out, id));
    }

    /// The next entry that was referred to by number, in full.
    pub(super) fn next_apart(&mut self) -> Option<(Entry, String)> {
        if self.allowance.is_spent() {
            self.spelling.by_number();
        }
        let (entry, text) = self.spelling.next_apart()?;
        self.allowance.spend(text.len());
        Some((entry, text))
    }

    /// Keeps an error of something that is marked in the listing.
    pub(super) fn fail(&mut self, error: bytespec::Error) {
        self.spelling.fail(error);
    }

    /// The first error of what is marked.
    pub(crate) fn failure(&mut self) -> Option<bytespec::Error> {
        self.spelling.failure()
    }
}
