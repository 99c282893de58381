//! Default values for what a text omits.

use super::super::super::generated::{AttributeId, defaults, dialect_defaults};
use super::attributes::Entry;
use super::parser::Parser;
use super::state::OpKind;
use crate::operations::properties::Property;
use bytespec_core::error::Result;
use bytespec_core::properties::{DefaultValue, Field};
use std::mem::swap;

impl Parser<'_, '_> {
    /// The default values of a release for the operations with a name.
    pub(super) fn defaults_of(&self, name: &str) -> &'static [DefaultValue] {
        let (dialect, operation) = name.split_once('.').unwrap_or((name, ""));
        let record = self.module.record_by_name(dialect);
        let of_release = defaults(self.release, record, dialect, operation);
        // Text does not state the release of a dialect that has its own.
        let newest = || dialect_defaults(dialect, operation).last().map(|range| range.value);
        of_release.or_else(newest).unwrap_or_default()
    }

    /// Adds the missing properties, and moves entries that are not properties in the release to the attributes.
    pub(super) fn give_properties(
        &mut self,
        kind: OpKind,
        fields: &'static [Field],
        list: &mut Vec<Property>,
        others: &mut Vec<Entry>,
        offset: usize,
    ) -> Result<()> {
        for default in kind.defaults {
            let Some(field) = fields.iter().find(|field| field.name == default.name) else {
                self.give_one(default, others, offset)?;
                continue;
            };
            if !list.iter().any(|property| property.name == field.name) {
                let name = self.module.add_string(default.name.as_bytes())?;
                let value = self.default_value(default)?;
                let value = self.property_value(field, &Entry { name, offset, value })?;
                list.push(Property { name: field.name, value });
            }
        }
        Ok(())
    }

    /// Adds the missing attributes of an operation without properties.
    pub(super) fn give_entries(
        &mut self,
        kind: OpKind,
        entries: &mut Vec<Entry>,
        offset: usize,
    ) -> Result<()> {
        kind.defaults.iter().try_for_each(|default| self.give_one(default, entries, offset))
    }

    fn give_one(
        &mut self,
        default: &'static DefaultValue,
        entries: &mut Vec<Entry>,
        offset: usize,
    ) -> Result<()> {
        let name = self.module.add_string(default.name.as_bytes())?;
        if !entries.iter().any(|other| other.name == name) {
            let value = self.default_value(default)?;
            entries.push(Entry { name, offset, value });
        }
        Ok(())
    }

    fn default_value(&mut self, default: &'static DefaultValue) -> Result<AttributeId> {
        match self.given.get(default.text) {
            Some(id) => Ok(*id),
            None => self.read_default(default.text),
        }
    }

    /// Parses the text of a default value, once for a module.
    fn read_default(&mut self, text: &'static str) -> Result<AttributeId> {
        let mut parser = Parser::new(text, self.options);
        parser.release = self.release;
        swap(&mut parser.module, &mut self.module);
        swap(&mut parser.llvm, &mut self.llvm);
        let read = parser.attribute();
        swap(&mut parser.module, &mut self.module);
        swap(&mut parser.llvm, &mut self.llvm);
        let id = read?;
        self.given.insert(text, id);
        Ok(id)
    }
}
