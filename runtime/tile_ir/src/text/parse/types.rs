//! Parses types.

use super::super::super::generated::{Feature, Features, Type, TypeId, Version};
use super::super::super::module::Module;
use super::parser::{DIALECT, Parser};
use crate::codec::context::Context;
use bytespec_core::error::Result;
use bytespec_core::text::{Entries, Kind, Scanner};

/// The types of a module that is parsed.
pub(super) struct Types<'m>(pub(super) &'m mut Module);

/// The prefix of types with the dialect in front of brackets.
const TYPE: &str = "!cuda_tile";

/// The class of types that are preview content.
const PREVIEW: &str = "preview";

/// The maximum size of a type in an error, in bytes.
const MAX_TYPE: usize = 1 << 12;

impl Entries for Types<'_> {
    fn reference(&mut self, scanner: &mut Scanner<'_>, table: &'static str) -> Result<u32> {
        if table != TypeId::TABLE {
            return Err(scanner.expected("a type"));
        }
        self.read(scanner).map(|id| id.0)
    }
}

/// A context in which everything exists. The writer checks whether the version of the module has it.
pub(super) fn context() -> Context<'static> {
    let features = Features::NONE.with(Feature::Preview);
    Context { version: Version::LATEST, features, tables: None }
}

impl Types<'_> {
    /// Parses a type and adds it to the table of the module.
    pub(super) fn read(&mut self, scanner: &mut Scanner<'_>) -> Result<TypeId> {
        if scanner.kind() == Kind::Exclamation && scanner.spelling() == TYPE {
            scanner.advance();
            scanner.expect(b'<')?;
            let ty = scanner.inside(|scanner| self.read(scanner))?;
            scanner.expect(b'>')?;
            return Ok(ty);
        }
        skip_dialect(scanner);
        if scanner.is(b'(') {
            return scanner.inside(|scanner| self.function(scanner));
        }
        let by_hand = scanner.inside(|scanner| match scanner.kind() {
            Kind::Word => self.with_expressions(scanner),
            _ => Ok(None),
        })?;
        let ty = match by_hand {
            Some(ty) => ty,
            None => Type::from_text(scanner, self, &context())?,
        };
        if ty.class() == Some(PREVIEW) {
            self.0.features = self.0.features.with(Feature::Preview);
        }
        Ok(self.0.ty(ty))
    }

    fn function(&mut self, scanner: &mut Scanner<'_>) -> Result<TypeId> {
        let params = self.list(scanner)?;
        scanner.literal("->", false)?;
        let results = match scanner.is(b'(') {
            true => self.list(scanner)?,
            false => vec![self.read(scanner)?],
        };
        Ok(self.0.ty(Type::Function { params: params.into(), results: results.into() }))
    }

    fn list(&mut self, scanner: &mut Scanner<'_>) -> Result<Vec<TypeId>> {
        scanner.expect(b'(')?;
        let mut types = Vec::new();
        let mut first = true;
        while !scanner.eat(b')') {
            scanner.comma(&mut first)?;
            types.push(self.read(scanner)?);
        }
        Ok(types)
    }
}

/// Skips `!cuda_tile.`, if it comes next.
fn skip_dialect(scanner: &mut Scanner<'_>) {
    let spelling = scanner.spelling();
    if scanner.kind() == Kind::Exclamation && spelling[1..].starts_with(DIALECT) {
        scanner.resume(scanner.offset() + 1 + DIALECT.len());
    }
}

impl<'t> Parser<'t> {
    /// Parses a type.
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        let start = self.scanner.offset();
        let text = &self.scanner.text()[start..];
        let end = extent(text.as_bytes());
        let known = end.and_then(|end| self.types.get(&text[..end]).map(|ty| (*ty, end)));
        if let Some((ty, end)) = known {
            self.scanner.resume(start + end);
            return Ok(ty);
        }
        let ty = Types(&mut self.module).read(&mut self.scanner)?;
        if end.is_some_and(|end| start + end == self.scanner.end_before()) {
            let end = self.scanner.end_before() - start;
            self.types.insert(&text[..end], ty);
        }
        Ok(ty)
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
        let ty = Type::from_text(&mut scanner, &mut Types(&mut self.module), &context()).ok()?;
        (scanner.kind() == Kind::End).then(|| self.module.ty(ty))
    }

    /// The text of a type, for errors.
    pub(super) fn type_text(&self, ty: TypeId) -> String {
        let types = super::super::types::Types::new(&self.module, MAX_TYPE);
        types.text(ty).map_or_else(|_| format!("type {}", ty.0), |text| (*text).to_owned())
    }
}

/// The size of the type at the start of a text: a word, and the brackets after it. A longer type is not looked up.
fn extent(text: &[u8]) -> Option<usize> {
    const MAX_LEN: usize = 1 << 10;
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.!".contains(byte);
    let mut at = text.iter().take(MAX_LEN).take_while(|byte| word(byte)).count();
    if at == 0 {
        return None;
    }
    if text.get(at) != Some(&b'<') {
        return Some(at);
    }
    let mut depth = 0usize;
    for byte in text[at..].iter().take(MAX_LEN) {
        at += 1;
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b'"' | b'/' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
