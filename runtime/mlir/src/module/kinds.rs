//! Whether what entries refer to is of the kind that the schema says.

use super::Module;
use crate::generated::{AttributeId, TypeId};
use crate::tables::entry::{Attribute, Handle, Type};
use crate::tables::names::wrong_entry;
use bytespec_core::error::{Error, Result};
use bytespec_core::reflect::Kinds;

impl Module<'_> {
    /// Checks that every reference in an entry leads to one of the kind that the schema says, as a location leads to the name of
    /// a file. What no schema describes is of any kind that its dialect may have.
    ///
    /// # Errors
    /// The first reference that does not, with the entry and its field; an index past a table, or an entry that cannot be read.
    pub fn check_references(&self, entry: impl Into<Handle>) -> Result<()> {
        match entry.into() {
            Handle::Attribute(id) => self.check_attribute_kinds(id, &self.attribute(id)?),
            Handle::Type(id) => self.check_type_kinds(id, &self.ty(id)?),
        }
    }

    /// Checks every reference of the attribute and the type table, see [`Module::check_references`].
    ///
    /// # Errors
    /// Those of [`Module::check_references`].
    pub fn check_all_references(&self) -> Result<()> {
        let attributes = (0..self.attributes.len() as u32).map(AttributeId);
        attributes.into_iter().try_for_each(|id| self.check_references(id))?;
        (0..self.types.len() as u32).map(TypeId).try_for_each(|id| self.check_references(id))
    }

    /// Checks the references of an attribute that was read.
    pub(crate) fn check_attribute_kinds(
        &self,
        id: AttributeId,
        attribute: &Attribute<'_>,
    ) -> Result<()> {
        let Attribute::Typed(entry) = attribute else { return Ok(()) };
        entry
            .kinds(&mut |table, number, kinds| self.check_kind(table, number, kinds))
            .map_err(|error| self.refused_in(id.into(), error))
    }

    /// Checks the references of a type that was read.
    pub(crate) fn check_type_kinds(&self, id: TypeId, ty: &Type<'_>) -> Result<()> {
        let Type::Typed(entry) = ty else { return Ok(()) };
        entry
            .kinds(&mut |table, number, kinds| self.check_kind(table, number, kinds))
            .map_err(|error| self.refused_in(id.into(), error))
    }

    /// An error with the place of the entry that has the reference.
    #[cold]
    fn refused_in(&self, entry: Handle, error: Error) -> Error {
        if error.offset().is_some() { error } else { self.at_entry(entry, 0, error) }
    }

    fn check_kind(&self, table: &'static str, number: u32, kinds: &'static Kinds) -> Result<()> {
        let is_type = table == TypeId::TABLE;
        let fits = match is_type {
            true => match self.ty(TypeId(number))? {
                Type::Typed(entry) => kinds.may_be(entry.dialect(), Some(entry.variant_name())),
                Type::Text { dialect, .. } | Type::Opaque { dialect, .. } => unread(kinds, dialect),
            },
            false => match self.attribute(AttributeId(number))? {
                Attribute::Typed(entry) => {
                    kinds.may_be(entry.dialect(), Some(entry.variant_name()))
                }
                Attribute::Text { dialect, .. } | Attribute::Opaque { dialect, .. } => {
                    unread(kinds, dialect)
                }
            },
        };
        let table = if is_type { "type" } else { "attribute" };
        if fits { Ok(()) } else { Err(wrong_entry(table, number, kinds.expected)) }
    }

    /// Refuses an attribute that is no location where one must be. What no schema describes may be one.
    pub(crate) fn check_location(&self, id: AttributeId) -> Result<()> {
        match self.attribute(id)? {
            Attribute::Typed(entry) if entry.location().is_none() => {
                Err(self.wrong_entry(id, "a location"))
            }
            _ => Ok(()),
        }
    }
}

/// Whether an entry that no schema describes, or that is text, may be of one of the kinds.
fn unread(kinds: &Kinds, dialect: &[u8]) -> bool {
    std::str::from_utf8(dialect).map_or(kinds.open, |dialect| kinds.may_be(dialect, None))
}
