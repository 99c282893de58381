//! Parses attributes and types of dialects with templates in a schema.

use super::super::super::generated::{
    AttributeId, BuiltinAttribute, BuiltinType, StringId, TypeEntry, TypeId, Version,
};
use super::parser::Parser;
use crate::BUILTIN;
use crate::codec::context::Context;
use crate::dialect::{Hooks, Index, Producer};
use crate::module::Module;
use crate::tables::names::past_end;
use bytespec_core::error::{ErrorKind, Result};
use bytespec_core::text::{Entries, Kind, Scanner, bracket_end};

impl Parser<'_, '_> {
    /// Parses an attribute of a dialect between two offsets, if the schema has a template for it.
    pub(super) fn spelled_attribute(
        &mut self,
        dialect: &str,
        start: usize,
        end: usize,
    ) -> Option<AttributeId> {
        let text = self.text();
        let text = text.get(start..end).unwrap_or_default();
        if let Some(shared) = self.llvm.shared(dialect, text) {
            return Some(shared);
        }
        let custom = |parser: &mut Self| parser.custom_attribute(dialect);
        if let Some(found) = self.custom(start, end, custom) {
            return found;
        }
        if let Some(found) = self.derived(dialect, start, end) {
            return found;
        }
        let entry =
            self.by_template(start, end, |scanner, parser| parser.spelled(dialect, scanner))?;
        let id = self.add_spelled(dialect, entry)?;
        self.llvm.share(dialect, text, id);
        Some(id)
    }

    /// Parses a type of a dialect between two offsets, if the schema has a template for it.
    pub(super) fn spelled_type(
        &mut self,
        dialect: &str,
        start: usize,
        end: usize,
    ) -> Option<TypeId> {
        let custom = |parser: &mut Self| parser.custom_type(dialect);
        if let Some(found) = self.custom(start, end, custom) {
            return found;
        }
        if let Some(found) = self.derived(dialect, start, end) {
            return found;
        }
        let entry = self.by_template(start, end, |scanner, parser| {
            let cx = parser.module.plain_context();
            TypeEntry::from_text(dialect, scanner, parser, &cx)
        })?;
        self.module.add_type(entry).ok()
    }

    /// Parses an entry of a dialect in the registry between two offsets; `None` if the registry lacks the dialect.
    fn derived<I: Index>(&mut self, dialect: &str, start: usize, end: usize) -> Option<Option<I>> {
        let hooks = self.module.registry.shared(dialect.as_bytes())?;
        Some(self.parsed(&*hooks, start, end))
    }

    fn parsed<I: Index>(&mut self, hooks: &dyn Hooks, start: usize, end: usize) -> Option<I> {
        let record = self.module.record_to_add(hooks).ok()?;
        let (name, release) = (self.module.producer.clone(), self.module.release);
        let producer = Producer::new(&name, release);
        let parsed = self.by_template(start, end, |scanner, parser| {
            Some(hooks.parse(I::TABLE, scanner, parser, (record.as_deref(), producer)))
        })?;
        self.module.add_parsed(hooks, I::TABLE, record.as_deref(), parsed).ok().map(I::new)
    }

    /// Parses without a template, if this takes all text between two offsets; `None` if there is a template. Only one of the
    /// two is tried: otherwise nested content would be parsed twice at each depth.
    fn custom<T>(
        &mut self,
        start: usize,
        end: usize,
        read: impl FnOnce(&mut Self) -> Result<Option<T>>,
    ) -> Option<Option<T>> {
        let before = self.scanner.mark();
        self.scanner.resume(start);
        let found = self.inside(read);
        let ended = self.scanner.end_before() == end;
        self.scanner.reset(before);
        match found {
            Ok(None) => None,
            Ok(found) => Some(found.filter(|_| ended)),
            Err(_) => Some(None),
        }
    }

