//! Parses numbers.

use super::super::super::generated::{Attribute, Type, TypeId};
use super::super::super::module::Module;
use super::super::elements::number_of;
use super::super::parts::Form;
use crate::FloatBits;
use bytespec_core::decimal::Kind;
use bytespec_core::error::Result;
use bytespec_core::text::Scanner;
use bytespec_core::text::literal::What;

/// Parses a type and adds it to the table of a module.
pub(super) type ReadType = fn(&mut Module, &mut Scanner<'_>) -> Result<TypeId>;

/// Parses a number with or without its type. `form` determines the type of a number without one.
pub(super) fn number(
    scanner: &mut Scanner<'_>,
    module: &mut Module,
    form: Form,
    ty: ReadType,
) -> Result<Attribute> {
    let literal = scanner.number_literal("a number")?;
    let ty = match scanner.eat(b':') {
        true => ty(module, scanner)?,
        false => module.ty(match (literal.what, form) {
            (What::Float { .. }, _) => Type::Float64,
            (_, Form::Bare) => Type::Int32,
            _ => Type::Int64,
        }),
    };
    let Some(number) = number_of(module.type_at(ty)?) else {
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
