//! Parses types.

use super::super::super::BUILTIN;
use super::super::super::edit::rules::MAX_WIDTH;
use super::super::super::generated::{AttributeId, BuiltinType, Release, Signedness, TypeId, view};
use super::names::Meaning;
use super::parser::Parser;
use crate::tables::entry::Attribute;
use bytespec_core::dimension::DYNAMIC;
use bytespec_core::error::{Error, Result, TextFault};
use bytespec_core::text::template::{Template, Templates};
use bytespec_core::text::wrong::{breaks, undeclared};
use bytespec_core::text::{Kind, misspelled};

/// The sizes of a shape, and which of them are scalable.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    pub(super) sizes: Vec<i64>,
    scalable: Vec<bool>,
    unranked: bool,
}

impl<'t> Parser<'t, '_> {
    /// Parses a type.
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        match self.scanner.kind() {
            Kind::Word => {
                let word = self.scanner.spelling();
                if let Some(id) = self.types.get(word) {
                    self.scanner.advance();
                    return Ok(*id);
                }
                self.word_type(word)
            }
            Kind::Exclamation => self.dialect_type(),
            Kind::Mark(b'(') => self.inside(Self::function_type),
            _ => Err(self.scanner.expected("a type")),
        }
    }

    /// Whether the next token starts a type.
    pub(super) fn at_type(&self) -> bool {
        match self.scanner.kind() {
            Kind::Exclamation | Kind::Mark(b'(') => true,
            Kind::Word => {
                let word = self.scanner.spelling();
                self.types.contains_key(word)
                    || SHAPED.contains(&word)
                    || integer(word).is_some()
                    || is_templated(BuiltinType::templates(), word)
            }
            _ => false,
        }
    }

    fn word_type(&mut self, word: &'t str) -> Result<TypeId> {
        if SHAPED.contains(&word) {
            return self.type_once(|parser| {
                parser.scanner.advance();
                parser.inside(|parser| parser.angled_type(word))
            });
        }
        let offset = self.scanner.offset();
        let id = match integer(word) {
            Some((_, None)) => {
                let expected = format!("an integer of at most {MAX_WIDTH} bits");
                return Err(misspelled(offset, word, expected));
            }
            Some((signedness, Some(width))) => {
                self.module.add_type(BuiltinType::IntegerType { signedness, width })?
            }
            None if is_templated(BuiltinType::templates(), word) => {
                return self.type_once(Self::templated_type);
            }
            None => return Err(self.scanner.expected("a type")),
        };
        self.scanner.advance();
        self.types.insert(word, id);
        Ok(id)
    }

    /// Parses a type that begins with a word, which angle brackets can follow. The same text gives the same type.
    fn type_once(&mut self, parse: impl FnOnce(&mut Self) -> Result<TypeId>) -> Result<TypeId> {
        let start = self.scanner.offset();
        let known = self.scanner.bracketed();
        if let Some((text, id)) = known.and_then(|text| Some((text, *self.types.get(text)?))) {
            self.scanner.resume(start + text.len());
            return Ok(id);
        }
        let id = parse(self).map_err(|error| here(error, start))?;
        if let Some(text) = self.text().get(start..self.scanner.end_before()) {
            self.types.insert(text, id);
        }
        Ok(id)
    }

    fn angled_type(&mut self, word: &str) -> Result<TypeId> {
        self.scanner.expect(b'<')?;
        let id = match word {
            "vector" => self.vector()?,
            "tensor" => self.tensor()?,
            _ => self.memref()?,
        };
        self.scanner.expect(b'>')?;
        Ok(id)
    }

    /// Parses sizes that are each followed by an `x`.
    fn sizes(&mut self, scalable: bool) -> Result<Sizes> {
        let bytes = self.bytes();
        let mut found = Sizes::default();
        let mut group = None;
        let mut at = self.scanner.offset();
        let blank = |mut at: usize| {
            while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
                at += 1;
            }
            at
        };
        loop {
            at = blank(at);
            let start = at;
            match bytes.get(at) {
                Some(b'?') => {
                    if scalable {
                        return Err(misspelled(at, "?", "the size of a vector"));
                    }
                    at += 1;
                    found.sizes.push(DYNAMIC);
                }
                Some(b'*') if found.sizes.is_empty() && !scalable => {
                    at += 1;
                    found.unranked = true;
                }
                Some(b'[') if scalable && group.is_none() => {
                    group = Some(found.sizes.len());
                    at += 1;
                    continue;
                }
                Some(b'0'..=b'9') => {
                    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                        at += 1;
                    }
                    let digits = &self.text()[start..at];
                    let size = digits.parse().ok().filter(|size| *size > 0 || !scalable);
                    let Some(size) = size else {
                        return Err(misspelled(start, digits, "the size of a dimension"));
                    };
                    found.sizes.push(size);
                }
                _ if group.is_some() => return Err(self.scanner.misfit(at, "a size")),
                _ => break,
            }
            if !found.unranked {
                found.scalable.push(group.is_some());
            }
            at = blank(at);
            if let (Some(first), Some(b']')) = (group, bytes.get(at)) {
                if found.sizes.len() - first > 1 && self.release > Release::R16 {
                    return Err(breaks(at, TextFault::Scalable));
                }
                group = None;
                at = blank(at + 1);
            }
            if bytes.get(at) != Some(&b'x') {
                return Err(self.scanner.misfit(at, "`x` behind a size"));
            }
            at += 1;
            if found.unranked {
                break;
            }
        }
        self.scanner.resume(at);
        Ok(found)
    }

    fn vector(&mut self) -> Result<TypeId> {
        let Sizes { sizes, scalable, .. } = self.sizes(true)?;
        let element = self.ty()?;
        let shape = sizes.into();
        let count = scalable.iter().filter(|scalable| **scalable).count() as u64;
        let ty = if count == 0 {
            BuiltinType::VectorType { shape, element }
        } else if self.release == Release::R16 {
            let num_scalable_dims = count;
            BuiltinType::VectorTypeWithNumScalableDims { num_scalable_dims, shape, element }
        } else {
            let scalable = scalable.into();
            BuiltinType::VectorTypeWithScalableDims { scalable, shape, element }
        };
        self.module.add_type(ty)
    }

    fn tensor(&mut self) -> Result<TypeId> {
        let Sizes { sizes, unranked, .. } = self.sizes(false)?;
        let element = self.ty()?;
        let shape = sizes.into();
        let encoding = match self.scanner.eat(b',') && !self.scanner.is(b'>') {
            true => Some(self.attribute()?),
            false => None,
        };
        let ty = match encoding {
            _ if unranked => BuiltinType::UnrankedTensorType { element },
            None => BuiltinType::RankedTensorType { shape, element },
            Some(encoding) => {
                BuiltinType::RankedTensorTypeWithEncoding { encoding, shape, element }
            }
        };
        if unranked && encoding.is_some() {
            return Err(breaks(self.scanner.end_before(), TextFault::Encoding));
        }
        self.module.add_type(ty)
    }

    fn memref(&mut self) -> Result<TypeId> {
        let Sizes { sizes, unranked, .. } = self.sizes(false)?;
        let element = self.ty()?;
        let mut more = Vec::new();
        while self.scanner.eat(b',') {
            let offset = self.scanner.offset();
            more.push((self.attribute()?, offset));
        }
        let rank = sizes.len();
        let shape = sizes.into();
        let (mut layout, mut space) = (None, None);
        let last = more.len().saturating_sub(1);
        for (place, (id, offset)) in more.into_iter().enumerate() {
            if self.is_layout(id, place < last)? {
                if space.is_some() {
                    return Err(breaks(offset, TextFault::MemorySpace));
                }
                layout = Some((id, offset));
            } else if space.is_some() {
                return Err(breaks(offset, TextFault::MemorySpace));
            } else {
                space = Some(id);
            }
        }
        if let Some((_, offset)) = layout.filter(|_| unranked) {
            return Err(breaks(offset, TextFault::Layout));
        }
        let space = match space {
            Some(id) if self.is_zero(id)? => None,
            space => space,
        };
        if unranked {
            return self.module.add_type(match space {
                None => BuiltinType::UnrankedMemRefType { element },
                Some(memory_space) => {
                    BuiltinType::UnrankedMemRefTypeWithMemSpace { memory_space, element }
                }
            });
        }
        let layout = match layout {
            Some((id, _)) => id,
            None => self.identity(rank as u64)?,
        };
        self.module.add_type(match space {
            None => BuiltinType::MemRefType { shape, element, layout },
            Some(memory_space) => {
                BuiltinType::MemRefTypeWithMemSpace { memory_space, shape, element, layout }
            }
        })
    }

    /// Whether an attribute is the layout of a memref. For attributes of dialects the position decides.
    fn is_layout(&self, id: AttributeId, followed: bool) -> Result<bool> {
        use view::BuiltinAttribute as A;
        Ok(match self.module.attribute(id)? {
            Attribute::Typed(view::AttributeEntry::Builtin(attribute)) => {
                matches!(attribute, A::AffineMapAttr { .. } | A::StridedLayoutAttr { .. })
            }
            Attribute::Text { dialect, text } if dialect == BUILTIN.as_bytes() => {
                text.starts_with(b"affine_map<") || text.starts_with(b"strided<")
            }
            _ => followed,
        })
    }

    /// Whether an attribute is the number zero, of any type.
    fn is_zero(&self, id: AttributeId) -> Result<bool> {
        use view::BuiltinAttribute as A;
        Ok(match self.module.attribute(id)?.builtin() {
            Some(A::IntegerAttr { value, .. }) => {
                value.to_owned().words().iter().all(|word| *word == 0)
            }
            _ => false,
        })
    }

    /// Parses a function type.
    pub(super) fn function_type(&mut self) -> Result<TypeId> {
        let (mut inputs, mut results) = (Vec::new(), Vec::new());
        self.signature(&mut inputs, &mut results)?;
        let (inputs, results) = (inputs.into(), results.into());
        self.module.add_type(BuiltinType::FunctionType { inputs, results })
    }

    /// Parses the types of arguments and results.
    pub(super) fn signature(
        &mut self,
        inputs: &mut Vec<TypeId>,
        results: &mut Vec<TypeId>,
    ) -> Result<()> {
        self.scanner.expect(b'(')?;
        self.types(inputs)?;
        if !self.scanner.eat_kind(Kind::Arrow) {
            return Err(self.scanner.expected("`->`"));
        }
        if self.scanner.eat(b'(') {
            return self.types(results);
        }
        results.push(self.ty()?);
        Ok(())
    }

    /// Parses types up to the closing parenthesis.
    fn types(&mut self, types: &mut Vec<TypeId>) -> Result<()> {
        self.list(b')', |parser| {
            types.push(parser.ty()?);
            Ok(())
        })
    }

    /// Parses a type of a dialect, or an alias.
    fn dialect_type(&mut self) -> Result<TypeId> {
        let offset = self.scanner.offset();
        let spelling = self.scanner.spelling();
        if !self.is_symbol(spelling) {
            let meaning = self.aliases.get(spelling).map(|alias| alias.meaning);
            let Some(Meaning::Type(id)) = meaning else {
                return Err(undeclared(offset, "alias", spelling));
            };
            self.scanner.advance();
            return Ok(id);
        }
        let symbol = self.dialect_symbol()?;
        let dialect = symbol.dialect;
        if let Some(id) = self.spelled_type(dialect, symbol.start, symbol.body_end) {
            return Ok(id);
        }
        let text = self.symbol_text('!', &symbol)?;
        self.module.add_type_text(dialect.as_bytes(), &text)
    }

    /// Whether a type is a tensor, a vector or a memref, with or without a rank.
    pub(super) fn is_shaped(&self, ty: TypeId) -> Result<bool> {
        use view::BuiltinType as T;
        let ty = self.module.ty(ty)?;
        let unranked = matches!(
            ty.builtin(),
            Some(
                T::UnrankedTensorType { .. }
                    | T::UnrankedMemRefType { .. }
                    | T::UnrankedMemRefTypeWithMemSpace { .. }
            )
        );
        Ok(unranked || ty.builtin().is_some() && ty.sizes().is_some())
    }

    /// The sizes of a shaped type, and its element type.
    pub(super) fn shape_of(&self, ty: TypeId, offset: usize) -> Result<(Vec<i64>, TypeId)> {
        let ty = self.module.ty(ty)?;
        let Some((sizes, element)) = ty.sizes().filter(|_| ty.builtin().is_some()) else {
            return Err(self.scanner.misfit(offset, "a type that has a shape"));
        };
        let sizes: Vec<i64> = sizes.iter().collect();
        if sizes.contains(&DYNAMIC) {
            return Err(self.scanner.misfit(offset, "a type of which all sizes are known"));
        }
        Ok((sizes, element))
    }
}

/// Types with sizes.
const SHAPED: &[&str] = &["tensor", "memref", "vector"];

/// Whether one of several templates can be parsed and begins with a word.
pub(super) fn is_templated(templates: &[Template], word: &str) -> bool {
    templates.iter().any(|template| template.begins_with(word))
}

/// The signedness and the width in the name of an integer type; no width if it is too large.
fn integer(word: &str) -> Option<(Signedness, Option<u64>)> {
    let (signedness, digits) = match word.as_bytes().first()? {
        b'i' => (Signedness::Signless, &word[1..]),
        b's' => (Signedness::Signed, word.strip_prefix("si")?),
        b'u' => (Signedness::Unsigned, word.strip_prefix("ui")?),
        _ => return None,
    };
    let digital = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digital.then(|| (signedness, digits.parse().ok().filter(|width| *width <= MAX_WIDTH)))
}

/// An error of the module, at an offset of the text. The offset of an error with a path is a place in the tables, and is replaced.
pub(super) fn here(error: Error, offset: usize) -> Error {
    match error.offset() {
        Some(_) if !error.has_path() => error,
        _ => Error::at(offset, error.kind().clone()),
    }
}
