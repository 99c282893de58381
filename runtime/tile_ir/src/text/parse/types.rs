//! Parses types.

use super::super::super::generated::{Feature, Features, Type, TypeId, Version};
use super::super::super::module::Module;
use super::parser::{DIALECT, Parser};
use super::preview;
use crate::codec::context::Context;
use bytespec_core::error::Result;
use bytespec_core::text::{Entries, Kind, Scanner};

/// Adds nested types to the table of a module.
struct Inner<'m>(&'m mut Module);

/// The class of types that are preview content.
const PREVIEW: &str = "preview";

/// The maximum size of a type in an error, in bytes.
const MAX_TYPE: usize = 1 << 12;

impl Entries for Inner<'_> {
    fn reference(&mut self, scanner: &mut Scanner<'_>, table: &'static str) -> Result<u32> {
        if table != TypeId::TABLE {
            return Err(scanner.expected("a type"));
        }
        read(self.0, scanner).map(|id| id.0)
    }
}

/// A context in which everything exists. The writer checks whether the version of the module has it.
pub(super) fn context() -> Context<'static> {
    let features = Features::NONE.with(Feature::Preview);
    Context { version: Version::LATEST, features, tables: None }
}

/// Parses a type and adds it to the table of a module.
pub(super) fn read(module: &mut Module, scanner: &mut Scanner<'_>) -> Result<TypeId> {
    if scanner.kind() == Kind::Exclamation && scanner.spelling() == preview::TYPE {
        scanner.advance();
        scanner.expect(b'<')?;
        let ty = scanner.inside(|scanner| read(module, scanner))?;
        scanner.expect(b'>')?;
        return Ok(ty);
    }
    skip_dialect(scanner);
    if scanner.is(b'(') {
        return scanner.inside(|scanner| function(module, scanner));
    }
    let by_hand = scanner.inside(|scanner| by_hand(module, scanner))?;
    let ty = match by_hand {
        Some(ty) => ty,
        None => Type::from_text(scanner, &mut Inner(module), &context())?,
    };
    if ty.class() == Some(PREVIEW) {
        module.features = module.features.with(Feature::Preview);
    }
    Ok(module.ty(ty))
}

/// Skips `!cuda_tile.`, if it comes next.
fn skip_dialect(scanner: &mut Scanner<'_>) {
    let spelling = scanner.spelling();
    if scanner.kind() == Kind::Exclamation && spelling[1..].starts_with(DIALECT) {
        scanner.resume(scanner.offset() + 1 + DIALECT.len());
    }
}

/// Parses a type with expressions. Returns `None` and reads nothing for any other type.
fn by_hand(module: &mut Module, scanner: &mut Scanner<'_>) -> Result<Option<Type>> {
    if scanner.kind() != Kind::Word {
        return Ok(None);
    }
    if scanner.eat_literal("tile<", false) {
        return preview::tile(scanner, module, read).map(Some);
    }
    preview::ty(scanner, module, read)
}

fn function(module: &mut Module, scanner: &mut Scanner<'_>) -> Result<TypeId> {
    let params = list(module, scanner)?;
    scanner.literal("->", false)?;
    let results = match scanner.is(b'(') {
        true => list(module, scanner)?,
        false => vec![read(module, scanner)?],
    };
    Ok(module.ty(Type::Function { params: params.into(), results: results.into() }))
}

fn list(module: &mut Module, scanner: &mut Scanner<'_>) -> Result<Vec<TypeId>> {
    scanner.expect(b'(')?;
    let mut types = Vec::new();
    let mut first = true;
    while !scanner.eat(b')') {
        scanner.comma(&mut first)?;
        types.push(read(module, scanner)?);
    }
    Ok(types)
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
        let ty = read(&mut self.module, &mut self.scanner)?;
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
        let ty = Type::from_text(&mut scanner, &mut Inner(&mut self.module), &context()).ok()?;
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