    /// Parses with a template, if this takes all text between two offsets.
    fn by_template<T>(
        &mut self,
        start: usize,
        end: usize,
        read: impl FnOnce(&mut Scanner<'_>, &mut Self) -> Option<Result<T>>,
    ) -> Option<T> {
        let before = self.scanner.mark();
        self.scanner.resume(start);
        let found = self.template(|scanner, parser| Ok(read(scanner, parser)));
        let ended = self.scanner.end_before() == end;
        self.scanner.reset(before);
        let entry = found.ok()??.ok()?;
        ended.then_some(entry)
    }

    /// Parses with a template from the next token on.
    fn template<T>(
        &mut self,
        read: impl FnOnce(&mut Scanner<'_>, &mut Self) -> Result<T>,
    ) -> Result<T> {
        let mut scanner = self.scanner.clone();
        self.templates += 1;
        let found = self.inside(|parser| read(&mut scanner, parser));
        self.templates -= 1;
        if self.templates == 0 {
            self.references.clear();
        }
        self.scanner.resume(scanner.end_before());
        found
    }

    /// Parses a builtin location with a template of the schema.
    pub(super) fn templated_location(&mut self) -> Result<AttributeId> {
        let start = self.scanner.offset();
        let location = self.builtin_attribute()?;
        let id = self.add(location)?;
        match self.is_location(id) {
            true => Ok(id),
            false => Err(self.scanner.misfit(start, "a location")),
        }
    }

    /// Parses a builtin attribute with a template of the schema. In a release without an encoding for it, it is text.
    pub(super) fn templated_attribute(&mut self) -> Result<AttributeId> {
        let start = self.scanner.offset();
        let attribute = self.builtin_attribute()?;
        let added = self.add(attribute);
        let id = self.or_text(added, start, Module::add_attribute_text)?;
        match self.is_location(id) {
            false => Ok(id),
            true => Err(self.scanner.misfit(start, "an attribute")),
        }
    }

    /// The context in which templates of all releases are parsed.
    fn any_release() -> Context<'static> {
        Context::new(Version::LATEST, None)
    }

    fn builtin_attribute(&mut self) -> Result<BuiltinAttribute> {
        self.template(|scanner, parser| {
            BuiltinAttribute::from_text(scanner, parser, &Self::any_release())
        })
    }

    /// Parses a builtin type with a template of the schema. In a release without an encoding for it, it is text.
    pub(super) fn templated_type(&mut self) -> Result<TypeId> {
        let start = self.scanner.offset();
        let ty = self.template(|scanner, parser| {
            BuiltinType::from_text(scanner, parser, &Self::any_release())
        })?;
        let added = self.module.add_type(ty);
        self.or_text(added, start, Module::add_type_text)
    }

    /// A builtin entry. If the release has no encoding for it, it is the text from an offset to the end of the last token, with the
    /// content of aliases in their place.
    fn or_text<I>(
        &mut self,
        added: Result<I>,
        start: usize,
        add_text: impl FnOnce(&mut Module<'static>, &[u8], &str) -> Result<I>,
    ) -> Result<I> {
        match added {
            Err(error) if matches!(error.kind(), ErrorKind::Gate { .. }) => {
                let text = self.text().get(start..self.scanner.end_before()).unwrap_or_default();
                let text = self.without_aliases(text, start)?;
                add_text(&mut self.module, BUILTIN.as_bytes(), &text)
            }
            added => added,
        }
    }

    fn entry_at(&mut self, table: &'static str) -> Result<u32> {
        match table {
            AttributeId::TABLE => self.attribute().map(|id| id.0),
            TypeId::TABLE => self.ty().map(|id| id.0),
            StringId::TABLE => {
                let bytes = self.scanner.string()?;
                self.module.add_string(&bytes).map(|id| id.0)
            }
            table => Err(past_end(table, 0, 0)),
        }
    }
}

impl Entries for Parser<'_, '_> {
    /// Parses an entry. The result is cached by offset, because several templates with the same start each parse it.
    fn reference(&mut self, scanner: &mut Scanner<'_>, table: &'static str) -> Result<u32> {
        let start = scanner.end_before();
        let key = (table, start);
        let known = match self.references.get(&key) {
            Some(known) => *known,
            None => {
                let before = self.scanner.mark();
                self.scanner.resume(start);
                let read = self.entry_at(table);
                let end = self.scanner.end_before();
                self.scanner.reset(before);
                let known = read.as_ref().ok().map(|number| (*number, end));
                self.references.insert(key, known);
                read?;
                known
            }
        };
        let Some((number, end)) = known else {
            return Err(scanner.misfit(start, "an entry"));
        };
        scanner.resume(end);
        Ok(number)
    }

    fn shortened(
        &mut self,
        scanner: &mut Scanner<'_>,
        table: &'static str,
        dialect: &'static str,
        before: &'static str,
        after: &'static str,
    ) -> Result<u32> {
        if scanner.kind() == Kind::Hash {
            return self.reference(scanner, table);
        }
        let start = scanner.end_before();
        let key = (before, start);
        let length = before.bytes().take_while(|byte| is_word(*byte)).count();
        let word = before.get(..length).unwrap_or_default();
        let known = match self.references.get(&key) {
            Some(known) => *known,
            None if !after.is_empty() && scanner.kind() == Kind::Word => {
                let mut inner = scanner.clone();
                let text = format!("#{dialect}.{before}{}{after}", inner.name()?);
                let id = self.module.add_attribute_text(dialect.as_bytes(), &text)?;
                let known = Some((id.0, inner.end_before()));
                self.references.insert(key, known);
                known
            }
            None => {
                let mut inner = scanner.clone();
                inner.assume(word);
                let made = match self.spelled(dialect, &mut inner) {
                    Some(Ok(entry)) => self.add_spelled(dialect, entry),
                    _ => None,
                };
                let known = match made {
                    Some(id) => Some((id.0, inner.end_before())),
                    None => self.short_text(start, dialect, word),
                };
                self.references.insert(key, known);
                known
            }
        };
        match known {
            Some((number, end)) => {
                scanner.resume(end);
                Ok(number)
            }
            // Another entry, which is written in full.
            None => self.reference(scanner, table),
        }
    }
}

impl Parser<'_, '_> {
    /// Parses an attribute of a dialect whose text starts with an angle bracket at an offset, after the mnemonic.
    fn short_text(&mut self, offset: usize, dialect: &str, word: &str) -> Option<(u32, usize)> {
        let blanks = self.text().get(offset..)?.bytes().take_while(u8::is_ascii_whitespace).count();
        let start = offset + blanks;
        if self.bytes().get(start) != Some(&b'<') {
            return None;
        }
        let end = bracket_end(self.bytes(), start)?;
        let body = self.text().get(start..end)?;
        let text = format!("#{dialect}.{word}{}", self.without_aliases(body, start).ok()?);
        let id = self.module.add_attribute_text(dialect.as_bytes(), &text).ok()?;
        Some((id.0, end))
    }
}

/// Whether a byte belongs to a word.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
