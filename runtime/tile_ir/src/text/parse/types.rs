//! Parses types, and what templates of the schema refer to.

use super::super::super::generated::{DebugId, Feature, Features, StringId, Type, TypeId, Version};
use super::super::parts::Form;
use super::parser::{DIALECT, Parser};
use crate::codec::context::Context;
use bytespec_core::error::Result;
use bytespec_core::text::template::Parsed;
use bytespec_core::text::{Entries, Kind, Scanner};

/// The prefix of types with the dialect in front of brackets.
const TYPE: &str = "!cuda_tile";

/// The class of types that are preview content.
const PREVIEW: &str = "preview";

/// The maximum size of a type in an error, in bytes.
const MAX_TYPE: usize = 1 << 12;

/// The entries for templates that refer to none.
struct Nothing;

impl Entries for Nothing {
    fn reference(&mut self, scanner: &mut Scanner<'_>, _: &'static str) -> Result<u32> {
        Err(scanner.expected("a text without references"))
    }
}

impl Entries for Parser<'_> {
    fn reference(&mut self, scanner: &mut Scanner<'_>, table: &'static str) -> Result<u32> {
        self.following(scanner, |parser| match table {
            TypeId::TABLE => parser.ty().map(|id| id.0),
            StringId::TABLE => parser.string().map(|id| id.0),
            DebugId::TABLE => parser.part().map(|id| id.0),
            _ => Err(parser.scanner.expected("an entry with a text")),
        })
    }

    fn item(&mut self, scanner: &mut Scanner<'_>, _: &'static str) -> Result<Parsed> {
        let attribute = self.following(scanner, |parser| match parser.in_type {
            true => parser.expression(),
            false => parser.attribute(Form::Full),
        });
        attribute.map(Parsed::of)
    }
}

/// A context in which everything exists. The writer checks whether the version of the module has it.
fn context() -> Context<'static> {
    let features = Features::NONE.with(Feature::Preview);
    Context { version: Version::LATEST, features, tables: None }
}

impl<'t> Parser<'t> {
    /// Parses by the templates of the schema.
    pub(super) fn template<T>(
        &mut self,
        read: impl FnOnce(&mut Scanner<'_>, &mut dyn Entries, &Context<'static>) -> Result<T>,
    ) -> Result<T> {
        let mut scanner = Scanner::new(self.scanner.text());
        scanner.follow(&mut self.scanner);
        let found = read(&mut scanner, self, &context());
        self.scanner.follow(&mut scanner);
        found
    }

    /// Parses what a template refers to, from where its scanner is.
    fn following<T>(
        &mut self,
        scanner: &mut Scanner<'_>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.scanner.follow(scanner);
        let found = read(self);
        scanner.follow(&mut self.scanner);
        found
    }

    /// Parses a string literal, and adds the string to the table of the module.
    pub(super) fn string(&mut self) -> Result<StringId> {
        let text = self.scanner.string()?;
        Ok(self.module.string(&text))
    }

    /// Announces preview content in the header.
    pub(super) fn has_preview(&mut self) {
        self.module.features = self.module.features.with(Feature::Preview);
    }

    /// Parses a type, and adds it to the table of the module.
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        let start = self.scanner.offset();
        let begins = matches!(self.scanner.kind(), Kind::Word | Kind::Exclamation);
        let text = if begins { self.scanner.bracketed() } else { None };
        if let Some((text, ty)) = text.and_then(|text| Some((text, *self.types.get(text)?))) {
            self.scanner.resume(start + text.len());
            return Ok(ty);
        }
        let ty = self.inside("nested types", Self::type_content)?;
        if let Some(text) = text.filter(|text| start + text.len() == self.scanner.end_before()) {
            self.types.insert(text, ty);
        }
        Ok(ty)
    }

    fn type_content(&mut self) -> Result<TypeId> {
        let spelling = self.scanner.spelling();
        if self.scanner.kind() == Kind::Exclamation && spelling == TYPE {
            self.scanner.advance();
            self.scanner.expect(b'<')?;
            let ty = self.ty()?;
            self.scanner.expect(b'>')?;
            return Ok(ty);
        }
        if self.scanner.kind() == Kind::Exclamation && spelling[1..].starts_with(DIALECT) {
            self.scanner.resume(self.scanner.offset() + 1 + DIALECT.len());
        }
        let outer = std::mem::replace(&mut self.in_type, true);
        let ty = match self.scanner.kind() {
            Kind::Mark(b'(') => self.function_type(),
            _ => self.with_expressions(),
        };
        let ty = ty.and_then(|ty| match ty {
            Some(ty) => Ok(ty),
            None => self.template(|scanner, entries, cx| Type::from_text(scanner, entries, cx)),
        });
        self.in_type = outer;
        let ty = ty?;
        if ty.class() == Some(PREVIEW) {
            self.has_preview();
        }
        Ok(self.module.ty(ty))
    }

    fn function_type(&mut self) -> Result<Option<Type>> {
        self.scanner.expect(b'(')?;
        let params = self.list(b')', Self::ty)?.into();
        self.scanner.literal("->", false)?;
        Ok(Some(Type::Function { params, results: self.result_types()?.into() }))
    }

    /// Parses the types of all results, in parentheses, or one without.
    pub(super) fn result_types(&mut self) -> Result<Vec<TypeId>> {
        match self.scanner.eat(b'(') {
            true => self.list(b')', Self::ty),
            false => Ok(vec![self.ty()?]),
        }
    }

    /// Parses a type, if one comes next.
    pub(super) fn optional_ty(&mut self) -> Option<TypeId> {
        let mark = self.scanner.mark();
        match self.ty() {
            Ok(ty) => Some(ty),
            Err(error) => {
                self.scanner.note(error);
                self.scanner.reset(mark);
                None
            }
        }
    }

    /// The type of a text that consists of this type only.
    pub(super) fn named_type(&mut self, text: &str) -> Option<TypeId> {
        let mut scanner = Scanner::new(text);
        let ty = Type::from_text(&mut scanner, &mut Nothing, &context()).ok()?;
        (scanner.kind() == Kind::End).then(|| self.module.ty(ty))
    }

    /// The text of a type, for errors.
    pub(super) fn type_text(&self, ty: TypeId) -> String {
        self.module.type_text(ty, MAX_TYPE).unwrap_or_else(|_| format!("type {}", ty.0))
    }
}
