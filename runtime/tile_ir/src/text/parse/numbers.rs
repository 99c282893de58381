//! Parses numbers.

use super::super::super::generated::{Attribute, Type, TypeId};
use super::super::super::module::Module;
use super::super::elements::Number;
use super::super::parts::Form;
use crate::FloatBits;
use bytespec_core::error::Result;
use bytespec_core::text::{Kind, Scanner};

/// Parses a type and adds it to the table of a module.
pub(super) type ReadType = fn(&mut Module, &mut Scanner<'_>) -> Result<TypeId>;

/// Parses a number with or without its type. `form` determines the type of a number without one.
pub(super) fn number(
    scanner: &mut Scanner<'_>,
    module: &mut Module,
    form: Form,
    ty: ReadType,
) -> Result<Attribute> {
    let start = scanner.offset();
    let negative = scanner.eat(b'-');
    let kind = scanner.kind();
    if !matches!(kind, Kind::Integer | Kind::Float) {
        return Err(scanner.expected("a number"));
    }
    let spelling = scanner.spelling();
    scanner.advance();
    let ty = match scanner.eat(b':') {
        true => ty(module, scanner)?,
        false => module.ty(match (kind, form) {
            (Kind::Float, _) => Type::Float64,
            (_, Form::Bare) => Type::Int32,
            _ => Type::Int64,
        }),
    };
    let Some(number) = Number::of(module.type_at(ty)?) else {
        return Err(scanner.misfit(start, "a number of a type of numbers"));
    };
    let bits = number_bits(number, negative, spelling)
        .ok_or_else(|| scanner.misfit(start, "a number of its type"))?;
    Ok(made(number, ty, bits))
}

/// The attribute for a number.
fn made(number: Number, r#type: TypeId, bits: u64) -> Attribute {
    match number {
        Number::Float(_) => Attribute::Float { r#type, value: FloatBits::from(bits) },
        _ => Attribute::Integer { r#type, value: bits },
    }
}

/// The bits of a number literal; `None` if it is not a number of the type.
pub(super) fn number_bits(number: Number, negative: bool, spelling: &str) -> Option<u64> {
    let hex = spelling.strip_prefix("0x");
    let width = match number {
        Number::Truth => 1,
        Number::Integer { bits } => bits,
        Number::Float(format) => format.width,
    };
    let mask = u64::MAX >> (u64::BITS - width);
    match (number, hex) {
        (Number::Float(_), Some(digits)) if !negative => {
            u64::from_str_radix(digits, 16).ok().filter(|bits| bits & !mask == 0)
        }
        (Number::Float(format), None) if spelling.contains('.') => {
            let number: f64 = spelling.parse().ok()?;
            u64::try_from(format.nearest(if negative { -number } else { number })).ok()
        }
        (Number::Float(_), _) => None,
        (_, digits) => {
            let number = match digits {
                Some(digits) => u64::from_str_radix(digits, 16).ok()?,
                None => spelling.parse::<u64>().ok()?,
            };
            let least = 1u64 << (width - 1);
            let fits = if negative { number <= least } else { number <= mask };
            let number = if negative { number.wrapping_neg() } else { number };
            fits.then_some(number & mask)
        }
    }
}
