//! Parses numbers.

use super::super::super::generated::{Attribute, Type};
use super::super::elements::number_of;
use super::super::parts::Form;
use super::types::Types;
use crate::FloatBits;
use bytespec_core::decimal::Kind;
use bytespec_core::error::Result;
use bytespec_core::text::Scanner;
use bytespec_core::text::literal::What;

impl Types<'_> {
    /// Parses a number with or without its type. `form` determines the type of a number without one.
    pub(super) fn number(&mut self, scanner: &mut Scanner<'_>, form: Form) -> Result<Attribute> {
        let literal = scanner.number_literal("a number")?;
        let ty = match scanner.eat(b':') {
            true => self.read(scanner)?,
            false => self.0.ty(match (literal.what, form) {
                (What::Float { .. }, _) => Type::Float64,
                (_, Form::Bare) => Type::Int32,
                _ => Type::Int64,
            }),
        };
        let Some(number) = number_of(self.0.type_at(ty)?) else {
            return Err(scanner.misfit(literal.start, "a number of a type of numbers"));
        };
        let mut bytes = Vec::new();
        let put = literal.put(scanner.text(), &number, &mut bytes);
        put.map_err(|_| scanner.misfit(literal.start, "a number of its type"))?;
        let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        Ok(match number.kind {
            Kind::Float(_) => Attribute::Float { r#type: ty, value: FloatBits::from(bits) },
            _ => Attribute::Integer { r#type: ty, value: bits },
        })
    }
}
