//! Parses numbers.

use super::super::super::generated::{Attribute, Type};
use super::super::elements::number_of;
use super::super::parts::Form;
use super::parser::Parser;
use crate::FloatBits;
use bytespec_core::decimal::Kind;
use bytespec_core::error::Result;
use bytespec_core::text::literal::What;

impl Parser<'_> {
    /// Parses a number with or without its type. `form` determines the type of a number without one.
    pub(super) fn number(&mut self, form: Form) -> Result<Attribute> {
        let literal = self.scanner.number_literal("a number")?;
        let ty = match self.scanner.eat(b':') {
            true => self.ty()?,
            false => self.module.ty(match (literal.what, form) {
                (What::Float { .. }, _) => Type::Float64,
                (_, Form::Bare) => Type::Int32,
                _ => Type::Int64,
            }),
        };
        let Some(number) = number_of(self.module.type_at(ty)?) else {
            return Err(self.scanner.misfit(literal.start, "a number of a type of numbers"));
        };
        let mut bytes = Vec::new();
        literal.put(self.scanner.text(), &number, &mut bytes)?;
        let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        Ok(match number.kind {
            Kind::Float(_) => Attribute::Float { r#type: ty, value: FloatBits::from(bits) },
            _ => Attribute::Integer { r#type: ty, value: bits },
        })
    }
}
