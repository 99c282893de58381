//! Numbers from text.

use super::fault::EditFault;
use crate::plan::{Executor, Value};
use crate::wire::{F16, F32, F64};
use bytespec_plan::{Member, Run, Shape, Sign, Text};

/// An integer: whether it is negative, and its magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Integer {
    negative: bool,
    magnitude: u128,
}

impl Integer {
    /// Reads an integer in decimal, or behind `0x`, `0o` or `0b` in another base.
    fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (radix, digits) = match digits.get(..2) {
            Some("0x" | "0X") => (16, &digits[2..]),
            Some("0o") => (8, &digits[2..]),
            Some("0b") => (2, &digits[2..]),
            _ => (10, digits),
        };
        let is_number = digits.starts_with(|first: char| first.is_digit(radix));
        let magnitude = u128::from_str_radix(digits, radix).ok().filter(|_| is_number)?;
        Some(Integer { negative: negative && magnitude > 0, magnitude })
    }

    /// The number in two's complement, if a number of this many bits holds it.
    fn in_bits(self, bits: u8, signed: bool) -> Option<u128> {
        let bits = u32::from(bits).clamp(1, u128::BITS);
        let most = u128::MAX >> (u128::BITS - bits);
        let most = match (signed, self.negative) {
            (false, false) => most,
            (false, true) => return None,
            (true, false) => most >> 1,
            (true, true) => (most >> 1) + 1,
        };
        let number = if self.negative { self.magnitude.wrapping_neg() } else { self.magnitude };
        (self.magnitude <= most).then_some(number)
    }
}

/// The range of integers of this many bits, in words.
fn range(bits: u8, signed: bool) -> String {
    let bits = u32::from(bits).clamp(1, u128::BITS);
    let most = u128::MAX >> (u128::BITS - bits);
    match signed {
        true => format!("a number from -{} to {}", (most >> 1) + 1, most >> 1),
        false => format!("a number from 0 to {most}"),
    }
}

fn value_fault(found: &str, expected: impl Into<String>) -> EditFault {
    EditFault::Value { found: found.to_owned(), expected: expected.into() }
}

