//! Checks that references lead to entries of the kind that the schema requires.

use super::Module;
use crate::generated::{AttributeId, TypeId};
use crate::tables::entry::{Attribute, Handle, Type};
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
            Handle::Attribute(id) => self.check_attribute_kinds(id, &self.attribute(id)?, last),
            Handle::Type(id) => self.check_type_kinds(id, &self.ty(id)?, last),
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

    /// Checks the references of a decoded attribute.
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

    /// Checks the references of a decoded type.
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

    /// Whether an entry can be of one of the kinds. Reads the entry.
    fn may_be(&self, entry: Handle, kinds: &Kinds) -> Result<bool> {
        let (dialect, variant) = match entry {
            Handle::Attribute(id) => match self.attribute(id)? {
                Attribute::Typed(entry) => (entry.dialect(), entry.variant_name()),
                Attribute::Text { dialect, .. } | Attribute::Opaque { dialect, .. } => {
                    return Ok(may_be_undescribed(kinds, dialect));
                }
            },
            Handle::Type(id) => match self.ty(id)? {
                Type::Typed(entry) => (entry.dialect(), entry.variant_name()),
                Type::Text { dialect, .. } | Type::Opaque { dialect, .. } => {
                    return Ok(may_be_undescribed(kinds, dialect));
                }
            },
        };
        Ok(kinds.may_be(dialect, Some(variant)))
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

/// Whether an entry that no schema describes, or that is text, can be of one of the kinds.
fn may_be_undescribed(kinds: &Kinds, dialect: &[u8]) -> bool {
    std::str::from_utf8(dialect).map_or(kinds.open, |dialect| kinds.may_be(dialect, None))
}
