//! Parses the text of one attribute or type into an existing module.

use super::super::super::edit::Import;
use super::super::super::generated::{AttributeId, TypeId};
use super::super::super::module::Module;
use super::options::ParseOptions;
use super::parser::Parser;
use super::types::here;
use bytespec_core::error::{Error, Result};
use bytespec_core::text::{Kind, ParseErrors};

impl Module<'_> {
    /// Parses a type in MLIR syntax, such as `tensor<4xf32>`, and returns its number. Adds the type if the table does not have
    /// it.
    ///
    /// # Errors
    /// Errors in the text, and a type that the release or version does not have.
    pub fn parse_type(&mut self, text: &str) -> Result<TypeId, ParseErrors> {
        self.parse_entry(text, |parser| parser.ty(), |import, module, id| import.ty(module, id))
    }

    /// Parses an attribute in MLIR syntax, such as `dense<1> : tensor<4xi8>`, and returns its number. Adds the attribute if the
    /// table does not have it. The name of a resource refers to that of the module.
    ///
    /// # Errors
    /// Errors in the text, and an attribute that the release or version does not have.
    pub fn parse_attribute(&mut self, text: &str) -> Result<AttributeId, ParseErrors> {
        let take = |import: &mut Import<'_>, module: &mut Self, id| import.attribute(module, id);
        self.parse_entry(text, |parser| parser.attribute(), take)
    }

    fn parse_entry<I: Copy>(
        &mut self,
        text: &str,
        read: impl FnOnce(&mut Parser<'_, '_>) -> Result<I>,
        take: impl FnOnce(&mut Import<'_>, &mut Self, I) -> Result<I>,
    ) -> Result<I, ParseErrors> {
        let options = ParseOptions::default()
            .producer(self.producer().into_owned())
            .release(self.release())
            .registry(self.registry().clone());
        let failed = |error: Error| ParseErrors::new(&options.file_name, text, &[error.or_at(0)]);
        let mut parser = Parser::new(text, &options);
        parser.module.take_dialect_versions(self).map_err(failed)?;
        let (module, id) = parser.entry(read)?;
        let mut import = Import::new(&module, self).map_err(failed)?;
        take(&mut import, self, id).map_err(failed)
    }
}

impl Parser<'_, '_> {
    /// Parses one entry, and refuses text after it.
    fn entry<I>(
        mut self,
        read: impl FnOnce(&mut Self) -> Result<I>,
    ) -> Result<(Module<'static>, I), ParseErrors> {
        match self.only_entry(read) {
            Ok(id) => Ok((self.module, id)),
            Err(error) => {
                self.errors.insert(0, error);
                Err(ParseErrors::new(&self.options.file_name, self.scanner.text(), &self.errors))
            }
        }
    }

    /// Parses one entry, and refuses text after it. Errors in names of locations are added to the errors.
    pub(super) fn only_entry<I>(&mut self, read: impl FnOnce(&mut Self) -> Result<I>) -> Result<I> {
        let id = read(self).and_then(|id| match self.scanner.kind() {
            Kind::End => Ok(id),
            _ => Err(self.scanner.expected("the end")),
        });
        self.resolve_locations();
        let id = id.and_then(|id| self.spell_llvm().map(|()| id));
        let id = id.map_err(|error| here(error, 0))?;
        if self.errors.is_empty() { Ok(id) } else { Err(self.errors.remove(0)) }
    }
}
