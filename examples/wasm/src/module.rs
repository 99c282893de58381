//! A module as a whole: its sections in the order of the file.

use crate::wasm::{self, Context, Header, Version, section, view};
use bytespec::Result;
use bytespec::container::{Part, Parts};
use bytespec::error::Context as _;
use bytespec::wire::{Cursor, Writer};

/// A module, of which a section is looked into when somebody asks.
#[derive(Clone, Debug)]
pub struct Module<'a> {
    /// The header and the sections. A section that is not replaced is written as it was read.
    pub parts: Parts<'a, Header, Context>,
}

impl<'a> Module<'a> {
    /// Opens a module of a version of the specification, which no byte tells.
    ///
    /// # Errors
    /// Bytes that are no module, and sections that lead past its end.
    pub fn open(input: &'a [u8], version: Version) -> Result<Self> {
        Ok(Module { parts: wasm::read_parts(input, version)? })
    }

    /// What readers and writers of parts need.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.parts.context
    }

    /// The imports.
    ///
    /// # Errors
    /// The first thing that is not as the schema says, with its offset.
    pub fn imports(&self) -> Result<Vec<wasm::Import>> {
        let mut imports = Vec::new();
        for mut cursor in self.parts.payloads(section::IMPORT) {
            let section = view::ImportSection::read(&mut cursor, self.context()).item("import")?;
            imports.extend(section.imports.iter().map(|import| import.to_owned()));
        }
        Ok(imports)
    }

    /// The exports.
    ///
    /// # Errors
    /// The first thing that is not as the schema says, with its offset.
    pub fn exports(&self) -> Result<Vec<wasm::Export>> {
        let mut exports = Vec::new();
        for mut cursor in self.parts.payloads(section::EXPORT) {
            let section = view::ExportSection::read(&mut cursor, self.context()).item("export")?;
            exports.extend(section.exports.iter().map(|export| export.to_owned()));
        }
        Ok(exports)
    }

    /// Calls `visit` with each instruction of each body.
    ///
    /// # Errors
    /// The first thing that is not as the schema says, with its offset.
    pub fn instructions<'m>(&'m self, mut visit: impl FnMut(view::Instruction<'m>)) -> Result<()> {
        for mut cursor in self.parts.payloads(section::CODE) {
            let code = view::CodeSection::read(&mut cursor, self.context()).item("code")?;
            for (index, body) in code.bodies.iter().enumerate() {
                let body = body.get().index(index as u64).field("bodies")?;
                body.instructions.iter().for_each(&mut visit);
            }
        }
        Ok(())
    }

    /// Gives every export that is called `from` another name.
    ///
    /// # Errors
    /// A section of exports that cannot be read.
    pub fn rename_export(&mut self, from: &str, to: &str) -> Result<()> {
        let mut context = *self.context();
        let renamed = |mut cursor: Cursor<'_>| {
            let view = view::ExportSection::read(&mut cursor, &context).item("export")?;
            if view.exports.iter().all(|export| export.name != from) {
                return Ok(None);
            }
            let mut owned = view.to_owned()?;
            let named = owned.exports.iter_mut().filter(|export| export.name == from);
            named.for_each(|export| export.name = to.to_owned());
            let mut payload = Writer::new();
            owned.write(&mut payload, &mut context)?;
            Ok(Some(payload.into_bytes()))
        };
        let payloads: Vec<_> =
            self.parts.payloads(section::EXPORT).map(renamed).collect::<Result<_>>()?;
        let sections = self.parts.sections.iter_mut();
        let exports = sections.filter(|section| section.id == section::EXPORT);
        for (section, payload) in exports.zip(payloads) {
            payload.into_iter().for_each(|payload| section.replace(payload));
        }
        Ok(())
    }

    /// Appends a custom section.
    ///
    /// # Errors
    /// None.
    pub fn add_custom(&mut self, name: &str, content: &[u8]) -> Result<()> {
        let section = wasm::CustomSection { name: name.to_owned(), content: content.to_vec() };
        let mut payload = Writer::new();
        section.write(&mut payload, &mut self.parts.context)?;
        self.parts.sections.push(Part::new(section::CUSTOM, payload.into_bytes()));
        Ok(())
    }

    /// Writes the module.
    ///
    /// # Errors
    /// Those of the header, and sections that a module does not have so.
    pub fn write(&self) -> Result<Vec<u8>> {
        wasm::write_parts(&self.parts)
    }
}
