//! Parses numbers.

use super::super::super::generated::{AttributeId, BuiltinAttribute, TypeId};
use super::parser::Parser;
use crate::codec::numbers::ApInt;
use bytespec_core::decimal::{Kind as NumberKind, Number};
use bytespec_core::error::Result;
use bytespec_core::text::literal::{Literal, What};

impl Parser<'_, '_> {
    /// Parses a number literal, or `true` or `false`.
    pub(super) fn literal(&mut self) -> Result<Literal> {
        self.scanner.number_literal("a number")
    }

    pub(super) fn truth(&mut self) -> Result<AttributeId> {
        let truth = self.scanner.is_word("true");
        self.scanner.advance();
        if let Some(id) = self.usual.truth[usize::from(truth)] {
            return Ok(id);
        }
        let ty = self.signless(1)?;
        let value = ApInt::Small(u64::from(truth));
        let id = self.add(BuiltinAttribute::IntegerAttr { r#type: ty, value })?;
        self.usual.truth[usize::from(truth)] = Some(id);
        Ok(id)
    }

    /// Parses a number and its type.
    pub(super) fn number(&mut self) -> Result<AttributeId> {
        let literal = self.literal()?;
        let ty = match (self.scanner.eat(b':'), literal.what) {
            (true, _) => self.ty()?,
            (false, What::Float { .. }) => self.f64()?,
            (false, _) => self.i64()?,
        };
        let number = self.number_of(ty)?.filter(|number| !number.complex);
        let Some(number) = number else {
            return Err(self.scanner.misfit(literal.start, "a number of a type of numbers"));
        };
        let bits = self.bits(&literal, &number)?;
        let value = small(&bits);
        self.add(match number.kind {
            NumberKind::Float(_) => BuiltinAttribute::FloatAttr { r#type: ty, value },
            _ => BuiltinAttribute::IntegerAttr { r#type: ty, value },
        })
    }

    /// The bytes of a number of a type, in little-endian order.
    pub(super) fn bits(&self, literal: &Literal, number: &Number) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        literal.put(self.text(), number, &mut bytes)?;
        Ok(bytes)
    }

    /// A numeric type and its number format.
    pub(super) fn numbers_of(&mut self, ty: TypeId, offset: usize) -> Result<Number> {
        let found = self.number_of(ty)?;
        found.ok_or_else(|| self.scanner.misfit(offset, "a type of numbers"))
    }
}

/// A number from its bytes in little-endian order, without leading zero words.
fn small(bytes: &[u8]) -> ApInt {
    let mut words: Vec<u64> = bytes
        .chunks(8)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
        .collect();
    if bytes.len() <= 8 {
        return ApInt::Small(words.first().copied().unwrap_or(0));
    }
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    ApInt::Words(words)
}
