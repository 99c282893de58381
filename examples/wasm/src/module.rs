//! A module as a whole: its sections in the order of the file.

use crate::wasm::{self, Context, Header, MAGIC, Version, section, view};
use bytespec::Result;
use bytespec::container::Part;
use bytespec::error::Context as _;
use bytespec::wire::{Cursor, Writer};

/// A module, of which a section is looked into when somebody asks.
#[derive(Clone, Debug)]
pub struct Module<'a> {
    input: &'a [u8],
    header: Header,
    cx: Context,
    /// The sections. One that is not replaced is written as it was read.
    pub sections: Vec<Part<'a>>,
}

impl<'a> Module<'a> {
    /// Opens a module of a version of the specification, which no byte tells.
    ///
    /// # Errors
    /// Bytes that are no module, and sections that lead past its end.
    pub fn open(input: &'a [u8], version: Version) -> Result<Self> {
        let cx = Context::new(version);
        let mut cursor = Cursor::new(input);
        wasm::read_magic(&mut cursor)?;
        let header = Header::read(&mut cursor, &cx).field("header")?;
        let found = wasm::CONTAINER.read(&mut cursor, version as u32)?;
        let sections = found.iter().map(|section| section.part(input)).collect::<Result<_>>()?;
        Ok(Module { input, header, cx, sections })
    }

    /// What readers and writers of parts need.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.cx
    }

    /// Cursors over the payloads of the sections with an id.
    ///
    /// # Errors
    /// None.
    pub fn find(&self, id: u8) -> impl Iterator<Item = Result<Cursor<'_>>> {
        let sections = self.sections.iter().filter(move |section| section.id == id);
        sections.map(|section| section.cursor(self.input))
    }

    /// The imports.
    ///
    /// # Errors
    /// The first thing that is not as the schema says, with its offset.
    pub fn imports(&self) -> Result<Vec<wasm::Import>> {
        let mut imports = Vec::new();
        for cursor in self.find(section::IMPORT) {
            let section = view::ImportSection::read(&mut cursor?, &self.cx).item("import")?;
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
        for cursor in self.find(section::EXPORT) {
            let section = view::ExportSection::read(&mut cursor?, &self.cx).item("export")?;
            exports.extend(section.exports.iter().map(|export| export.to_owned()));
        }
        Ok(exports)
    }

    /// Calls `visit` with each instruction of each body.
    ///
    /// # Errors
    /// The first thing that is not as the schema says, with its offset.
    pub fn instructions<'m>(&'m self, mut visit: impl FnMut(view::Instruction<'m>)) -> Result<()> {
        for cursor in self.find(section::CODE) {
            let code = view::CodeSection::read(&mut cursor?, &self.cx).item("code")?;
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
        for section in self.sections.iter_mut().filter(|section| section.id == section::EXPORT) {
            let mut cursor = section.cursor(self.input)?;
            let view = view::ExportSection::read(&mut cursor, &self.cx).item("export")?;
            let mut owned = view.to_owned()?;
            let mut named: Vec<_> =
                owned.exports.iter_mut().filter(|export| export.name == from).collect();
            if named.is_empty() {
                continue;
            }
            named.iter_mut().for_each(|export| export.name = to.to_owned());
            let mut payload = Writer::new();
            owned.write(&mut payload, &mut self.cx)?;
            section.payload = payload.into_bytes().into();
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
        section.write(&mut payload, &mut self.cx)?;
        self.sections.push(Part::new(section::CUSTOM, payload.into_bytes()));
        Ok(())
    }

    /// Writes the module.
    ///
    /// # Errors
    /// Those of the header, and sections that a module does not have so.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        writer.bytes(&MAGIC);
        self.header.write(&mut writer, &mut self.cx.clone())?;
        let ids = self.sections.iter().map(|section| section.id);
        wasm::CONTAINER.check(ids, self.cx.version() as u32)?;
        for section in &self.sections {
            wasm::CONTAINER.write_part(&mut writer, section);
        }
        Ok(writer.into_bytes())
    }
}
