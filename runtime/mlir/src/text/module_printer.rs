//! Prints the whole text: aliases, the operation, more aliases, resources.

use super::collect::aliases;
use super::places::Object;
use super::printer::Printer;
use crate::module::ir::OpId;
use bytespec_core::error::Result;

impl Printer<'_, '_> {
    /// Prints an operation, the aliases before and after it, and resources.
    pub(super) fn all(&mut self, top: OpId) -> Result<()> {
        let (aliases, shapes) = aliases(self, top)?;
        self.aliases = aliases;
        self.cache.shape(shapes);
        self.alias_lines(false)?;
        self.operation(top)?;
        self.out.push('\n');
        self.alias_lines(true)?;
        self.resource_section()?;
        self.out.room()?;
        self.out.flush()
    }

    fn alias_lines(&mut self, deferred: bool) -> Result<()> {
        for (object, name) in self.aliases.lines(deferred) {
            self.out.push_str(&name);
            self.out.push_str(" = ");
            match object {
                Object::Attribute(id) => self
                    .attribute_content(id, false)
                    .map_err(|error| self.module.within_entry(id, error))?,
                Object::Type(id) => {
                    self.type_content(id).map_err(|error| self.module.within_entry(id, error))?;
                }
                Object::UnknownLocation => self.out.push_str("loc(unknown)"),
            }
            self.out.push('\n');
            self.out.flush_if_full()?;
        }
        Ok(())
    }
}
