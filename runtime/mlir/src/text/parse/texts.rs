//! Parses entries of the dialect `builtin` that are text in a file.

use super::super::super::edit::Import;
use super::super::super::generated::{AttributeId, TypeId};
use super::super::super::module::Module;
use super::super::options::PrintOptions;
use super::options::ParseOptions;
use super::parser::Parser;
use crate::BUILTIN;
use crate::tables::data::Entry;
use crate::tables::entry::{Described, EntryForm, Handle, is_float};
use crate::tables::entry_table::EntryTable;
use bytespec_core::error::{Error, ErrorKind, Result};

/// Attributes that most releases store as text. The printer recognizes them by these prefixes.
const USUAL: &[&str] = &["affine_map<", "affine_set<", "strided<"];

/// The parsed content of entries that are text.
#[derive(Debug)]
pub(in super::super) struct Texts {
    /// The module with the parsed entries.
    read: Module<'static>,
    /// The entries whose decoded form differs from their text, with the parsed entry.
    made: Vec<(Handle, Handle)>,
    /// The entries with text that cannot be parsed.
    wrong: Vec<(Handle, Error)>,
}

/// The requested entries, by number.
fn positions<'e>(
    entries: &'e EntryTable,
    is_asked: impl Fn(Entry) -> bool + 'e,
) -> impl Iterator<Item = u32> + 'e {
    let numbered = entries.iter().enumerate();
    numbered.filter(move |(_, entry)| is_asked(*entry)).map(|(number, _)| number as u32)
}

impl Texts {
    /// Parses all such entries of a module.
    pub(in super::super) fn of(module: &Module<'_>) -> Self {
        let mut texts =
            Texts { read: Module::empty_like(module), made: Vec::new(), wrong: Vec::new() };
        let release = PrintOptions::default().release_of(module);
        let options = ParseOptions::default().release(release);
        let Some(builtin) = module.find_dialect(BUILTIN) else { return texts };
        // The form of an entry is known without reading it.
        let in_attributes = positions(&module.attributes, |entry| entry.is_text_of(builtin));
        let in_types = positions(&module.types, |entry| entry.is_text_of(builtin));
        let usual = |read: &Module<'_>, made, text: &str| {
            USUAL.iter().any(|start| text.starts_with(start))
                && read.display(made).to_string() == text
        };
        for id in in_attributes.map(AttributeId) {
            texts.parse(module, id, &options, |parser| parser.attribute(), usual);
        }
        for id in in_types.map(TypeId) {
            texts.parse(module, id, &options, |parser| parser.ty(), |_, _, text| is_float(text));
        }
        texts
    }

    /// Whether all entries are equal to their text.
    pub(in super::super) fn is_plain(&self) -> bool {
        self.made.is_empty() && self.wrong.is_empty()
    }

    /// The entries with text that cannot be parsed.
    pub(in super::super) fn into_wrong(self) -> Vec<(Handle, Error)> {
        self.wrong
    }

    /// Parses an entry if it is text. `is_same` is whether the parsed entry, which is not text, is printed as this text.
    fn parse<I: Described + Into<Handle>>(
        &mut self,
        module: &Module<'_>,
        id: I,
        options: &ParseOptions,
        read: fn(&mut Parser<'_, '_>) -> Result<I>,
        is_same: impl Fn(&Module<'_>, I, &str) -> bool,
    ) {
        let text = match module.form(id) {
            Ok(EntryForm::Text { text, .. }) => std::str::from_utf8(text).map_err(|_| utf8()),
            Ok(_) => return,
            Err(error) => Err(error),
        };
        let made = text.and_then(|text| {
            let made = self.entry(text, options, read)?;
            let same = match self.read.form(made)? {
                EntryForm::Text { text: other, .. } => other == text.as_bytes(),
                _ => is_same(&self.read, made, text),
            };
            Ok((made, same))
        });
        match made {
            Ok((_, true)) => {}
            Ok((made, false)) => self.made.push((id.into(), made.into())),
            Err(error) => self.wrong.push((id.into(), placed(module, id.into(), error))),
        }
    }

    /// Parses one text into the module.
    fn entry<I>(
        &mut self,
        text: &str,
        options: &ParseOptions,
        read: impl FnOnce(&mut Parser<'_, '_>) -> Result<I>,
    ) -> Result<I> {
        let mut parser = Parser::new(text, options);
        std::mem::swap(&mut parser.module, &mut self.read);
        let made = parser.only_entry(read);
        std::mem::swap(&mut parser.module, &mut self.read);
        made
    }

    /// Replaces the entries of a module by their parsed content.
    pub(in super::super) fn put_into(&self, module: &mut Module<'_>) -> Result<()> {
        let mut import = Import::new(&self.read, module)?;
        for (read, made) in &self.made {
            let made = import.entry(module, *made)?;
            module.set_entry_like(*read, made);
        }
        Ok(())
    }
}

impl Module<'_> {
    /// Parses the attributes and types of the dialect `builtin` that are text in the file, and replaces them by their content,
    /// as the reference reader does when it reads a file. Returns their number.
    ///
    /// A writer can store any entry as text. Before this call, such an entry is an
    /// [`Attribute::Text`](super::super::super::Attribute::Text), even if a dictionary, a location or a name is required, and
    /// it is written back unchanged. Affine maps, strided layouts and types of small floats, which releases store as text, stay
    /// text if they are spelled as in the release. Entries keep their numbers. Entries inside of them are added at the end.
    ///
    /// ```
    /// use bytespec::mlir::{Attribute, Module};
    ///
    /// let mut module = Module::new("example");
    /// let id = module.add_attribute_text(b"builtin", "{size = 4 : i8}")?;
    /// assert!(module.dictionary(id).is_err());
    /// assert_eq!(module.resolve_texts()?, 1);
    /// assert_eq!(module.dictionary(id)?.len(), 1);
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first entry with text that cannot be parsed, with its place. All others have been replaced by then.
    pub fn resolve_texts(&mut self) -> Result<usize> {
        let texts = Texts::of(self);
        texts.put_into(self)?;
        let count = texts.made.len();
        texts.into_wrong().into_iter().next().map_or(Ok(count), |(_, error)| Err(error))
    }

    /// Refuses attributes and types of the dialect `builtin` with text that cannot be parsed.
    ///
    /// # Errors
    /// The first such entry, with its place.
    pub fn check_texts(&self) -> Result<()> {
        let wrong = Texts::of(self).into_wrong();
        wrong.into_iter().next().map_or(Ok(()), |(_, error)| Err(error))
    }
}

/// The error for the text of an entry, with the place of the entry.
fn placed(module: &Module<'_>, entry: Handle, error: Error) -> Error {
    let offset = error.offset().filter(|_| !error.has_path()).unwrap_or_default();
    module.at_entry(entry, offset, Error::new(error.kind().clone()))
}

fn utf8() -> Error {
    Error::new(ErrorKind::Utf8)
}
