//! Checks that references lead to entries of the kind that the schema requires.

use super::Module;
use crate::dialect::Table;
use crate::generated::{AttributeId, TypeId};
use crate::tables::entry::{Attribute, Described, EntryForm, FormOf, Handle};
use crate::tables::names::wrong_entry;
use bytespec_core::error::{Error, Result};
use bytespec_core::reflect::Kinds;

/// The entry that was checked last, and its kinds: most locations of a file follow each other.
pub(crate) type Last = Option<(Handle, &'static Kinds)>;

impl Module<'_> {
    /// Checks that every reference in an entry leads to an entry of the kind that the schema requires: for example, a file
    /// location must refer to the name of a file. An entry that no schema describes matches every kind that its dialect can
    /// have.
    ///
    /// # Errors
    /// The first wrong reference, with the entry and its field; an index past a table; an entry that cannot be read.
    pub fn check_references(&self, entry: impl Into<Handle>) -> Result<()> {
        self.check_kinds(entry.into(), &mut None)
    }

    fn check_kinds(&self, entry: Handle, last: &mut Last) -> Result<()> {
        match entry {
            Handle::Attribute(id) => self.check_form_kinds(id, &self.attribute(id)?, last),
            Handle::Type(id) => self.check_form_kinds(id, &self.ty(id)?, last),
        }
    }

    /// Checks every reference in the attribute table and the type table, see [`Module::check_references`].
    ///
    /// # Errors
    /// Those of [`Module::check_references`].
    pub fn check_all_references(&self) -> Result<()> {
        let attributes = (0..self.attributes.len() as u32).map(|id| AttributeId(id).into());
        let types = (0..self.types.len() as u32).map(|id| TypeId(id).into());
        let mut last = None;
        attributes.chain(types).try_for_each(|entry| self.check_kinds(entry, &mut last))
    }

    /// Checks the references of a decoded entry.
    pub(crate) fn check_form_kinds<I: Described + Into<Handle>>(
        &self,
        id: I,
        form: &FormOf<'_, I>,
        last: &mut Last,
    ) -> Result<()> {
        let EntryForm::Typed(entry) = form else { return Ok(()) };
        I::kinds(entry, &mut |table, number, kinds| self.check_kind(table, number, kinds, last))
            .map_err(|error| self.refused_in(id.into(), error))
    }

    /// The error with the place of the entry that contains the reference.
    #[cold]
    fn refused_in(&self, entry: Handle, error: Error) -> Error {
        if error.offset().is_some() { error } else { self.at_entry(entry, 0, error) }
    }

    fn check_kind(
        &self,
        table: &'static str,
        number: u32,
        kinds: &'static Kinds,
        last: &mut Last,
    ) -> Result<()> {
        let table = if table == TypeId::TABLE { Table::Type } else { Table::Attribute };
        let entry = Handle::new(table, number);
        if last.is_some_and(|(fits, of)| fits == entry && std::ptr::eq(of, kinds)) {
            return Ok(());
        }
        if !self.may_be(entry, kinds)? {
            return Err(wrong_entry(table.item(), number, kinds.expected));
        }
        *last = Some((entry, kinds));
        Ok(())
    }

    /// Whether an entry can be of one of the kinds. Reads the entry.
    fn may_be(&self, entry: Handle, kinds: &Kinds) -> Result<bool> {
        Ok(match entry {
            Handle::Attribute(id) => may_be::<AttributeId>(&self.attribute(id)?, kinds),
            Handle::Type(id) => may_be::<TypeId>(&self.ty(id)?, kinds),
        })
    }

    /// Refuses an attribute that is not a location. An entry that no schema describes is accepted.
    pub(crate) fn check_location(&self, id: AttributeId) -> Result<()> {
        match self.attribute(id)? {
            Attribute::Typed(entry) if entry.location().is_none() => {
                Err(self.wrong_entry(id, "a location"))
            }
            _ => Ok(()),
        }
    }
}

fn may_be<I: Described>(form: &FormOf<'_, I>, kinds: &Kinds) -> bool {
    match form {
        EntryForm::Typed(entry) => {
            let (dialect, variant) = I::names(entry);
            kinds.may_be(dialect, Some(variant))
        }
        EntryForm::Text { dialect, .. } | EntryForm::Opaque { dialect, .. } => {
            let name = std::str::from_utf8(dialect);
            name.map_or(kinds.open, |name| kinds.may_be(name, None))
        }
    }
}