/// The number of a shape in a text; none for a shape that is no number.
///
/// # Errors
/// Another text, and a number that the shape does not hold.
pub(super) fn number(
    executor: &Executor<'_>,
    shape: &Shape,
    text: &str,
) -> Result<Option<Value>, EditFault> {
    let plan = executor.plan();
    let found = match *shape {
        Shape::Integer { bits, sign: Sign::Float, .. } => float(bits, text)?,
        Shape::Integer { bits, sign, .. } => {
            let number = integer(text, bits, sign != Sign::Unsigned)?;
            executor.number_value(shape, number as u64)
        }
        Shape::Wide { bits, sign: Sign::Unsigned, .. } => {
            Value::Unsigned128(integer(text, bits, false)?)
        }
        Shape::Wide { bits, .. } => Value::Signed128(integer(text, bits, true)?.cast_signed()),
        Shape::Bool => match text {
            "true" | "1" => Value::Bool(true),
            "false" | "0" => Value::Bool(false),
            _ => return Err(value_fault(text, "true or false")),
        },
        Shape::Enum { name, number: inner, members, .. } => {
            let inner = plan.shapes.get(inner.index()).copied();
            member(executor, shape, (name, members, inner), text)?
        }
        Shape::Index { table, number: inner } => {
            let name = plan.tables.get(table as usize).map_or("", |name| plan.name(*name));
            let digits = text.strip_prefix(name).unwrap_or(text).trim_start();
            match plan.shapes.get(inner.index()) {
                Some(Shape::Integer { bits, .. }) => {
                    Value::Index { table, index: integer(digits, *bits, false)? as u64 }
                }
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(found))
}

/// An integer of this many bits, in two's complement.
pub(super) fn integer(text: &str, bits: u8, signed: bool) -> Result<u128, EditFault> {
    let number = Integer::parse(text).and_then(|number| number.in_bits(bits, signed));
    number.ok_or_else(|| value_fault(text, range(bits, signed)))
}

/// An IEEE 754 number; a NaN is `nan:` and its bits.
fn float(bits: u8, text: &str) -> Result<Value, EditFault> {
    let fault = || value_fault(text, format!("a floating-point number of {bits} bits"));
    if let Some(digits) = text.strip_prefix("nan:") {
        let number = integer(digits, bits, false)?;
        return Ok(match bits {
            16 => Value::Float16(F16(number as u16)),
            64 => Value::Float64(F64(number as u64)),
            _ => Value::Float32(F32(number as u32)),
        });
    }
    let number = text.parse::<f64>().map_err(|_| fault())?;
    let (value, back) = match bits {
        16 => {
            let half = F16::from(text.parse::<f32>().map_err(|_| fault())?);
            (Value::Float16(half), half.value().into())
        }
        64 => (Value::Float64(F64::from(number)), number),
        _ => {
            let single = text.parse::<f32>().map_err(|_| fault())?;
            (Value::Float32(F32::from(single)), f64::from(single))
        }
    };
    // Digits are no infinity, and a number is not zero unless its digits are.
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    let has = |digit: fn(char) -> bool| digits.contains(digit);
    let is_far = back.is_infinite() && has(|c| c.is_ascii_digit());
    let is_small = back == 0.0 && has(|c| matches!(c, '1'..='9'));
    if is_far || is_small { Err(fault()) } else { Ok(value) }
}

/// A member of an enum by its name or number. An open enum has any number.
fn member(
    executor: &Executor<'_>,
    shape: &Shape,
    (name, members, number): (Text, Run, Option<Shape>),
    text: &str,
) -> Result<Value, EditFault> {
    let plan = executor.plan();
    let open = |member: &&Member| executor.open(member.gate) && !member.removed;
    let all = members.of(&plan.members);
    let named =
        |member: &&Member| plan.name(member.label) == text || plan.name(member.name) == text;
    let mut candidates = all.iter().filter(named);
    let found = candidates.clone().find(open).or_else(|| candidates.next());
    if let Some(found) = found {
        return Ok(executor.number_value(shape, found.bits()));
    }
    let unknown = || EditFault::UnknownMember {
        found: text.to_owned(),
        name: plan.name(name).to_owned(),
        known: all.iter().filter(open).map(|member| plan.name(member.label).to_owned()).collect(),
    };
    let (bits, signed) = match number {
        Some(Shape::Integer { bits, sign, .. }) => (bits, sign != Sign::Unsigned),
        _ => (64, false),
    };
    let number = Integer::parse(text).ok_or_else(unknown)?;
    let number = number.in_bits(bits, signed);
    let number = number.ok_or_else(|| value_fault(text, range(bits, signed)))? as u64;
    match executor.number_value(shape, number) {
        // A closed enum has no such number.
        Value::Member { member, .. } if member == u32::MAX => Err(unknown()),
        value => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::{Integer, range};

    #[test]
    fn integers_at_the_limits_of_widths() {
        for (text, bits, signed, number) in [
            ("255", 8, false, Some(255)),
            ("256", 8, false, None),
            ("-0", 8, false, Some(0)),
            ("-1", 8, false, None),
            ("-128", 8, true, Some(128_u128.wrapping_neg())),
            ("128", 8, true, None),
            ("0x7f", 8, true, Some(127)),
            ("0o777", 9, false, Some(0o777)),
            ("0b101", 3, false, Some(5)),
            ("1", 1, false, Some(1)),
            ("340282366920938463463374607431768211455", 128, false, Some(u128::MAX)),
            ("340282366920938463463374607431768211456", 128, false, None),
            ("-170141183460469231731687303715884105728", 128, true, Some(1 << 127)),
            ("+1", 8, false, None),
            ("0x", 8, false, None),
            ("0x-1", 8, false, None),
            ("", 8, false, None),
            ("é", 8, false, None),
        ] {
            let found = Integer::parse(text).and_then(|found| found.in_bits(bits, signed));
            assert_eq!(found, number, "{text} in {bits} bits");
        }
        assert_eq!(range(8, true), "a number from -128 to 127");
        assert_eq!(range(1, false), "a number from 0 to 1");
    }
}
