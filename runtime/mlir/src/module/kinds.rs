//! Whether what entries refer to is of the kind that the schema says.

use super::Module;
use crate::generated::{AttributeId, TypeId};
use crate::tables::entry::{Attribute, Handle, Type};
use crate::tables::names::wrong_entry;
use bytespec_core::error::{Error, Result};
use bytespec_core::reflect::Kinds;

/// The entry that a reference led to last, and the kinds that it is of: most locations of one file stand behind each other.
pub(crate) type Last = Option<(Handle, &'static Kinds)>;

impl Module<'_> {
    /// Checks that every reference in an entry leads to one of the kind that the schema says, as a location leads to the name of
    /// a file. What no schema describes is of any kind that its dialect may have.
    ///
    /// # Errors
    /// The first reference that does not, with the entry and its field; an index past a table, or an entry that cannot be read.
    pub fn check_references(&self, entry: impl Into<Handle>) -> Result<()> {
        self.check_kinds(entry.into(), &mut None)
    }

    fn check_kinds(&self, entry: Handle, last: &mut Last) -> Result<()> {
        match entry {
            Handle::Attribute(id) => self.check_attribute_kinds(id, &self.attribute(id)?, last),
            Handle::Type(id) => self.check_type_kinds(id, &self.ty(id)?, last),
        }
    }

    /// Checks every reference of the attribute and the type table, see [`Module::check_references`].
    ///
    /// # Errors
    /// Those of [`Module::check_references`].
    pub fn check_all_references(&self) -> Result<()> {
        let attributes = (0..self.attributes.len() as u32).map(|id| AttributeId(id).into());
        let types = (0..self.types.len() as u32).map(|id| TypeId(id).into());
        let mut last = None;
        attributes.chain(types).try_for_each(|entry| self.check_kinds(entry, &mut last))
    }

    /// Checks the references of an attribute that was read.
    pub(crate) fn check_attribute_kinds(
        &self,
        id: AttributeId,
        attribute: &Attribute<'_>,
        last: &mut Last,
    ) -> Result<()> {
        let Attribute::Typed(entry) = attribute else { return Ok(()) };
        entry
            .kinds(&mut |table, number, kinds| self.check_kind(table, number, kinds, last))
            .map_err(|error| self.refused_in(id.into(), error))
    }

    /// Checks the references of a type that was read.
    pub(crate) fn check_type_kinds(
        &self,
        id: TypeId,
        ty: &Type<'_>,
        last: &mut Last,
    ) -> Result<()> {
        let Type::Typed(entry) = ty else { return Ok(()) };
        entry
            .kinds(&mut |table, number, kinds| self.check_kind(table, number, kinds, last))
            .map_err(|error| self.refused_in(id.into(), error))
    }

    /// An error with the place of the entry that has the reference.
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
        let (entry, table) = match table == TypeId::TABLE {
            true => (Handle::Type(TypeId(number)), "type"),
            false => (Handle::Attribute(AttributeId(number)), "attribute"),
        };
        if last.is_some_and(|(fits, of)| fits == entry && std::ptr::eq(of, kinds)) {
            return Ok(());
        }
        if !self.may_be(entry, kinds)? {
            return Err(wrong_entry(table, number, kinds.expected));
        }
        *last = Some((entry, kinds));
        Ok(())
    }

    /// Reads an entry to see whether it may be of one of the kinds.
    fn may_be(&self, entry: Handle, kinds: &Kinds) -> Result<bool> {
        let (dialect, variant) = match entry {
            Handle::Attribute(id) => match self.attribute(id)? {
                Attribute::Typed(entry) => (entry.dialect(), entry.variant_name()),
                Attribute::Text { dialect, .. } | Attribute::Opaque { dialect, .. } => {
                    return Ok(unread(kinds, dialect));
                }
            },
            Handle::Type(id) => match self.ty(id)? {
                Type::Typed(entry) => (entry.dialect(), entry.variant_name()),
                Type::Text { dialect, .. } | Type::Opaque { dialect, .. } => {
                    return Ok(unread(kinds, dialect));
                }
            },
        };
        Ok(kinds.may_be(dialect, Some(variant)))
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
